import BridgePrimitives
public import BridgeTrace

/// Reads a trace and says why the handoff did not end as it should: the one answer that `demo`, `run` and `trace` give.
///
/// It follows the session through its life: sign-in, exchange, `Set-Cookie`, the copy into the web view, its store,
/// the request, the guard's look at `document.cookie`, the sign-in with the custom token, the route. It begins at the
/// end, since what the page ran into decides which of the earlier events mattered, and goes back to the first of them.
///
/// Pure: the same events give the same cause. Linear in the number of events.
public struct HandoffDiagnosis: Sendable {
    /// The cookie that carries the custom token.
    public let cookieName: String
    /// The host of the web app.
    public let appHost: String
    /// The app's user; nil for nobody.
    public let nativeUserID: String?
    /// The sequence number of the first event of the page that was opened last; nil when none was.
    public let pageStart: Int?
    /// The Firebase project that the app signs in to; nil where it is not known.
    public var projectID: String?

    public init(
        cookieName: String, appHost: String, nativeUserID: String?, pageStart: Int?, projectID: String? = nil
    ) {
        (self.cookieName, self.appHost) = (cookieName, appHost)
        (self.nativeUserID, self.pageStart, self.projectID) = (nativeUserID, pageStart, projectID)
    }

    /// The cause of `shortfall`; nil when nothing in the handoff stands against what was wanted.
    public func rootCause(of shortfall: Shortfall, in events: [TraceEvent]) -> RootCause? {
        let gap: Gap?
        switch shortfall {
        case .ending(let verdict, let expected):
            gap = journey(of: cookieName, events).gap(before: verdict, expected: expected)
        case .step(let step, let reason, let others, let message, let since):
            gap = journey(of: cookieName, events).gap(
                inStep: step, reason: reason, others: others, message: message, since: since)
        case .cookie(let name, let place):
            // A name that nobody wrote is the expectation's, not the handoff's, unless it is the session's own.
            let isKnown = name == cookieName || events.contains { $0.writes(name) }
            gap = isKnown ? journey(of: name, events).absence(from: place) : nil
        }
        return gap.map { $0.rootCause(in: events, cookieName: cookieName) }
    }

    /// Why a page that was loaded by itself did not open, or what failed in it; nil when neither happened.
    public func rootCauseOfLoading(in events: [TraceEvent]) -> RootCause? {
        journey(of: cookieName, events).gapInLoading?.rootCause(in: events, cookieName: cookieName)
    }

    /// What a recording of the network shows: its cause, and what else there is to say, heaviest first.
    ///
    /// What a recording lacks is no fact: where the session got further than it shows, the cause says how far it was seen.
    ///
    /// - Parameter events: of one client.
    package func findings(
        ofRecording events: [TraceEvent], _ facts: RecordedFacts
    ) -> (cause: Finding, others: [Finding]) {
        let recorded = RecordedJourney(journey(of: cookieName, events), facts)
        let notes = RecordedRow.notes.flatMap { $0.gaps(recorded) }.compactMap(\.self)
        let findings = (RecordedRow.gaps(of: recorded) + notes).map(\.finding)
        return (findings[0], Array(findings.dropFirst()))
    }

    /// The cookies that jars refused, and why: worth knowing, and no reason why a page did not open.
    public func refusedCookies(in events: [TraceEvent]) -> [Finding] {
        journey(of: cookieName, events).refusedCookies.map(\.finding)
    }

    private func journey(of name: String, _ events: [TraceEvent]) -> Journey {
        Journey(
            events: events, cookieName: name, appHost: appHost, nativeUserID: nativeUserID, pageStart: pageStart,
            projectID: projectID)
    }
}

/// Where the session's way breaks off.
struct Gap {
    let code: ReasonCode
    let message: String
    let fix: String
    let sequence: Int?

    /// - Parameter fix: nil for the reason's own.
    init(_ reason: some Reason, _ message: String, fix: String? = nil, at sequence: Int?) {
        self.init(code: reason.code, message, fix: fix ?? reason.fix, at: sequence)
    }

    init(code: ReasonCode, _ message: String, fix: String, at sequence: Int?) {
        (self.code, self.message, self.fix, self.sequence) = (code, message, fix, sequence)
    }

    var finding: Finding { Finding(code: code, message: message, fix: fix, evidence: sequence.map { [$0] } ?? []) }

    /// Whether it lies earlier in the trace; what lies nowhere is last.
    func isBefore(_ other: Gap) -> Bool { (sequence ?? .max) < (other.sequence ?? .max) }

    /// With what followed: what kept the token back, what was refused and how the page's router went on.
    func rootCause(in events: [TraceEvent], cookieName: String) -> RootCause {
        var told: Set<ReasonCode> = [code]
        var consequences: [RootCause.Consequence] = []
        for event in events where event.sequence >= sequence ?? .max {
            for code in event.setbacks(of: cookieName) where told.insert(code).inserted {
                consequences.append(RootCause.Consequence(sequence: event.sequence, code: code))
            }
        }
        return RootCause(
            code: code, message: message + Self.detail(of: events.first { $0.sequence == sequence }), fix: fix,
            evidence: sequence, consequences: consequences)
    }

    /// Which member of a request was refused: the reason's own words cannot say it.
    private static func detail(of event: TraceEvent?) -> String {
        guard case .account(let account)? = event?.kind, let detail = account.detail else { return "" }
        return " The auth service says: \(detail.text)" + (detail.text.hasSuffix(".") ? "" : ".")
    }
}

extension TraceEvent {
    /// Whether somebody wanted to set a cookie of that name.
    fileprivate func writes(_ name: String) -> Bool {
        guard case .cookieWrite(let write) = kind else { return false }
        return write.name == name
    }

    /// The codes by which this event kept the session from going on.
    fileprivate func setbacks(of cookieName: String) -> [ReasonCode] {
        switch kind {
        case .routing(let routing): routing.reasons
        case .cookieRead(let read): read.hidden.filter { $0.name == cookieName }.flatMap(\.reasons)
        case .request(let request):
            actor == .webView ? request.withheld.filter { $0.name == cookieName }.flatMap(\.reasons) : []
        case .edge(let edge): edge.dropped.contains(cookieName) ? edge.reasons : []
        case .token(let token): token.action == .refused ? token.reasons : []
        case .account(let account): account.action == .refused ? account.reasons : []
        case .navigation(let navigation): navigation.phase == .didFail ? navigation.reasons : []
        case .response(let response): response.status == nil ? response.reasons : []
        case .script(let script): script.exception == nil ? [] : script.reasons
        case .cookieWrite(let write):
            write.name == cookieName && !write.isInStore && !write.isDeletion ? write.reasons : []
        default: []
        }
    }
}
