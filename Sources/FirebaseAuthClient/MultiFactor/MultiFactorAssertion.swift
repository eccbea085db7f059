import BridgePrimitives

/// What proves that somebody has a second factor.
///
/// Unchecked because it has subclasses: every property of all of them is a `let`.
public class MultiFactorAssertion: @unchecked Sendable {
    /// `phone` or `totp`.
    public let factorID: String

    fileprivate init(factorID: String) { self.factorID = factorID }
}

/// A code that came to a phone.
public final class PhoneMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {
    let credential: PhoneAuthCredential

    fileprivate init(_ credential: PhoneAuthCredential) {
        self.credential = credential
        super.init(factorID: PhoneMultiFactorID)
    }
}

/// A code that an authenticator app shows.
public final class TOTPMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {
    enum Proof: Sendable {
        case enrollment(TOTPSecret)
        case signIn(enrollmentID: String)
    }

    let proof: Proof
    let oneTimePassword: Secret<String>

    fileprivate init(_ proof: Proof, _ oneTimePassword: String) {
        (self.proof, self.oneTimePassword) = (proof, Secret(oneTimePassword))
        super.init(factorID: TOTPMultiFactorID)
    }
}

/// Makes assertions of codes that came to phones.
public enum PhoneMultiFactorGenerator: Sendable {
    public static func assertion(with phoneAuthCredential: PhoneAuthCredential) -> PhoneMultiFactorAssertion {
        PhoneMultiFactorAssertion(phoneAuthCredential)
    }
}

/// Makes secrets for authenticator apps, and assertions of what they show.
public enum TOTPMultiFactorGenerator: Sendable {
    /// Asks the service for a secret; it must be confirmed within minutes.
    ///
    /// - Throws: `missingMultiFactorSession` for a session of a sign-in, and what enrolling a factor throws.
    public static func generateSecret(with session: MultiFactorSession) async throws -> TOTPSecret {
        try await generateSecret(with: session, auth: Auth.auth())
    }

    public static func generateSecret(
        with session: MultiFactorSession, completion: @escaping @MainActor (TOTPSecret?, (any Error)?) -> Void
    ) {
        let auth = Auth.auth()
        auth.environment.complete(completion) { try await generateSecret(with: session, auth: auth) }
    }

    static func generateSecret(with session: MultiFactorSession, auth: Auth) async throws(AuthError) -> TOTPSecret {
        guard case .enrollment(let idToken) = session.stage else { throw AuthError(.missingMultiFactorSession) }
        let reply = try await auth.perform(
            .startEnrollment, JSONObject([("idToken", .string(idToken.reveal())), ("totpEnrollmentInfo", [:])]))
        return try TOTPSecret(reply["totpSessionInfo"])
    }

    public static func assertionForEnrollment(
        with secret: TOTPSecret, oneTimePassword: String
    ) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(.enrollment(secret), oneTimePassword)
    }

    public static func assertionForSignIn(
        withEnrollmentID enrollmentID: String, oneTimePassword: String
    ) -> TOTPMultiFactorAssertion {
        TOTPMultiFactorAssertion(.signIn(enrollmentID: enrollmentID), oneTimePassword)
    }
}
