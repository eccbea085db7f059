import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import RouterGuard

/// A page's router and guard under way on one document: a preset, or a guard of somebody's own.
protocol PageShell: Sendable {
    var router: Router { get }

    /// Mounts the app, and does what can be done in the same turn.
    mutating func mount() async

    /// Goes on once user scripts at document end have run and auth has read its storage. It always ends: a guard that
    /// does nothing more is an outcome too.
    mutating func finish() async -> GuardedOutcome
}

/// What became of a token on a page.
enum PageSignIn: Sendable {
    case accepted
    /// By Firebase's JavaScript name for it.
    case refused(ReasonCode)
}

extension GuardStep {
    func record(in trace: TraceLog, at router: Router) {
        // Where nobody said what the routes are, one takes all that needs a user.
        let isLost =
            kind == .entered && router.current.matched.last?.matchesAnything == true
            && router.current.meta["requiresAuth"] != true
        let event = RoutingEvent(
            kind.traceStep, path: trace.masking.url(path), route: routeName, detail: trace.masking.url(detail),
            reasons: (reasons + (isLost ? [.unmatchedRoute] : [])).map(\.code) + otherReasons)
        trace.record(.routing(event), by: .page)
    }
}

extension Auth {
    /// Signs the page's user in, as the page's script sees it.
    func signInOnPage(_ token: Secret<String>, trace: TraceLog) async -> PageSignIn {
        do {
            try await signIn(withCustomToken: token.reveal())
            return .accepted
        } catch {
            // What the service refuses is its event; where it said nothing, this is the only one.
            if let error = error as? AuthError, error.serverCode == nil {
                trace.record(.account(AccountEvent(.refused, uid: nil, reasons: error.reasons)), by: .page)
            }
            // The page's guard knows Firebase's JavaScript names.
            return .refused(ReasonCode(unchecked: (error as? AuthError)?.javaScriptName ?? "auth/internal-error"))
        }
    }
}
