import BridgePrimitives
import BridgeTrace
import Reporting
import Scenarios
import Testing

@Suite("A run as one HTML file", .timeLimit(.minutes(5)))
struct RunPageTests {
    private static func scenario(
        _ name: String, _ outcome: ReportedEnding.Outcome, earlier: [ReportedEnding] = []
    ) -> ReportedScenario {
        var scenario = ReportedScenario(
            key: ScenarioKey(file: "a.yaml", name: name), source: SourceLocation(file: "a.yaml", line: 3, column: 1),
            ending: ReportedEnding(outcome, elapsed: .milliseconds(40)))
        scenario.earlier = earlier
        scenario.ending.steps = [
            .init(name: "open", place: SourceLocation(file: "a.yaml", line: 5, column: 5), elapsed: .milliseconds(30))
        ]
        if outcome == .failed {
            scenario.ending.cause = RootCause(
                code: ReasonCode(unchecked: "script/http-only"), message: "hidden <b>", fix: "Show it.", evidence: 0)
        }
        return scenario
    }

    private static func page(_ scenarios: [ReportedScenario], _ traces: [ReportedTrace] = []) -> String {
        RunPage(RunReport(facts: RunFacts(version: "1"), scenarios: scenarios), traces: traces).text
    }

    @Test func whatItTells() {
        let flaky = Self.scenario("sometimes", .passed, earlier: [Self.scenario("", .failed).ending])
        let page = Self.page([Self.scenario("good", .passed), Self.scenario("bad", .failed), flaky])
        for text in [
            "<strong>hidden &lt;b&gt;</strong>", "→ Show it.", "<h3>Steps</h3>", "✓</span> open", "30 ms",
            "<h3>Tries</h3>",
            "id=\"show-failed\"", "id=\"show-flaky\"", "≈ flaky", "1 not as wanted", "a.yaml:5:5",
        ] { #expect(page.contains(text), "\(text)") }
        #expect(!page.contains("<script") && page.contains("default-src 'none'"))
        #expect(!Self.page([Self.scenario("good", .passed)]).contains("<fieldset"), "there is nothing to choose")
    }

    /// It passed, and nothing in it is as anybody wants it.
    @Test func aKnownFailureIsCalledOne() {
        var known = Self.scenario("known one", .passed)
        known.ending.knownFailure = KnownFailure(reason: ReasonCode(unchecked: "send/path"), note: "ask <Jiro>")
        let page = Self.page([known, Self.scenario("good", .passed)])
        for text in [
            "≈ known failure</span> known one", "<dt>known</dt><dd>send/path, ask &lt;Jiro&gt;</dd>",
            "id=\"show-known\"",
        ] { #expect(page.contains(text), "\(text)") }
        #expect(!page.contains("✓ as wanted</span> known one"))
    }

    /// A page of ten thousand opens: what failed has its trace, of what passed the first have theirs.
    @Test func tenThousandAreOnePage() {
        let scenarios = (0..<10_000).map { Self.scenario("s\($0)", $0 % 100 == 0 ? .failed : .passed) }
        let traces = scenarios.indices.map { number in
            var trace = RecordedTrace(head: TraceHead(id: "1", name: "s\(number)"))
            trace.outcome = TraceOutcome(verdict: .signedIn)
            trace.outcome?.hasPassed = number % 100 != 0
            return ReportedTrace(scenario: number, trace: trace)
        }
        let page = Self.page(scenarios, traces)
        #expect(page.utf8.count < 20 << 20)
        #expect(page.contains("Its trace is left out"))
        #expect(page.split(separator: "All 0 events").count == 1 + 100 + 200)
    }

    @Test func hostileNamesAreText() {
        let page = Self.page([Self.scenario("<img src=x>\u{202E}]]></script>", .passed), Self.scenario("y", .failed)])
        #expect(!page.contains("<img") && !page.contains("</script>") && page.contains("\\u202E"))
    }
}
