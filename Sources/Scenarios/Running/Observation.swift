public import BridgePrimitives
public import BridgeTrace

/// What a world looks like after a scenario's steps: everything an ``ScenarioExpectation`` can ask for.
public struct Observation: Sendable {
    public var verdict: Verdict
    /// Nil when no route was entered.
    public var route: String?
    public var path: String?
    /// The web page's user.
    public var webUserID: String?
    /// The native app's user.
    public var nativeUserID: String?
    /// Why the verdict is what it is, most telling first.
    public var verdictReasons: [ReasonCode]
    public var events: [TraceEvent]
    public var findings: [Finding]
    /// Names of the cookies on the first request for the page that was opened last; nil when none was sent.
    public var firstRequestCookies: [String]?
    /// Names of the cookies on any request for it.
    public var sentCookies: Set<String>
    /// Names of the cookies in the web view's store.
    public var storedCookies: Set<String>
    /// Names that `document.cookie` gave the guard.
    public var visibleCookies: Set<String>
    /// The cookies of all stores.
    public var cookies: [ObservedCookie] = []
    /// The store of the view that was opened last.
    public var currentStore = CookieCondition.Store.webView
    public var tokens: [ObservedToken] = []
    /// Oldest first.
    public var authCalls: [ObservedAuthCall] = []
    /// Each step that was taken, the last of them perhaps in vain.
    public var stepTimes: [StepTime] = []
    /// By the world's clock, since the world was made.
    public var worldTime = Duration.zero
    /// In real time, since then.
    public var realTime = Duration.zero
    /// The world's time.
    public var now = Instant.epoch
    /// The sequence number of the first event of the page that was opened last; nil where none was.
    public var pageStart: Int?
    /// What the events were masked with.
    public var masking = Masking(.fingerprints)
    /// What the world is, as a trace file says it.
    public var head: TraceHead
    /// What the reader of a failure is to know beside its cause; nil for nothing.
    public var hint: Finding?

    public init(
        verdict: Verdict, route: String?, path: String?, webUserID: String?, nativeUserID: String?,
        verdictReasons: [ReasonCode], events: [TraceEvent], findings: [Finding], firstRequestCookies: [String]?,
        sentCookies: Set<String>, storedCookies: Set<String>, visibleCookies: Set<String>,
        head: TraceHead = TraceHead(id: "1", name: "")
    ) {
        (self.verdict, self.route, self.path) = (verdict, route, path)
        (self.webUserID, self.nativeUserID, self.verdictReasons) = (webUserID, nativeUserID, verdictReasons)
        (self.events, self.findings, self.firstRequestCookies) = (events, findings, firstRequestCookies)
        (self.sentCookies, self.storedCookies, self.visibleCookies) = (sentCookies, storedCookies, visibleCookies)
        self.head = head
    }

    /// - Parameter store: nil for that of the view that was opened last.
    func cookies(in store: CookieCondition.Store?) -> [ObservedCookie] {
        cookies.filter { $0.store == store ?? currentStore }
    }

    /// All of it, as a trace file has it.
    ///
    /// - Parameters:
    ///   - name: what was run.
    ///   - cause: why it did not end as it was to.
    public func recording(name: String, because cause: RootCause?, elapsed: Duration? = nil) -> RecordedTrace {
        var (head, outcome) = (head, TraceOutcome(verdict: verdict))
        head.name = name
        (outcome.uid, outcome.rootCause, outcome.findings) = (webUserID, cause, findings)
        outcome.elapsed = elapsed
        return RecordedTrace(head: head, events: events, outcome: outcome)
    }
}
