import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let passwords: [Statement] = [
        Statement("2.3-01", "A right password is answered with kind, registered, uid, address and tokens.") { wire in
            _ = try await wire.taro()
            try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"])
                → .answers([
                    "kind": "identitytoolkit#VerifyPasswordResponse", "registered": true, "localId": "taro",
                    "email": "taro@example.com", "expiresIn": "3600",
                ]) → .has("idToken", "refreshToken")
        },
        Statement(
            "2.3-02", "The address is missing when it is absent, and wrong when it is empty; the password is missing."
        ) { wire in
            try await wire.post("accounts:signInWithPassword", ["password": "x"]) → .refused("MISSING_EMAIL")
            try await wire.post("accounts:signInWithPassword", ["email": ""]) → .refused("INVALID_EMAIL")
            try await wire.post("accounts:signInWithPassword", ["email": "x@y@z"]) → .refused("INVALID_EMAIL")
            for body in [["email": "a@example.com"], ["email": "a@example.com", "password": ""]] as [JSONValue] {
                try await wire.post("accounts:signInWithPassword", body) → .refused("MISSING_PASSWORD")
            }
        },
        Statement(
            "2.3-03", "An ID token beside a password is not implemented, which is told after all that is missing."
        ) { wire in
            try await wire.post("accounts:signInWithPassword", ["idToken": "x"]) → .refused("MISSING_EMAIL")
            for name in ["idToken", "pendingIdToken"] {
                try await wire.post(
                    "accounts:signInWithPassword",
                    adding(name, "x", to: ["email": "a@example.com", "password": "secret"]))
                    → .refused("NOT_IMPLEMENTED : \(name)", status: 501)
            }
        },
        Statement("2.3-04", "An unknown address, a disabled user and a wrong password are told apart, in this order.") {
            wire in
            try await wire.user([
                "localId": "hana", "email": "hana@example.com", "password": "correct-horse", "disabled": true,
            ])
            func signIn(_ email: String) async throws -> Asked {
                try await wire.post("accounts:signInWithPassword", ["email": .string(email), "password": "wrong-one"])
            }
            try await signIn("nobody@example.com") → .refused("EMAIL_NOT_FOUND")
            try await signIn("hana@example.com") → .refused("USER_DISABLED")
            _ = try await wire.taro()
            try await signIn("taro@example.com") → .refused("INVALID_PASSWORD")
            try await wire.user(["email": "bare@example.com"])
            try await signIn("bare@example.com") → .refused("INVALID_PASSWORD")
        },
        Statement("2.3-05", "With e-mail privacy only a disabled user is told.") { wire in
            try wire.service.configure { $0.improvedEmailPrivacy = true }
            try await wire.user([
                "localId": "hana", "email": "hana@example.com", "password": "correct-horse", "disabled": true,
            ])
            _ = try await wire.taro()
            for (email, message) in [
                ("nobody@example.com", "INVALID_LOGIN_CREDENTIALS"), ("taro@example.com", "INVALID_LOGIN_CREDENTIALS"),
                ("hana@example.com", "USER_DISABLED"),
            ] {
                try await wire.post("accounts:signInWithPassword", ["email": .string(email), "password": "wrong-one"])
                    → .refused(message)
            }
        },
        Statement("2.3-06", "The name is not told.", .lenient) { wire in
            _ = try await wire.taro()
            try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"])
                → .lacks("displayName")
        },
        Statement("2.3-07", "The name is told.", .strict) { wire in
            _ = try await wire.taro()
            try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"])
                → .answers(["displayName": "Taro"])
        },
        Statement("2.3-08", "A user with a second factor gets no tokens, and is not signed in yet.") { wire in
            _ = try await wire.taro()
            try await wire.post(
                "accounts:update",
                ["localId": "taro", "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]]],
                as: .admin) → .done
            wire.clock.advance(by: .seconds(5))
            let asked = try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"])
            asked → .has("mfaPendingCredential", "mfaInfo") → .lacks("idToken", "refreshToken", "expiresIn")
            #expect(asked["mfaInfo"].arrayValue?.first?["phoneInfo"] == "+********0001")
            #expect(
                try await wire.record(of: "taro")["lastLoginAt"]
                    == .string(String(Fixture.start.millisecondsSinceEpoch)))
        },
        Statement("2.3-09", "A tenant that has no passwords says so first.") { wire in
            let tenant = try await wire.tenant([:])
            try await wire.post("accounts:signInWithPassword", tenant: tenant) → .refused("PASSWORD_LOGIN_DISABLED")
        },
        Statement("2.3-10", "Answers to a captcha are not looked at.") { wire in
            _ = try await wire.taro()
            try await wire.post(
                "accounts:signInWithPassword",
                [
                    "email": "taro@example.com", "password": "correct-horse", "captchaResponse": "x",
                    "captchaChallenge": "y", "returnSecureToken": false,
                ]) → .has("idToken")
        },
    ]
}

extension StatementTests {
    @Test("2.3", arguments: Statement.trials(of: Statement.passwords))
    func passwords(_ trial: Statement.Trial) async throws { try await trial.run() }
}
