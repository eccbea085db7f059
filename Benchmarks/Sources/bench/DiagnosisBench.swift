import SessionBridge

/// The cause of a long trace: a server sends the page to its sign-in page again and again, since the session's path is /api.
enum DiagnosisBench {
    private static let counts = [2_500, 10_000]
    private static let repeats = 11

    static func run(into table: BenchTable) throws {
        var times: [Double] = []
        for count in counts {
            let events = Loop().events(count)
            let diagnosis = HandoffDiagnosis(
                cookieName: "customtoken", appHost: "app.test", nativeUserID: "u", pageStart: 0)
            var causes: Set<String> = []
            let seconds = (0..<repeats).map { _ in
                ContinuousClock().measure {
                    let cause = diagnosis.rootCause(of: .ending(.looping, expected: nil), in: events)
                    causes.insert(cause?.code.rawValue ?? "none")
                }.inSeconds
            }
            guard causes == ["send/path"] else { throw BenchProblem("the cause is \(causes)") }
            times.append(median(seconds))
        }
        table.add(
            BenchRow(
                what: "diagnosis", subject: "a redirect loop, 10 000 events", value: times[1] * 1000, unit: "ms",
                against: "50 ms", ratio: 0.05 / times[1], target: 1))
        table.add(
            BenchRow(
                what: "diagnosis", subject: "per event, of 10 000", value: times[1] * 1e9 / 10_000, unit: "ns",
                against: "per event, of 2 500", ratio: times[0] * 4 / times[1], target: 0.8))
    }
}

/// What went wrong in a measurement itself.
private struct BenchProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Writes the trace of a page in an engine.
private struct Loop {
    private let trace = TraceLog(
        clock: WorldClock { Instant(secondsSinceEpoch: 1_790_000_000) }, masking: Masking(.fingerprints))

    func events(_ count: Int) -> [TraceEvent] {
        let hop = ask("POST", "/api/login", by: .page, answering: 200)
        trace.record(
            .cookieWrite(
                CookieWriteEvent(
                    store: "web view", source: .response, host: "app.test", name: "session", value: session,
                    attributes: "Path=/api; HttpOnly", outcome: .stored, reasons: [], hop: hop)), by: .webView)
        while trace.mark < count - 1 {
            ask("GET", "/account", by: .webView, answering: 302, to: "/login", without: [withheld])
            ask("GET", "/login", by: .webView, answering: 200)
        }
        trace.record(
            .routing(
                RoutingEvent(
                    .ended, path: trace.masking.url("/login"), detail: trace.masking.text(""),
                    reasons: [ReasonCode(unchecked: "page/looping")])), by: .page)
        return trace.events
    }

    private var session: MaskedText { trace.masking.secret("0123456789abcdef") }

    private var withheld: CookieMention {
        CookieMention(
            name: "session", domain: "app.test", path: "/api", value: session,
            reasons: [ReasonCode(unchecked: "send/path")])
    }

    @discardableResult
    private func ask(
        _ method: String, _ path: String, by actor: TraceActor, answering status: Int, to location: String? = nil,
        without withheld: [CookieMention] = []
    ) -> Int {
        let hop = trace.nextHop()
        let request = RequestEvent(
            hop: hop, method: method, url: trace.masking.url("https://app.test\(path)"), store: "web view",
            withheld: withheld)
        trace.record(.request(request), by: actor)
        trace.record(
            .response(
                ResponseEvent(
                    hop: hop, status: status, location: location.map { trace.masking.url($0) },
                    setCookieNames: status == 200 && method == "POST" ? ["session"] : [], elapsed: .zero)), by: actor)
        return hop
    }
}
