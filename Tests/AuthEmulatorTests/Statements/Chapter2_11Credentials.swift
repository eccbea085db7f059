@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    /// Addresses and passwords, and what becomes of tokens.
    static let updateCredentials: [Statement] = [
        Statement("2.11-20", "A changed address is not verified, and ends the ID tokens from before.") { wire in
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(1))
            let reply = try await wire.post("accounts:update", ["idToken": idToken, "email": "New@example.com"])
            reply
                → .answers([
                    "kind": "identitytoolkit#SetAccountInfoResponse", "localId": "taro", "email": "new@example.com",
                    "newEmail": "new@example.com", "emailVerified": false, "expiresIn": "3600",
                ])
            reply → .claims(["email": "new@example.com", "email_verified": false])
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("TOKEN_EXPIRED")
            try await wire.post("accounts:lookup", ["idToken": reply["idToken"]]) → .done
        },
        Statement("2.11-21", "The address that the user has is no change; the reply repeats it as the new one.") {
            wire in
            let idToken = try await wire.taro()
            let reply = try await wire.post("accounts:update", ["idToken": idToken, "email": "Taro@example.com"])
            reply → .answers(["emailVerified": true, "newEmail": "taro@example.com"])
            reply → .lacks("idToken", "refreshToken", "expiresIn")
            #expect(try wire.waitingMails() == 0)
        },
        Statement("2.11-22", "Without an address in the request there is no new one in the reply.") { wire in
            try await wire.post("accounts:update", ["idToken": try await wire.taro(), "displayName": "T"])
                → .lacks("newEmail", "idToken")
        },
        Statement("2.11-23", "The first address is remembered, and each change leaves a code for it.") { wire in
            _ = try await wire.taro()
            for (change, email) in ["second@example.com", "third@example.com"].enumerated() {
                let before = try await wire.record(of: "taro")["email"] ?? .null
                let idToken =
                    try await wire.call(
                        "accounts:signInWithPassword", ["email": before, "password": "correct-horse"])["idToken"]
                    ?? .null
                try await wire.post("accounts:update", ["idToken": idToken, "email": .string(email)]) → .done
                #expect(try wire.waitingMails() == change + 1)
                let code = try await wire.latestOobCode()
                #expect(code["requestType"] == "RECOVER_EMAIL" && code["email"] == "taro@example.com")
            }
            #expect(try await wire.record(of: "taro")["initialEmail"] == "taro@example.com")
        },
        Statement("2.11-24", "An administrator's change of the address leaves a code too.") { wire in
            _ = try await wire.taro()
            let reply = try await wire.post(
                "accounts:update", ["localId": "taro", "email": "n@example.com", "emailVerified": true], as: .admin)
            // What an administrator says of the address counts.
            reply → .answers(["emailVerified": true, "newEmail": "n@example.com"])
            reply → .lacks("idToken")
            #expect(try wire.waitingMails() == 1)
        },
        Statement("2.11-25", "An anonymous user's first address replaces none, and is not remembered.") { wire in
            let anonymous = try await wire.call("accounts:signUp")
            try await wire.post(
                "accounts:update", ["idToken": anonymous["idToken"] ?? .null, "email": "a@example.com"]) → .done
            let user = try await wire.record(of: anonymous.text("localId"))
            #expect(user["initialEmail"] == nil && user["email"] == "a@example.com")
            #expect(try wire.waitingMails() == 0)
        },
        Statement("2.11-26", "A taken address is told before a weak password, by the user's own case too.") { wire in
            try await wire.user(["localId": "hana", "email": "hana@example.com"])
            try await wire.post(
                "accounts:update", ["idToken": try await wire.taro(), "email": "HANA@example.com", "password": "x"])
                → .refused("EMAIL_EXISTS")
        },
        Statement("2.11-27", "A new password signs the caller in with it, whatever they came with.") { wire in
            _ = try await wire.taro()
            let custom = try wire.fixture.customToken("taro")
            let idToken = try await wire.call("accounts:signInWithCustomToken", ["token": .string(custom)])["idToken"]
            let reply = try await wire.post(
                "accounts:update", ["idToken": idToken ?? .null, "password": "battery-staple"])
            reply → .claims(["sub": "taro"])
            reply → .satisfies { $0.claims["firebase"]?["sign_in_provider"] == "password" }
            // An administrator who sets one gets tokens as well.
            try await wire.post("accounts:update", ["localId": "taro", "password": "tractor-paper"], as: .admin)
                → .satisfies { $0.claims["firebase"]?["sign_in_provider"] == "password" }
        },
        Statement("2.11-28", "A user who sends validSince ends the tokens from before, now, and gets new ones.") {
            wire in
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(1))
            let reply = try await wire.post("accounts:update", ["idToken": idToken, "validSince": "0"])
            reply → .has("idToken", "refreshToken", "expiresIn")
            #expect(
                try await wire.record(of: "taro")["validSince"]
                    == .string(String(wire.clock.now.secondsSinceEpoch)))
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("TOKEN_EXPIRED")
        },
        Statement("2.11-29", "An administrator's validSince is stored as it is sent, and signs nobody in.") { wire in
            let idToken = try await wire.taro()
            try await wire.post("accounts:update", ["localId": "taro", "validSince": "1900000000"], as: .admin)
                → .lacks("idToken")
            #expect(try await wire.record(of: "taro")["validSince"] == "1900000000")
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("TOKEN_EXPIRED")
        },
        Statement("2.11-30", "Old refresh tokens outlive a change.", .lenient) { wire in
            let session = try await wire.signInTaro()
            wire.clock.advance(by: .seconds(1))
            try await wire.post(
                "accounts:update", ["idToken": session["idToken"] ?? .null, "password": "battery-staple"]) → .done
            try await wire.post(
                "token", ["grantType": "refresh_token", "refreshToken": session["refreshToken"] ?? .null]) → .done
        },
        Statement("2.11-31", "A change ends the refresh tokens of all other sessions.", .strict) { wire in
            let session = try await wire.signInTaro()
            wire.clock.advance(by: .seconds(1))
            let reply = try await wire.post(
                "accounts:update", ["idToken": session["idToken"] ?? .null, "password": "battery-staple"])
            try await wire.post(
                "token", ["grantType": "refresh_token", "refreshToken": session["refreshToken"] ?? .null])
                → .refused("TOKEN_EXPIRED")
            try await wire.post("token", ["grantType": "refresh_token", "refreshToken": reply["refreshToken"]])
                → .done
        },
        Statement("2.11-32", "Tokens of a change say no second factor.", .lenient) { wire in
            let idToken = try await wire.twoFactorToken()
            try await wire.post("accounts:update", ["idToken": idToken, "validSince": "1"])
                → .satisfies { $0.claims["firebase"]?["sign_in_second_factor"] == nil }
        },
        Statement("2.11-33", "Tokens of a change say the second factor of the session.", .strict) { wire in
            let idToken = try await wire.twoFactorToken()
            try await wire.post("accounts:update", ["idToken": idToken, "validSince": "1"])
                → .satisfies { $0.claims["firebase"]?["sign_in_second_factor"] == "phone" }
        },
        Statement("2.11-34", "With private addresses only a code changes the address.", .strict) { wire in
            try wire.service.configure { $0.improvedEmailPrivacy = true }
            try await wire.post("accounts:update", ["idToken": try await wire.taro(), "email": "n@example.com"])
                → .refused("OPERATION_NOT_ALLOWED : Please verify the new email before changing email.")
        },
        Statement("2.11-35", "A user with second factors changes the address by a code.", .strict) { wire in
            let idToken = try await wire.taro()
            try await wire.factor()
            try await wire.post("accounts:update", ["idToken": idToken, "email": "n@example.com"])
                → .refused("EMAIL_CHANGE_NEEDS_VERIFICATION")
        },
    ]
}

extension WireFixture {
    /// An ID token of Taro, who signed in with the factor `f`.
    func twoFactorToken() async throws -> JSONValue {
        let challenge = try await challenge()
        let (session, code) = try await message(for: challenge)
        return try await call(
            "mfaSignIn:finalize",
            [
                "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                "phoneVerificationInfo": ["sessionInfo": session, "code": code],
            ])["idToken"] ?? .null
    }
}
