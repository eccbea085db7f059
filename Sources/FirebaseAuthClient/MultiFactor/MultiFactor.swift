import BridgePrimitives
import BridgeTrace

/// The second factors of a user.
public struct MultiFactor: Sendable {
    private let user: User

    init(user: User) { self.user = user }

    public var enrolledFactors: [MultiFactorInfo] { user.profile.factors.map(MultiFactorInfo.make) }

    /// Begins to enrol a factor, with the ID token that the user has now.
    ///
    /// - Throws: `nullUser` when nobody is signed in.
    public func session() async throws -> MultiFactorSession { try newSession() }

    private func newSession() throws(AuthError) -> MultiFactorSession {
        guard user.auth.session != nil else { throw AuthError(.nullUser) }
        return MultiFactorSession(.enrollment(idToken: user.session.tokens.idToken))
    }

    public func getSessionWithCompletion(_ completion: (@MainActor (MultiFactorSession?, (any Error)?) -> Void)?) {
        user.auth.environment.complete(completion) { try newSession() }
    }

    /// Adds a factor.
    ///
    /// - Throws: `nullUser`, `invalidVerificationCode`, `secondFactorAlreadyEnrolled`, `sessionExpired` …
    public func enroll(with assertion: MultiFactorAssertion, displayName: String?) async throws {
        guard user.auth.session != nil else { throw AuthError(.nullUser) }
        var members = JSONObject([("idToken", .string(user.session.tokens.idToken.reveal()))])
        members["displayName"] = displayName.map { .string($0) }
        switch assertion {
        case let phone as PhoneMultiFactorAssertion:
            members["phoneVerificationInfo"] = try phone.verificationInfo()
        case let totp as TOTPMultiFactorAssertion:
            guard case .enrollment(let secret) = totp.proof else { throw AuthError(.missingMultiFactorSession) }
            members["totpVerificationInfo"] = [
                "sessionInfo": .string(secret.sessionInfo ?? ""),
                "verificationCode": .string(totp.oneTimePassword.reveal()),
            ]
        default: throw AuthError(.missingMultiFactorInfo)
        }
        try await change(.finalizeEnrollment, members)
    }

    public func enroll(
        with assertion: MultiFactorAssertion, displayName: String?,
        completion: (@MainActor ((any Error)?) -> Void)?
    ) {
        user.auth.environment.complete(completion) {
            try await enroll(with: assertion, displayName: displayName)
        }
    }

    /// Takes a factor away.
    public func unenroll(with factorInfo: MultiFactorInfo) async throws {
        try await unenroll(withFactorUID: factorInfo.uid)
    }

    public func unenroll(with factorInfo: MultiFactorInfo, completion: (@MainActor ((any Error)?) -> Void)?) {
        unenroll(withFactorUID: factorInfo.uid, completion: completion)
    }

    /// Takes a factor away.
    ///
    /// - Throws: `multiFactorInfoNotFound`, `requiresRecentLogin`.
    public func unenroll(withFactorUID factorUID: String) async throws {
        guard user.auth.session != nil else { throw AuthError(.nullUser) }
        try await change(
            .withdrawEnrollment,
            JSONObject([
                ("idToken", .string(user.session.tokens.idToken.reveal())), ("mfaEnrollmentId", .string(factorUID)),
            ]))
    }

    public func unenroll(withFactorUID factorUID: String, completion: (@MainActor ((any Error)?) -> Void)?) {
        user.auth.environment.complete(completion) { try await unenroll(withFactorUID: factorUID) }
    }

    /// Sends the change, takes over its tokens, and reads the profile again with them.
    private func change(_ call: AuthCall, _ members: JSONObject) async throws(AuthError) {
        let (auth, session) = (user.auth, user.session)
        do throws(AuthError) {
            let reply = try await auth.perform(call, members)
            guard auth.adopt(reply, in: session) else { throw AuthError(.invalidUserToken) }
            // The expiry is unknown after an enrolment, so this asks the token endpoint first.
            try await auth.reload(session, try await auth.idToken(of: session, forcingRefresh: false))
        } catch { throw auth.judged(error, of: session) }
        auth.record(.updated, uid: user.uid)
        try auth.save(session)
    }
}

extension PhoneMultiFactorAssertion {
    /// `phoneVerificationInfo`; an empty code or id is refused before anything is sent.
    func verificationInfo() throws(AuthError) -> JSONValue {
        guard case .code(let id, let code) = credential.proof else { throw AuthError(.invalidCredential) }
        guard !id.isEmpty else { throw AuthError(.missingVerificationID) }
        guard !code.reveal().isEmpty else { throw AuthError(.missingVerificationCode) }
        return ["sessionInfo": .string(id), "code": .string(code.reveal())]
    }
}
