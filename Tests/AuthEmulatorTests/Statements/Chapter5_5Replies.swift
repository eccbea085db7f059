@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    /// What clients need of the replies with which a sign-in does not end.
    static let specialReplies: [Statement] = [
        Statement("5.5-01", "A challenge has all of the sign-in's reply but tokens, and the list of factors.") { wire in
            _ = try await wire.challenge()
            let reply = try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"])
            reply
                → .answers([
                    "kind": "identitytoolkit#VerifyPasswordResponse", "localId": "taro", "email": "taro@example.com",
                    "registered": true,
                ])
            reply → .has("mfaPendingCredential", "mfaInfo")
            reply → .lacks("idToken", "refreshToken", "expiresIn")
        },
        Statement("5.5-02", "Custom tokens, numbers and passkeys are never asked for a second factor.", .lenient) {
            wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "passkeyEnrollment:finalize", ["idToken": idToken, "authenticatorRegistrationResponse": ["id": "c"]])
                → .done
            try await wire.factor()
            let token = JSONValue.string(try wire.fixture.customToken("taro"))
            try await wire.post("accounts:signInWithCustomToken", ["token": token]) → .has("idToken")
            try await wire.post(
                "passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "c"]]) → .has("idToken")
        },
        Statement("5.5-03", "An e-mail link asks for the factor.") { wire in
            try await wire.factor()
            let code = try await wire.mailed(["requestType": "EMAIL_SIGNIN", "email": "taro@example.com"])
            let reply = try await wire.post(
                "accounts:signInWithEmailLink", ["email": "taro@example.com", "oobCode": code])
            reply → .answers(["localId": "taro", "isNewUser": false])
            reply → .has("mfaPendingCredential", "mfaInfo")
            reply → .lacks("idToken")
        },
        Statement("5.5-04", "A link that is added asks for the factor too; the change is stored by then.", .lenient) {
            wire in
            let idToken = try await wire.taro()
            try await wire.factor()
            let code = try await wire.mailed(["requestType": "EMAIL_SIGNIN", "email": "new@example.com"])
            wire.clock.advance(by: .seconds(5))
            let before = try await wire.record(of: "taro")["lastLoginAt"]
            let reply = try await wire.post(
                "accounts:signInWithEmailLink", ["email": "new@example.com", "oobCode": code, "idToken": idToken])
            reply → .has("mfaPendingCredential", "mfaInfo")
            reply → .lacks("idToken", "refreshToken")
            let user = try await wire.record(of: "taro")
            #expect(user["email"] == "new@example.com" && user["emailLinkSignin"] == true)
            #expect(user["lastLoginAt"] == before)
        },
        Statement("5.5-05", "A link that is added answers with tokens, without which iOS ends.", .strict) { wire in
            let idToken = try await wire.twoFactorToken()
            let code = try await wire.mailed(["requestType": "EMAIL_SIGNIN", "email": "new@example.com"])
            let reply = try await wire.post(
                "accounts:signInWithEmailLink", ["email": "new@example.com", "oobCode": code, "idToken": idToken])
            reply → .has("idToken", "refreshToken", "expiresIn")
            #expect(reply.claims["firebase"]?["sign_in_second_factor"] == "phone")
        },
        Statement("5.5-06", "With second factors switched off nobody is asked for one.") { wire in
            try await wire.factor()
            try wire.service.configure { $0.secondFactors = .disabled }
            try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"])
                → .has("idToken")
        },
    ]
}

extension StatementTests {
    @Test("5.5", arguments: Statement.trials(of: Statement.specialReplies))
    func specialReplies(_ trial: Statement.Trial) async throws { try await trial.run() }
}
