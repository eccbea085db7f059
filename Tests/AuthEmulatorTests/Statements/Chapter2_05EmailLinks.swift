import AuthEmulator
import BridgePrimitives
import Testing

extension WireFixture {
    /// A code that signs this address in.
    fileprivate func linkCode(_ email: String) async throws -> JSONValue {
        try await post("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": .string(email)]) → .done
        return try await latestOobCode()["oobCode"] ?? .null
    }
}

extension Statement {
    static let emailLinks: [Statement] = [
        Statement("2.5-01", "A code signs its address in as a password does, verified, and makes the user.") { wire in
            let code = try await wire.linkCode("hana@example.com")
            let asked = try await wire.post(
                "accounts:signInWithEmailLink", ["email": "HANA@example.com", "oobCode": code])
            asked
                → .answers([
                    "kind": "identitytoolkit#EmailLinkSigninResponse", "email": "hana@example.com", "isNewUser": true,
                ])
            asked → .claims(["email_verified": true])
            #expect(asked.claims["firebase"]?["sign_in_provider"] == "password")
            #expect(try await wire.record(of: asked.text("localId"))["emailLinkSignin"] == true)
            try await wire.post("accounts:signInWithEmailLink", ["email": "hana@example.com", "oobCode": code])
                → .refused("INVALID_OOB_CODE")
        },
        Statement("2.5-02", "The ID token is looked at first, then whether there are an address and a code.") { wire in
            try await wire.post("accounts:signInWithEmailLink", ["idToken": "x"]) → .refused("INVALID_ID_TOKEN")
            try await wire.post("accounts:signInWithEmailLink") → .refused("MISSING_EMAIL")
            try await wire.post("accounts:signInWithEmailLink", ["email": "x"]) → .refused("MISSING_OOB_CODE")
            try await wire.post("accounts:signInWithEmailLink", ["email": "x", "oobCode": "y"])
                → .refused("INVALID_OOB_CODE")
        },
        Statement("2.5-03", "Only the address that the code went to is right, and the code stays good for it.") {
            wire in
            let code = try await wire.linkCode("hana@example.com")
            for email in ["other@example.com", "x"] {
                try await wire.post("accounts:signInWithEmailLink", ["email": .string(email), "oobCode": code])
                    → .refused("INVALID_EMAIL : The email provided does not match the sign-in email address.")
            }
            try await wire.post("accounts:signInWithEmailLink", ["email": "hana@example.com", "oobCode": code])
                → .has("idToken")
        },
        Statement("2.5-04", "Codes for other things do not sign in.") { wire in
            _ = try await wire.taro()
            try await wire.post("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
                → .done
            let code = try await wire.latestOobCode()["oobCode"] ?? .null
            try await wire.post("accounts:signInWithEmailLink", ["email": "taro@example.com", "oobCode": code])
                → .refused("INVALID_OOB_CODE")
        },
        Statement("2.5-05", "A disabled user is told once the code is used up.") { wire in
            try await wire.user(["localId": "hana", "email": "hana@example.com", "disabled": true])
            let code = try await wire.linkCode("hana@example.com")
            for message in ["USER_DISABLED", "INVALID_OOB_CODE"] {
                try await wire.post("accounts:signInWithEmailLink", ["email": "hana@example.com", "oobCode": code])
                    → .refused(message)
            }
        },
        Statement("2.5-06", "Linking replaces the address, and another user's is refused with the code used up.") {
            wire in
            let idToken = try await wire.taro()
            let code = try await wire.linkCode("new@example.com")
            try await wire.post(
                "accounts:signInWithEmailLink", ["email": "new@example.com", "oobCode": code, "idToken": idToken])
                → .answers(["localId": "taro", "isNewUser": false, "email": "new@example.com"])
            #expect(try await wire.record(of: "taro")["initialEmail"] == nil)
            try await wire.user(["email": "hana@example.com"])
            let other = try await wire.linkCode("hana@example.com")
            for message in ["EMAIL_EXISTS", "INVALID_OOB_CODE"] {
                try await wire.post(
                    "accounts:signInWithEmailLink", ["email": "hana@example.com", "oobCode": other, "idToken": idToken])
                    → .refused(message)
            }
        },
        Statement("2.5-07", "Linking asks for the second factor again, and is stored before.", .lenient) { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:update",
                ["localId": "taro", "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]]],
                as: .admin) → .done
            let code = try await wire.linkCode("new@example.com")
            try await wire.post(
                "accounts:signInWithEmailLink", ["email": "new@example.com", "oobCode": code, "idToken": idToken])
                → .has("mfaPendingCredential") → .lacks("idToken")
            #expect(try await wire.record(of: "taro")["email"] == "new@example.com")
        },
        Statement("2.5-08", "Linking goes on with the session, without another second factor.", .strict) { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:update",
                ["localId": "taro", "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]]],
                as: .admin) → .done
            let code = try await wire.linkCode("new@example.com")
            try await wire.post(
                "accounts:signInWithEmailLink", ["email": "new@example.com", "oobCode": code, "idToken": idToken])
                → .has("idToken") → .lacks("mfaPendingCredential")
        },
        Statement("2.5-09", "A tenant without links says so first.") { wire in
            let tenant = try await wire.tenant([:])
            try await wire.post("accounts:signInWithEmailLink", ["idToken": "x"], tenant: tenant)
                → .refused("OPERATION_NOT_ALLOWED")
        },
    ]
}

extension StatementTests {
    @Test("2.5", arguments: Statement.trials(of: Statement.emailLinks))
    func emailLinks(_ trial: Statement.Trial) async throws { try await trial.run() }
}
