import BridgePrimitives
import BridgeTrace

/// The user's claims changed, and the page opened a route with an ID token from before.
struct StaleClaims: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.staleClaims, .fragile)]
    private(set) var findings: [Finding] = []
    /// The page's user.
    private var uid: String?
    /// The refresh token that the auth service made last for each user.
    private var refreshTokens: [String: MaskedText] = [:]
    /// That of the page's session.
    private var session: MaskedText?
    /// The change that the page's ID token does not have.
    private var change: Int?

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        switch event.kind {
        case .token(let token) where event.actor == .auth && token.form == .refreshToken:
            if token.action == .issued, let uid = token.uid { refreshTokens[uid] = token.token }
            // With it the page gets an ID token that has the claims as they are.
            if token.action == .accepted, token.token == session { change = nil }
        case .account(let account) where event.actor == .page:
            if account.action == .signedIn {
                (uid, session, change) = (account.uid, account.uid.flatMap { refreshTokens[$0] }, nil)
            }
            if account.action == .signedOut { (uid, session, change) = (nil, nil, nil) }
        case .account(let account) where event.actor == .auth:
            guard let uid, account.uid == uid, account.reasons.contains(AccountChangeReason.claimsChanged.code) else {
                return
            }
            change = event.sequence
        case .routing(let routing) where routing.step == .entered:
            guard findings.isEmpty, let change, let uid else { return }
            findings = [
                Finding(
                    HandoffReason.staleClaims,
                    "The claims of \(uid) changed, and the page opened \(routing.path) with an ID token that has the old"
                        + " ones: by itself it takes up to an hour to get another.",
                    evidence: [change, event.sequence])
            ]
        default: break
        }
    }
}
