import BridgePrimitives

/// What a page's navigations came to so far, told in steps.
struct NavigationRecord: Sendable {
    /// The address of the page, as a URL or a path.
    let initialPath: String
    private var steps: [GuardStep] = []
    /// How the last navigation of the page or its user ended; nil until it has.
    private(set) var result: GuardedOutcome?
    /// Navigations that the page or its user began; the others are guards' redirects.
    private var ownIDs: Set<NavigationID> = []
    private var redirectedIDs: Set<NavigationID> = []

    init(initialPath: String) { self.initialPath = initialPath }

    /// The page or its user goes somewhere.
    mutating func began(_ id: NavigationID) {
        result = nil
        ownIDs.insert(id)
    }

    /// A guard will not decide any more.
    mutating func hangs(_ reasons: [GuardReason]) { result = result ?? .hanging(reasons) }

    func outcome(of router: Router) -> GuardedOutcome {
        result ?? (router.current.isStart ? .aborted : .entered(router.current, redirected: false))
    }

    mutating func note(_ action: RouterAction, of router: Router) {
        switch action {
        case .redirecting(let id, let from):
            redirectedIDs.insert(id)
            append(.ended, from, "sent elsewhere; the navigation goes on", [.redirected])
        case .settled(let id, .completed(let route)):
            let redirected = !ownIDs.contains(id) || redirectedIDs.contains(id) || route.redirectedFrom != nil
            let isFirst = !hasEntered
            append(
                .entered, route, router.address,
                (route.matched.isEmpty ? [.unmatchedRoute] : [])
                    + (isFirst && hidesPath(from: router) ? [.pathOutsideHash] : []))
            result = .entered(route, redirected: redirected)
        case .settled(_, .failed(let failure)):
            append(.ended, failure.to, failure.message, [GuardReason(failure.kind)])
            if failure.kind == .aborted, !hasEntered { result = .aborted }
        case .settled(_, .threw(let thrown)):
            append(.ended, router.current, thrown.logText, [.threw])
            if !hasEntered { result = .failed(message: thrown.logText) }
        default: break
        }
    }

    /// Whether the page was asked for by a path that a router in hash mode does not look at.
    private func hidesPath(from router: Router) -> Bool {
        router.mode == .hash && BrowserAddress(initialPath).path != "/"
    }

    private var hasEntered: Bool { if case .entered? = result { true } else { false } }

    mutating func append(
        _ kind: GuardStep.Kind, _ route: Route, _ detail: String, _ reasons: [GuardReason],
        others: [ReasonCode] = []
    ) {
        steps.append(
            GuardStep(
                kind: kind, path: route.fullPath, routeName: route.name, detail: detail, reasons: reasons,
                otherReasons: others))
    }

    mutating func drainSteps() -> [GuardStep] {
        defer { steps = [] }
        return steps
    }
}
