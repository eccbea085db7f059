import BridgePrimitives
import BridgeTrace

/// How to finish a sign-in whose account has second factors.
///
/// It comes with the error `secondFactorRequired`, under ``AuthErrorUserInfoMultiFactorResolverKey``.
public final class MultiFactorResolver: Sendable {
    /// For `verifyPhoneNumber(with:uiDelegate:multiFactorSession:)`.
    public let session: MultiFactorSession
    /// The factors to choose from; telephone numbers are obfuscated.
    public let hints: [MultiFactorInfo]
    public let auth: Auth

    init(auth: Auth, pendingCredential: Secret<String>, hints: [MultiFactorInfo]) {
        (self.auth, self.hints) = (auth, hints)
        session = MultiFactorSession(.signIn(pendingCredential: pendingCredential))
    }

    /// Shows the second factor, and signs in.
    ///
    /// - Throws: `invalidVerificationCode`, `sessionExpired`, `invalidMultiFactorSession`, `multiFactorInfoNotFound`.
    @discardableResult
    public func resolveSignIn(with assertion: MultiFactorAssertion) async throws -> AuthDataResult {
        do throws(AuthError) {
            return try await resolve(assertion)
        } catch {
            auth.record(.refused, uid: nil, provider: assertion.factorID, reasons: error.reasons)
            throw error
        }
    }

    public func resolveSignIn(
        with assertion: MultiFactorAssertion, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        auth.environment.complete(completion) { try await self.resolveSignIn(with: assertion) }
    }

    private func resolve(_ assertion: MultiFactorAssertion) async throws(AuthError) -> AuthDataResult {
        guard case .signIn(let pending) = session.stage else { throw AuthError(.missingMultiFactorSession) }
        var members = JSONObject([("mfaPendingCredential", .string(pending.reveal()))])
        switch assertion {
        case let phone as PhoneMultiFactorAssertion:
            members["phoneVerificationInfo"] = try phone.verificationInfo()
        case let totp as TOTPMultiFactorAssertion:
            guard case .signIn(let id) = totp.proof else { throw AuthError(.missingMultiFactorInfo) }
            members["mfaEnrollmentId"] = .string(id)
            members["totpVerificationInfo"] = ["verificationCode": .string(totp.oneTimePassword.reveal())]
        default: throw AuthError(.missingMultiFactorInfo)
        }
        let reply = try await auth.perform(.finalizeSecondFactor, members)
        guard let tokens = SessionTokens(signIn: reply, now: auth.now) else { throw AuthError(.invalidUserToken) }
        let opened = try await auth.newSession(tokens)
        try auth.become(opened)
        auth.record(.signedIn, uid: opened.profile.uid, provider: assertion.factorID)
        return AuthDataResult(user: auth.user(of: opened), additionalUserInfo: nil)
    }
}
