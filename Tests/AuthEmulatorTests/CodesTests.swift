@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Codes that come by e-mail", .timeLimit(.minutes(5)))
struct CodesTests {
    @Test(
        arguments: [
            ([:], "MISSING_REQ_TYPE"),
            (["requestType": 0], "MISSING_REQ_TYPE"),  // the unspecified one, by its index
            (["requestType": "OOB_REQ_TYPE_UNSPECIFIED"], "MISSING_REQ_TYPE"),
            (
                ["requestType": "NOTHING"],
                "Invalid JSON payload received. /requestType must be equal to one of the allowed values"
            ),
            (["requestType": "PASSWORD_RESET", "returnOobLink": true], "INSUFFICIENT_PERMISSION"),
            (
                ["requestType": "PASSWORD_RESET", "continueUrl": "/relative"],
                "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"
            ),
            (["requestType": "NEW_EMAIL_ACCEPT"], "501 NOT_IMPLEMENTED : NEW_EMAIL_ACCEPT"),
            (["requestType": "RECOVER_EMAIL"], "501 NOT_IMPLEMENTED : RECOVER_EMAIL"),
            (["requestType": "PASSWORD_RESET"], "MISSING_EMAIL"),
            (["requestType": 1, "email": "TARO@example.com"], ""),
            (["requestType": "PASSWORD_RESET", "email": "nobody@example.com"], "EMAIL_NOT_FOUND"),
            (["requestType": "EMAIL_SIGNIN"], "MISSING_EMAIL"),
            (["requestType": "EMAIL_SIGNIN", "email": "nobody@example.com"], ""),
            (["requestType": "VERIFY_EMAIL"], "INVALID_ID_TOKEN"),
            (["requestType": "VERIFY_EMAIL", "idToken": "x"], "INVALID_ID_TOKEN"),
            (["requestType": "VERIFY_EMAIL", "email": "taro@example.com"], "INVALID_ID_TOKEN"),
            (["requestType": "VERIFY_EMAIL", "idToken": "GOOD"], ""),
            (["requestType": "VERIFY_AND_CHANGE_EMAIL"], "MISSING_NEW_EMAIL"),
            (["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "n@example.com"], "MISSING_ID_TOKEN"),
            (["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "no", "idToken": "GOOD"], "INVALID_NEW_EMAIL"),
            (
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "taro@example.com", "idToken": "GOOD"],
                "EMAIL_EXISTS"
            ),
            (["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "n@example.com", "idToken": "GOOD"], ""),
        ] as [(JSONValue, String)])
    func areGivenOutInOrder(body: JSONValue, message: String) async throws {
        let wire = try WireFixture()
        let idToken = try await wire.signInTaro()["idToken"]
        let body = body["idToken"] == "GOOD" ? adding("idToken", idToken, to: body) : body
        #expect(try await wire.refusal("accounts:sendOobCode", body) == message)
        if message.isEmpty {
            let reply = try await wire.call("accounts:sendOobCode", body)
            #expect(reply.names == ["kind", "email"])  // the code itself goes by e-mail only
        }
    }

    @Test func administratorsGetTheLink() async throws {
        let wire = try WireFixture()
        _ = try await wire.signInTaro()
        let reply = try await wire.call(
            "accounts:sendOobCode",
            [
                "requestType": "PASSWORD_RESET", "email": "taro@example.com", "returnOobLink": true,
                "continueUrl": "https://demo-bridge.web.app/a?b=c&d=é",
            ], admin: true)
        let code = reply.text("oobCode")
        #expect(code.utf8.count == 54)
        #expect(
            reply.text("oobLink")
                == "http://127.0.0.1:9099/emulator/action?mode=resetPassword&lang=en&oobCode=\(code)"
                + "&apiKey=fake-api-key&continueUrl=https%3A%2F%2Fdemo-bridge.web.app%2Fa%3Fb%3Dc%26d%3D%C3%A9")
        #expect(
            try await wire.latestOobCode()["oobLink"] == reply["oobLink"])
        for type in ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"] {
            #expect(
                try await wire.refusal(
                    "accounts:sendOobCode",
                    [
                        "requestType": .string(type), "email": "nobody@example.com", "newEmail": "n@example.com",
                        "returnOobLink": true,
                    ], admin: true) == "USER_NOT_FOUND")
        }
    }

    @Test func aResetSetsThePasswordOnce() async throws {
        let wire = try WireFixture()
        let session = try await wire.signInTaro(verified: false)
        _ = try wire.service.update(
            UpdateRequest(
                body(["localId": "taro", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"]])),
            as: .admin)
        wire.clock.advance(by: .seconds(2))
        _ = try await wire.call(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
        let code = try await wire.latestOobCode()["oobCode"] ?? .null
        let inspected = try await wire.call("accounts:resetPassword", ["oobCode": code])
        #expect(
            JSONValue.object(inspected) == [
                "kind": "identitytoolkit#ResetPasswordResponse", "requestType": "PASSWORD_RESET",
                "email": "taro@example.com",
            ])
        #expect(
            try await wire.refusal("accounts:resetPassword", ["oobCode": code, "newPassword": "short"])
                == "WEAK_PASSWORD : Password should be at least 6 characters")
        let done = try await wire.call("accounts:resetPassword", ["oobCode": code, "newPassword": "battery-staple"])
        #expect(done["idToken"] == nil)
        #expect(
            try await wire.refusal("accounts:resetPassword", ["oobCode": code, "newPassword": "battery-staple"])
                == "INVALID_OOB_CODE")
        let account = try #require(try wire.service.account(localID: "taro"))
        #expect(account.emailVerified == true && account.identities.isEmpty)
        // Whoever was signed in is not any more.
        #expect(
            try await wire.refusal(
                "token", ["grantType": "refresh_token", "refreshToken": session["refreshToken"] ?? ""])
                == "TOKEN_EXPIRED")
    }

    @Test(
        arguments: [
            ([:], "MISSING_OOB_CODE"), (["oobCode": ""], "MISSING_OOB_CODE"), (["oobCode": "x"], "INVALID_OOB_CODE"),
            (["oobCode": "x", "newPassword": "short"], "INVALID_OOB_CODE"),
            (["oobCode": .string(String(repeating: "x", count: 10_000))], "INVALID_OOB_CODE"),
            (["oobCode": "SIGNIN", "newPassword": "battery-staple"], "INVALID_OOB_CODE"),  // for something else
        ] as [(JSONValue, String)])
    func resetsRefuse(members: JSONValue, message: String) async throws {
        let wire = try WireFixture()
        _ = try await wire.call("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "a@example.com"])
        let code = try await wire.latestOobCode()["oobCode"]
        let members = members["oobCode"] == "SIGNIN" ? adding("oobCode", code, to: members) : members
        #expect(try await wire.refusal("accounts:resetPassword", members) == message)
    }

    /// Production's times, to the second; the emulator's codes last.
    @Test(
        arguments: [
            ("PASSWORD_RESET", 3599, ""), ("PASSWORD_RESET", 3600, "EXPIRED_OOB_CODE"),
            ("EMAIL_SIGNIN", 21_599, ""), ("EMAIL_SIGNIN", 21_600, "EXPIRED_OOB_CODE"),
        ] as [(String, Int64, String)])
    func expireWhenStrict(type: String, age: Int64, message: String) async throws {
        for (strictness, expected) in [(Strictness.strict, message), (.lenient, "")] {
            let wire = try WireFixture(strictness)
            try wire.fixture.addTaro()
            _ = try await wire.call(
                "accounts:sendOobCode", ["requestType": .string(type), "email": "taro@example.com"])
            let code = try await wire.latestOobCode()["oobCode"] ?? .null
            wire.clock.advance(by: .seconds(age))
            #expect(try await wire.refusal("accounts:resetPassword", ["oobCode": code]) == expected)
        }
    }

    @Test func addressesAreVerifiedChangedAndTakenBack() async throws {
        let wire = try WireFixture()
        let idToken = try await wire.signInTaro(verified: false)["idToken"] ?? .null
        _ = try await wire.call("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": idToken])
        let verify = try await wire.latestOobCode()["oobCode"] ?? .null
        let verified = try await wire.call("accounts:update", ["oobCode": verify])
        #expect(verified["emailVerified"] == true && verified["idToken"] == nil)
        #expect(try await wire.refusal("accounts:update", ["oobCode": verify]) == "INVALID_OOB_CODE")

        _ = try await wire.call(
            "accounts:sendOobCode",
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "New@example.com"])
        let change = try await wire.latestOobCode()
        #expect(change["email"] == "taro@example.com" && change["newEmail"] == "new@example.com")
        let changed = try await wire.call("accounts:update", ["oobCode": change["oobCode"] ?? .null])
        #expect(changed["newEmail"] == "new@example.com" && changed["email"] == "new@example.com")

        // The change left a code for the old address's owner.
        let recover = try await wire.latestOobCode()
        #expect(recover["requestType"] == "RECOVER_EMAIL" && recover["email"] == "taro@example.com")
        let recovered = try await wire.call("accounts:update", ["oobCode": recover["oobCode"] ?? .null])
        #expect(recovered["email"] == "taro@example.com" && recovered["emailVerified"] == true)
    }

    // MARK: - Signing in by link

    @Test func aLinkMakesAnAccount() async throws {
        let wire = try WireFixture()
        _ = try await wire.call("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "New@example.com"])
        let code = try await wire.latestOobCode()["oobCode"] ?? .null
        #expect(
            try await wire.refusal("accounts:signInWithEmailLink", ["email": "other@example.com", "oobCode": code])
                == "INVALID_EMAIL : The email provided does not match the sign-in email address.")
        let reply = try await wire.call("accounts:signInWithEmailLink", ["email": "new@example.com", "oobCode": code])
        #expect(
            reply.names == [
                "kind", "email", "localId", "isNewUser", "idToken", "refreshToken", "expiresIn",
            ])
        #expect(reply["isNewUser"] == true)
        #expect(reply.claims["firebase"]?["sign_in_provider"] == "password")
        #expect(reply.claims["email_verified"] == true)
        #expect(
            try await wire.refusal("accounts:signInWithEmailLink", ["email": "new@example.com", "oobCode": code])
                == "INVALID_OOB_CODE")
        let methods = try await wire.call(
            "accounts:createAuthUri", ["identifier": "new@example.com", "continueUri": "http://localhost"])
        #expect(methods["signinMethods"] == ["emailLink"] && methods["allProviders"] == ["password"])
    }

    @Test func aLinkIsAddedToTheAccountThatIsSignedIn() async throws {
        let wire = try WireFixture()
        let anonymous = try await wire.call("accounts:signUp")
        func link(_ email: JSONValue) async throws -> String {
            _ = try await wire.call("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": email])
            let code = try await wire.latestOobCode()["oobCode"] ?? .null
            return try await wire.refusal(
                "accounts:signInWithEmailLink",
                ["email": email, "oobCode": code, "idToken": anonymous["idToken"] ?? .null])
        }
        try wire.fixture.addTaro()
        #expect(try await link("taro@example.com") == "EMAIL_EXISTS")
        #expect(try wire.service.oobCodes(origin: "")["oobCodes"] == [])  // used up all the same
        #expect(try await link("own@example.com") == "")
        #expect(try wire.service.account(email: "own@example.com")?.localID == anonymous.text("localId"))
    }

    // MARK: - Methods of an address

    @Test(
        arguments: [
            ([:], "MISSING_IDENTIFIER"), (["identifier": "no"], "MISSING_CONTINUE_URI"),
            (["identifier": "no", "continueUri": "no"], "INVALID_IDENTIFIER"),
            (["identifier": "a@example.com", "continueUri": "no"], "INVALID_CONTINUE_URI"),
            (["identifier": "a@example.com", "continueUri": "http://localhost"], ""),
            (["identifier": "a@example.com", "providerId": "google.com"], "501 NOT_IMPLEMENTED : providerId"),
        ] as [(JSONValue, String)])
    func areAskedFor(body: JSONValue, message: String) async throws {
        #expect(try await WireFixture().refusal("accounts:createAuthUri", body) == message)
    }

    @Test func privateAddressesAreNotTold() async throws {
        var configuration = AuthConfiguration()
        configuration.improvedEmailPrivacy = true
        let wire = try WireFixture(configuration: configuration)
        _ = try await wire.signInTaro()
        let reply = try await wire.call(
            "accounts:createAuthUri", ["identifier": "taro@example.com", "continueUri": "http://localhost"])
        #expect(reply.names == ["kind", "sessionId"])
        let reset = try await wire.call(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.com"])
        #expect(reset["email"] == "nobody@example.com")
        #expect(try wire.service.oobCodes(origin: "")["oobCodes"] == [])
    }
}
