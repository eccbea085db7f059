@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let weak = "WEAK_PASSWORD : Password should be at least 6 characters"

    static let oobCodes: [Statement] = [
        Statement("2.9-01", "A request says what its code is for.") { wire in
            for body in [[:], ["requestType": 0], ["requestType": "OOB_REQ_TYPE_UNSPECIFIED"]] as [JSONValue] {
                try await wire.post("accounts:sendOobCode", body) → .refused("MISSING_REQ_TYPE")
            }
        },
        Statement("2.9-02", "Codes that follow from what people do cannot be asked for.") { wire in
            for type in ["RECOVER_EMAIL", "REVERT_SECOND_FACTOR_ADDITION", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT"] {
                try await wire.post("accounts:sendOobCode", ["requestType": .string(type)])
                    → .refused("NOT_IMPLEMENTED : \(type)", status: 501)
            }
        },
        Statement("2.9-03", "Only administrators get the code back, and they see it in a link.") { wire in
            _ = try await wire.taro()
            let body: JSONValue = [
                "requestType": "PASSWORD_RESET", "email": "Taro@example.com", "returnOobLink": true,
            ]
            try await wire.post("accounts:sendOobCode", body) → .refused("INSUFFICIENT_PERMISSION")
            let reply = try await wire.post("accounts:sendOobCode", body, as: .admin)
            reply
                → .answers([
                    "kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": "taro@example.com",
                    "oobLink": .string(
                        "http://127.0.0.1:9099/emulator/action?mode=resetPassword&lang=en"
                            + "&oobCode=\(reply.text("oobCode"))&apiKey=fake-api-key"),
                ])
            #expect(reply.text("oobCode").utf8.count == 54)
            try await wire.post("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
                → .lacks("oobCode", "oobLink")
        },
        Statement("2.9-04", "A link leads on to an absolute URI.") { wire in
            for url in ["/a", "a", "1a:b", "://x"] as [JSONValue] {
                try await wire.post(
                    "accounts:sendOobCode",
                    ["requestType": "EMAIL_SIGNIN", "email": "a@example.com", "continueUrl": url])
                    → .refused("INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))")
            }
        },
        Statement("2.9-05", "A link leads on to any scheme and host.", .lenient) { wire in
            for url in ["myapp:x", "https://elsewhere.test/a?b"] as [JSONValue] {
                try await wire.post(
                    "accounts:sendOobCode",
                    ["requestType": "EMAIL_SIGNIN", "email": "a@example.com", "continueUrl": url]) → .done
            }
            let link = try await wire.latestOobCode()["oobLink"]?.stringValue ?? ""
            #expect(link.hasSuffix("&continueUrl=https%3A%2F%2Felsewhere.test%2Fa%3Fb"))
        },
        Statement("2.9-06", "A code for nobody's address: sign-ins take it, resets and links do not.") { wire in
            let nobody: JSONValue = "nobody@example.com"
            try await wire.post("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": nobody]) → .done
            try await wire.post("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": nobody])
                → .refused("EMAIL_NOT_FOUND")
            for type in ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"] as [JSONValue] {
                try await wire.post(
                    "accounts:sendOobCode",
                    ["requestType": type, "email": nobody, "newEmail": "n@example.com", "returnOobLink": true],
                    as: .admin) → .refused("USER_NOT_FOUND")
            }
        },
        Statement("2.9-07", "With private addresses a reset for nobody looks as any other, and there is no code.") {
            wire in
            try wire.service.configure { $0.improvedEmailPrivacy = true }
            try await wire.post(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.com"])
                → .answersOnly([
                    "kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": "nobody@example.com",
                ])
            #expect(try wire.waitingMails() == 0)
        },
        Statement("2.9-08", "An address is needed wherever no ID token tells it.") { wire in
            for type in ["PASSWORD_RESET", "EMAIL_SIGNIN"] as [JSONValue] {
                try await wire.post("accounts:sendOobCode", ["requestType": type]) → .refused("MISSING_EMAIL")
            }
            for type in ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"] as [JSONValue] {
                let body: JSONValue = ["requestType": type, "newEmail": "n@example.com", "returnOobLink": true]
                try await wire.post("accounts:sendOobCode", body, as: .admin) → .refused("MISSING_EMAIL")
            }
        },
        Statement("2.9-09", "Verifying is for the user of an ID token; the address in the request is ignored.") {
            wire in
            try await wire.post("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "email": "taro@example.com"])
                → .refused("INVALID_ID_TOKEN")
            let body: JSONValue = [
                "requestType": "VERIFY_EMAIL", "email": "hana@example.com", "idToken": try await wire.taro(),
            ]
            try await wire.post("accounts:sendOobCode", body) → .answers(["email": "taro@example.com"])
            // A link that is asked for with an ID token is the token's user's too.
            try await wire.post("accounts:sendOobCode", adding("returnOobLink", true, to: body), as: .admin)
                → .answers(["email": "taro@example.com"])
        },
        Statement("2.9-10", "A user without an address has none to verify or to change.") { wire in
            let idToken = try await wire.call("accounts:signUp")["idToken"] ?? .null
            for type in ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"] as [JSONValue] {
                try await wire.post(
                    "accounts:sendOobCode", ["requestType": type, "idToken": idToken, "newEmail": "n@example.com"])
                    → .refused("MISSING_EMAIL")
            }
        },
        Statement("2.9-11", "A change asks for the new address, then who it is, then whether it is free.") { wire in
            let idToken = try await wire.taro()
            func change(_ members: JSONValue) async throws -> Asked {
                try await wire.post(
                    "accounts:sendOobCode", adding("requestType", "VERIFY_AND_CHANGE_EMAIL", to: members))
            }
            try await change(["idToken": "x"]) → .refused("MISSING_NEW_EMAIL")
            try await change(["newEmail": "n@example.com"]) → .refused("MISSING_ID_TOKEN")
            try await change(["newEmail": "n@example.com", "email": "taro@example.com"]) → .refused("MISSING_ID_TOKEN")
            try await change(["newEmail": "n@example.com", "idToken": "x"]) → .refused("INVALID_ID_TOKEN")
            try await change(["newEmail": "Taro@example.com", "idToken": idToken]) → .refused("EMAIL_EXISTS")
            try await change(["newEmail": "New@example.com", "idToken": idToken])
                → .answers(["email": "taro@example.com"])
            let row = try await wire.latestOobCode()
            #expect(row["email"] == "taro@example.com" && row["newEmail"] == "new@example.com")
        },
        Statement("2.9-12", "No address is looked at, and a reset is sent where passwords are off.", .lenient) { wire in
            try await wire.post("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "no"]) → .done
            try await wire.post("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "no"])
                → .refused("EMAIL_NOT_FOUND")
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:sendOobCode",
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "no"]) → .done
            try wire.service.configure { $0.allowsPasswords = false }
            try await wire.post(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"]) → .done
        },
        Statement("2.9-13", "What is no address is told so, the new one by its name.", .strict) { wire in
            for type in ["EMAIL_SIGNIN", "PASSWORD_RESET"] as [JSONValue] {
                try await wire.post("accounts:sendOobCode", ["requestType": type, "email": "no"])
                    → .refused("INVALID_EMAIL")
            }
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:sendOobCode",
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "no"])
                → .refused("INVALID_NEW_EMAIL")
            try wire.service.configure { $0.allowsPasswords = false }
            try await wire.post(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
                → .refused("PASSWORD_LOGIN_DISABLED")
        },
        Statement("2.9-14", "Links sign nobody in where they are switched off.") { wire in
            try wire.service.configure { $0.allowsEmailLinks = false }
            try await wire.post("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN"])
                → .refused("OPERATION_NOT_ALLOWED")
        },
        Statement("2.9-15", "With private addresses a change to a taken one looks as any other.", .strict) { wire in
            try wire.service.configure { $0.improvedEmailPrivacy = true }
            try await wire.user(["localId": "hana", "email": "hana@example.com"])
            let body: JSONValue = [
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": try await wire.taro(),
                "newEmail": "hana@example.com",
            ]
            try await wire.post("accounts:sendOobCode", body) → .answers(["email": "taro@example.com"])
            #expect(try wire.waitingMails() == 0)
        },
        Statement("2.9-16", "A taken address is told, private or not.", .lenient) { wire in
            try wire.service.configure { $0.improvedEmailPrivacy = true }
            try await wire.user(["localId": "hana", "email": "hana@example.com"])
            let body: JSONValue = [
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": try await wire.taro(),
                "newEmail": "hana@example.com",
            ]
            try await wire.post("accounts:sendOobCode", body) → .refused("EMAIL_EXISTS")
        },
        Statement("2.9-17", "A tenant's link names it.") { wire in
            let tenant = try await wire.tenant(["allowPasswordSignup": true, "enableEmailLinkSignin": true])
            _ = try await wire.mailed(["requestType": "EMAIL_SIGNIN", "email": "a@example.com"], tenant: tenant)
            let link = try await wire.latestOobCode(tenant: tenant)["oobLink"]?.stringValue ?? ""
            #expect(link.hasSuffix("&tenantId=\(tenant)"))
        },
        Statement("2.9-18", "A code is over after an hour, six hours or three days, to the second.", .strict) { wire in
            _ = try await wire.taro()
            let rows: [(JSONValue, Int64)] = [
                (["requestType": "PASSWORD_RESET", "email": "taro@example.com"], 3600),
                (["requestType": "EMAIL_SIGNIN", "email": "taro@example.com"], 21_600),
                (["requestType": "VERIFY_EMAIL", "email": "taro@example.com", "returnOobLink": true], 259_200),
            ]
            for (body, seconds) in rows {
                try await wire.post("accounts:sendOobCode", body, as: .admin) → .done
                let code = try await wire.latestOobCode()["oobCode"] ?? .null
                wire.clock.advance(by: .seconds(seconds - 1))
                try await wire.post("accounts:resetPassword", ["oobCode": code]) → .done
                wire.clock.advance(by: .seconds(1))
                try await wire.post("accounts:resetPassword", ["oobCode": code]) → .refused("EXPIRED_OOB_CODE")
            }
        },
        Statement("2.9-19", "A code lasts until it is used.", .lenient) { wire in
            let code = try await wire.mailed(["requestType": "EMAIL_SIGNIN", "email": "a@example.com"])
            wire.clock.advance(by: .seconds(86_400 * 365))
            try await wire.post("accounts:resetPassword", ["oobCode": code]) → .done
        },
    ]

    static let resetPassword: [Statement] = [
        Statement("2.10-01", "Without a new password a code of any type is looked at, and stays.") { wire in
            let idToken = try await wire.taro()
            let rows: [(JSONValue, JSONValue)] = [
                (
                    ["requestType": "PASSWORD_RESET", "email": "taro@example.com"],
                    ["requestType": "PASSWORD_RESET", "email": "taro@example.com", "newEmail": .null]
                ),
                (
                    ["requestType": "VERIFY_EMAIL", "idToken": idToken],
                    ["requestType": "VERIFY_EMAIL", "email": "taro@example.com"]
                ),
                (
                    ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "n@example.com"],
                    [
                        "requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "taro@example.com",
                        "newEmail": "n@example.com",
                    ]
                ),
            ]
            for (request, reply) in rows {
                let code = try await wire.mailed(request)
                for _ in 0..<2 { try await wire.post("accounts:resetPassword", ["oobCode": code]) → .answers(reply) }
            }
        },
        Statement("2.10-02", "The reply about a sign-in code leaves the address out.", .lenient) { wire in
            let code = try await wire.mailed(["requestType": "EMAIL_SIGNIN", "email": "a@example.com"])
            try await wire.post("accounts:resetPassword", ["oobCode": code])
                → .answersOnly(["kind": "identitytoolkit#ResetPasswordResponse", "requestType": "EMAIL_SIGNIN"])
        },
        Statement("2.10-03", "The reply about a sign-in code has the address, without which iOS ends.", .strict) {
            wire in
            let code = try await wire.mailed(["requestType": "EMAIL_SIGNIN", "email": "a@example.com"])
            try await wire.post("accounts:resetPassword", ["oobCode": code]) → .answers(["email": "a@example.com"])
        },
        Statement("2.10-04", "Passwords off, no code, an unknown one, one for something else: in this order.") { wire in
            let code = try await wire.mailed(["requestType": "EMAIL_SIGNIN", "email": "a@example.com"])
            try await wire.post("accounts:resetPassword", ["newPassword": "x"]) → .refused("MISSING_OOB_CODE")
            try await wire.post("accounts:resetPassword", ["oobCode": "x", "newPassword": "x"])
                → .refused("INVALID_OOB_CODE")
            try await wire.post("accounts:resetPassword", ["oobCode": code, "newPassword": "x"])
                → .refused("INVALID_OOB_CODE")
            try wire.service.configure { $0.allowsPasswords = false }
            try await wire.post("accounts:resetPassword") → .refused("PASSWORD_LOGIN_DISABLED")
        },
        Statement("2.10-05", "A weak password leaves the code; a user who is gone does not.") { wire in
            _ = try await wire.taro()
            let code = try await wire.mailed(["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
            try await wire.post("accounts:resetPassword", ["oobCode": code, "newPassword": "short"]) → .refused(weak)
            #expect(try wire.waitingMails() == 1)
            try await wire.post("accounts:delete", ["localId": "taro"], as: .admin) → .done
            try await wire.post("accounts:resetPassword", ["oobCode": code, "newPassword": "short"]) → .refused(weak)
            try await wire.post("accounts:resetPassword", ["oobCode": code, "newPassword": "battery-staple"])
                → .refused("INVALID_OOB_CODE")
            #expect(try wire.waitingMails() == 0)
        },
        Statement("2.10-06", "A reset verifies the address, ends ID tokens and forgets other providers.") { wire in
            let idToken = try await wire.taro(verified: false)
            try await wire.identity("google.com", "g")
            wire.clock.advance(by: .seconds(2))
            let code = try await wire.mailed(["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
            try await wire.post("accounts:resetPassword", ["oobCode": code, "newPassword": "battery-staple"])
                → .lacks("idToken", "refreshToken", "localId")
            let user = try await wire.record(of: "taro")
            #expect(user["emailVerified"] == true && user.providers == ["password"])
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("TOKEN_EXPIRED")
            try await wire.post("accounts:resetPassword", ["oobCode": code]) → .refused("INVALID_OOB_CODE")
            try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "battery-staple"]) → .done
        },
    ]
}

extension StatementTests {
    @Test("2.9", arguments: Statement.trials(of: Statement.oobCodes))
    func mailedCodes(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.10", arguments: Statement.trials(of: Statement.resetPassword))
    func resettingPasswords(_ trial: Statement.Trial) async throws { try await trial.run() }
}
