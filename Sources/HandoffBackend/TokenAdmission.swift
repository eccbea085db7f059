public import BridgePrimitives
import BridgeTrace
public import Tokens

/// The check at the backends' door: the text of an ID token becomes a user, or a refusal with all its reasons.
public struct TokenAdmission: Sendable {
    /// What was decided on a token.
    enum Decision: Sendable {
        case accepted(VerifiedIDToken)
        /// - Parameter reasons: not empty, in the order of the checks.
        case refused(status: Int, reasons: [any Reason])
    }

    /// A decision, and how the certificates for it were come by; nil where none were needed or none were got.
    struct Verdict: Sendable {
        let decision: Decision
        let certificates: ReasonCode?
    }

    private let verifier: IDTokenVerifier
    private let certificates: CertificateCache
    private let clockSkew: Duration
    private let accounts: AccountLookup?
    private let clock: WorldClock

    /// - Parameters:
    ///   - projectID: which project's tokens are let in.
    ///   - form: whether session cookies are let in instead; they are signed with the same keys.
    ///   - clockSkew: how far the auth service's clock may be off: 0 to 60 seconds.
    ///   - accounts: asked about each token that is good, so that revoked ones are refused; nil to believe tokens
    ///     until they expire, as the Admin SDKs do by default.
    public init(
        projectID: String, certificates: CertificateCache, checks: TokenChecks = .strict,
        form: IDTokenVerifier.Form = .idToken, clockSkew: Duration = .zero, accounts: AccountLookup? = nil,
        clock: WorldClock
    ) {
        verifier = IDTokenVerifier(projectID: projectID, checks: checks, form: form)
        (self.certificates, self.clockSkew) = (certificates, clockSkew)
        (self.accounts, self.clock) = (accounts, clock)
    }

    /// - Parameter text: what stands for an ID token; may be anything.
    /// - Complexity: one RSA public operation; a request to the auth service when its keys are not in memory, and one
    ///   more where accounts are looked up.
    func verdict(on text: String) async -> Verdict {
        let token: UnverifiedToken
        do { token = try UnverifiedToken(parsing: text) } catch {
            return Verdict(decision: .refused(status: 401, reasons: [error]), certificates: nil)
        }
        var keys: CertificateCache.Keys?
        // A token that is refused whatever the keys are is not worth a request.
        if token.algorithm == "RS256", let keyID = token.keyID, !keyID.isEmpty {
            switch await certificates.keys(for: keyID) {
            case .success(let published): keys = published
            case .failure(let failure):
                // Lenient checks don't need keys; they only tell more with them.
                if verifier.checks == .strict {
                    return Verdict(
                        decision: .refused(status: failure.reason.status, reasons: [failure.reason]),
                        certificates: nil)
                }
            }
        }
        return Verdict(decision: await decision(on: token, keys: keys?.byID ?? [:]), certificates: keys?.origin.code)
    }

    private func decision(on token: UnverifiedToken, keys: [String: VerificationKey]) async -> Decision {
        switch verifier.verify(token, keys: keys, now: clock.now(on: .backend), clockSkew: clockSkew) {
        case .refused(let reasons): return .refused(status: 401, reasons: reasons)
        case .accepted(let token):
            guard let accounts, let objection = await accounts.objection(to: token) else { return .accepted(token) }
            return .refused(status: objection == .unavailable ? 503 : 401, reasons: [objection])
        }
    }
}
