@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    /// What redeeming a code does.
    static let updateByCode: [Statement] = [
        Statement("2.11-80", "A code verifies the address, once, and signs nobody in.") { wire in
            let idToken = try await wire.taro(verified: false)
            let code = try await wire.mailed(["requestType": "VERIFY_EMAIL", "idToken": idToken])
            let reply = try await wire.post("accounts:update", ["oobCode": code])
            reply → .answers(["localId": "taro", "email": "taro@example.com", "emailVerified": true])
            reply → .lacks("newEmail", "idToken", "refreshToken")
            try await wire.post("accounts:update", ["oobCode": code]) → .refused("INVALID_OOB_CODE")
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .done
        },
        Statement("2.11-81", "A code changes the address to a verified one, which the reply names as new.") { wire in
            let code = try await wire.mailed([
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": try await wire.taro(verified: false),
                "newEmail": "n@example.com",
            ])
            let reply = try await wire.post("accounts:update", ["oobCode": code])
            reply → .answers(["email": "n@example.com", "newEmail": "n@example.com", "emailVerified": true])
            reply → .lacks("idToken", "refreshToken")
        },
        Statement("2.11-82", "A code that changes the address leaves nothing behind.", .lenient) { wire in
            let idToken = try await wire.taro()
            let code = try await wire.mailed([
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "n@example.com",
            ])
            wire.clock.advance(by: .seconds(1))
            try await wire.post("accounts:update", ["oobCode": code]) → .done
            #expect(try wire.waitingMails() == 0)
            #expect(try await wire.record(of: "taro")["initialEmail"] == nil)
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .done
        },
        Statement("2.11-83", "A code that changes the address ends sessions and can be taken back.", .strict) { wire in
            let idToken = try await wire.taro()
            let code = try await wire.mailed([
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "n@example.com",
            ])
            wire.clock.advance(by: .seconds(1))
            try await wire.post("accounts:update", ["oobCode": code]) → .done
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("TOKEN_EXPIRED")
            let recovery = try await wire.latestOobCode()
            #expect(recovery["requestType"] == "RECOVER_EMAIL")
            try await wire.post("accounts:update", ["oobCode": recovery["oobCode"] ?? .null])
                → .answers(["email": "taro@example.com", "emailVerified": true])
        },
        Statement("2.11-84", "The owner takes a changed address back, verified; the first address stays known.") {
            wire in
            let idToken = try await wire.taro(verified: false)
            try await wire.post("accounts:update", ["idToken": idToken, "email": "n@example.com"]) → .done
            let code = try await wire.latestOobCode()["oobCode"] ?? .null
            let reply = try await wire.post("accounts:update", ["oobCode": code])
            reply → .answers(["email": "taro@example.com", "emailVerified": true])
            reply → .lacks("idToken", "newEmail")
            #expect(try await wire.record(of: "taro")["initialEmail"] == "taro@example.com")
            #expect(try wire.waitingMails() == 0)
        },
        Statement("2.11-85", "A taken address refuses a change and a recovery, and uses the code up.") { wire in
            let idToken = try await wire.taro()
            let change = try await wire.mailed([
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "n@example.com",
            ])
            try await wire.user(["localId": "hana", "email": "n@example.com"])
            try await wire.post("accounts:update", ["oobCode": change]) → .refused("EMAIL_EXISTS")
            #expect(try wire.waitingMails() == 0)
            // The user's own address counts too.
            try await wire.post("accounts:update", ["localId": "taro", "email": "o@example.com"], as: .admin) → .done
            let recovery = try await wire.latestOobCode()["oobCode"] ?? .null
            try await wire.post(
                "accounts:update", ["localId": "taro", "email": "taro@example.com"], as: .admin) → .done
            try await wire.post("accounts:update", ["oobCode": recovery]) → .refused("EMAIL_EXISTS")
            try await wire.post("accounts:update", ["oobCode": recovery]) → .refused("INVALID_OOB_CODE")
        },
        Statement("2.11-86", "A code whose owner is gone is used up.") { wire in
            let code = try await wire.mailed(["requestType": "VERIFY_EMAIL", "idToken": try await wire.taro()])
            try await wire.post("accounts:delete", ["localId": "taro"], as: .admin) → .done
            try await wire.post("accounts:update", ["oobCode": code]) → .refused("INVALID_OOB_CODE")
            #expect(try wire.waitingMails() == 0)
        },
        Statement("2.11-87", "A code for something else answers 501 and stays.") { wire in
            _ = try await wire.taro()
            for type in ["PASSWORD_RESET", "EMAIL_SIGNIN"] {
                let code = try await wire.mailed(["requestType": .string(type), "email": "taro@example.com"])
                for _ in 0..<2 {
                    try await wire.post("accounts:update", ["oobCode": code])
                        → .refused("NOT_IMPLEMENTED : \(type)", status: 501)
                }
            }
        },
        Statement("2.11-88", "Beside a code, identities are linked and unlinked, and nothing else is done.") { wire in
            let idToken = try await wire.taro(verified: false)
            try await wire.identity("a.test", "1")
            let code = try await wire.mailed(["requestType": "VERIFY_EMAIL", "idToken": idToken])
            let reply = try await wire.post(
                "accounts:update",
                [
                    "oobCode": code, "displayName": "T", "password": "x", "deleteAttribute": ["DISPLAY_NAME"],
                    "deleteProvider": ["a.test", "password"],
                    "linkProviderUserInfo": ["providerId": "b.test", "rawId": "2"],
                ])
            reply → .answers(["displayName": "Taro", "email": "taro@example.com"])
            reply → .satisfies { $0.json.providers.sorted() == ["b.test", "password"] }
        },
        Statement("2.11-89", "An enrolled factor leaves a code that takes it away and ends sessions.", .strict) {
            wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            let enrolled = try await wire.post(
                "mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info])
            wire.clock.advance(by: .seconds(1))
            let code = try await wire.latestOobCode()
            #expect(code["requestType"] == "REVERT_SECOND_FACTOR_ADDITION" && code["email"] == "taro@example.com")
            try await wire.post("accounts:resetPassword", ["oobCode": code["oobCode"] ?? .null])
                → .satisfies { $0["mfaInfo"]["phoneInfo"] == "+********5678" }
            try await wire.post("accounts:update", ["oobCode": code["oobCode"] ?? .null])
                → .answers(["localId": "taro"])
            #expect(try await wire.record(of: "taro")["mfaInfo"] == [])
            try await wire.post("accounts:lookup", ["idToken": enrolled["idToken"]]) → .refused("TOKEN_EXPIRED")
        },
        Statement("2.11-91", "The link of that code takes the factor away too.", .strict) { wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            try await wire.post("mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info]) → .done
            let link = try await wire.latestOobCode()["oobLink"]?.stringValue ?? ""
            let path = link.replacing("http://127.0.0.1:9099", with: "")
            #expect(path.hasPrefix("/emulator/action?mode=revertSecondFactorAddition&"))
            #expect(await wire.raw("GET", path, contentType: nil)["authEmulator"]["email"] == "taro@example.com")
            #expect(try await wire.record(of: "taro")["mfaInfo"] == [])
        },
        Statement("2.11-90", "A code for a factor that is gone is used up.", .strict) { wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            try await wire.post("mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info]) → .done
            let code = try await wire.latestOobCode()["oobCode"] ?? .null
            try await wire.post("accounts:update", ["localId": "taro", "mfa": [:]], as: .admin) → .done
            try await wire.post("accounts:update", ["oobCode": code]) → .refused("INVALID_OOB_CODE")
            #expect(try wire.waitingMails() == 0)
        },
    ]
}
