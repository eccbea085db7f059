import BridgePrimitives
import BridgeTrace

/// Watches a load, and knows when nothing more is to be expected of it.
struct VisitWatch: Sendable {
    private(set) var happenings: [VisitedPage.Happening]
    private(set) var failure: BridgeFailure?
    private(set) var status: Int?
    private(set) var url = "about:blank"
    private(set) var title = ""
    private(set) var isShown = false
    private var isLoading = true
    /// What is being loaded, by the engine's number.
    private var open: [Int64: Load] = [:]
    private var lastChange: ContinuousClock.Instant
    private var lastFinish: ContinuousClock.Instant?
    private var hasEnded = false
    /// Where the action leads that was decided on last, until its load begins.
    private var action: String?

    /// A request whose answer has not come whole.
    private struct Load {
        var url: String
        /// When the answer's head came, for what a page need not read to its end; nil before, and for all else.
        var answered: ContinuousClock.Instant?

        /// A body that comes is read at once: one that is not here by then is not read, or has no end.
        static let grace = Duration.seconds(1)

        func isAwaited(at now: ContinuousClock.Instant) -> Bool { answered.map { now - $0 < Self.grace } ?? true }
    }

    /// - Parameter happenings: what came before the load, and is to be told with it.
    init(at now: ContinuousClock.Instant, after happenings: [VisitedPage.Happening] = []) {
        (lastChange, self.happenings) = (now, happenings)
    }

    /// The same page, of which only what comes from now on is told.
    func goingOn(at now: ContinuousClock.Instant) -> VisitWatch {
        var watch = self
        (watch.happenings, watch.failure, watch.hasEnded) = ([], nil, false)
        (watch.isLoading, watch.lastChange, watch.lastFinish) = (false, now, nil)
        return watch
    }

    /// Something was seen of the load elsewhere, at the proxy.
    mutating func touch(at now: ContinuousClock.Instant) { lastChange = now }

    mutating func note(_ event: EngineEvent, at time: Instant, _ now: ContinuousClock.Instant) {
        lastChange = now
        let event = withTarget(event)
        switch event {
        case .resource(let number, let url, let hasEnded, let failure):
            let known = open.updateValue(Load(url: url), forKey: number)?.url
            if hasEnded { open[number] = nil }
            guard let failure else { return }
            // What was given up for another page is no failure, but a sign-in was wanted; the document's own is told as one.
            let isMeant =
                failure.isCancellation
                ? RequestPurpose.isSignIn(known ?? url) : known.map { $0 != self.url } ?? false
            guard isMeant else { return }
            let ended = EngineEvent.resource(number, url: known ?? url, hasEnded: true, failure: failure)
            happenings.append(VisitedPage.Happening(at: time, event: ended))
            return
        case .answered(let number):
            open[number]?.answered = now
            return
        case .navigation(let point, let url):
            if point == .didCommit { noteLeftSignIns(for: url, at: time) }
            note(point, url, now)
        case .response(_, let status, isForMainFrame: true, _): self.status = status == 0 ? nil : status
        case .failed(let failure): note(failure)
        case .urlChanged(let url): self.url = url.isEmpty ? "about:blank" : url
        case .titleChanged(let title): self.title = title
        case .processTerminated(let reason):
            fail(PageEngineReason.processTerminated.failure("the web content process ended (\(reason))"))
            isShown = false
        default: break
        }
        happenings.append(VisitedPage.Happening(at: time, event: event))
    }

    /// WebKitGTK begins a load that the page asks for with the address of the page that is left; the action before it has
    /// the load's own.
    private mutating func withTarget(_ event: EngineEvent) -> EngineEvent {
        switch event {
        case .action(let url, isRedirect: false, wantsNewWindow: false):
            action = url
            return event
        case .navigation(.didStartProvisional, let url):
            return .navigation(.didStartProvisional, url: action.take() ?? url)
        default: return event
        }
    }

    private mutating func note(_ point: EngineEvent.NavigationPoint, _ url: String, _ now: ContinuousClock.Instant) {
        self.url = url
        switch point {
        case .didStartProvisional: (isLoading, failure) = (true, nil)
        case .didReceiveServerRedirect: break
        case .didCommit:
            // What the page before was loading is of no interest any more, and may never be told to have ended; the document
            // itself goes on.
            (isShown, open) = (true, open.filter { $0.value.url == url })
        case .didFinish: (isLoading, lastFinish) = (false, now)
        }
    }

    /// Sign-ins of the page before, whose answers nobody waits for any more: not every engine tells that they ended.
    private mutating func noteLeftSignIns(for url: String, at time: Instant) {
        for (number, load) in open.sorted(by: { $0.key < $1.key })
        where load.url != url && load.answered == nil && RequestPurpose.isSignIn(load.url) {
            let left = EngineEvent.resource(number, url: load.url, hasEnded: true, failure: "cancelled")
            happenings.append(VisitedPage.Happening(at: time, event: left))
        }
    }

    private mutating func note(_ failure: EngineEvent.LoadFailure) {
        if failure.isSuperseded { return }
        fail(failure.bridgeFailure)
    }

    private mutating func fail(_ failure: BridgeFailure) {
        (self.failure, isLoading, open) = (failure, false, [:])
        hasEnded = true
    }

    /// Requests whose answers have not come, in the order in which they were sent; with what must come whole, not whole.
    var waiting: [String] { open.filter { $0.value.answered == nil }.sorted { $0.key < $1.key }.map(\.value.url) }

    /// Nobody waits any longer. What is shown stays shown.
    mutating func giveUp(_ failure: BridgeFailure) { if self.failure == nil { self.failure = failure } }

    var isBusy: Bool { failure?.code == PageEngineReason.pageBusy.code }

    /// The page answers nothing, which says more than that it did not finish.
    mutating func findBusy(_ failure: BridgeFailure) {
        if self.failure == nil || self.failure?.code == PageEngineReason.timedOut.code { self.failure = failure }
    }

    /// - Parameters:
    ///   - quiet: nothing has happened for this long, and nothing is being loaded. An answer that the page need not read
    ///     to its end counts for a second from its head on.
    ///   - patience: after the document has finished, so much is waited for what it loads on its own.
    func isOver(at now: ContinuousClock.Instant, quiet: Duration, patience: Duration) -> Bool {
        guard !isLoading else { return false }
        if let lastFinish, now - lastFinish >= patience { return true }
        let isAwaiting = open.values.contains { $0.isAwaited(at: now) }
        return (!isAwaiting || hasEnded) && now - lastChange >= quiet
    }
}
