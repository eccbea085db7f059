@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Codes that come by e-mail", .timeLimit(.minutes(5)))
struct CodesTests {
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
