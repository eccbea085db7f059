import BridgePrimitives
import BridgeTrace
import Testing

@Suite("A finding about a script that failed", .timeLimit(.minutes(5)))
struct FailedScriptTests {
    @Test(
        "It names the script, the place and the exception",
        arguments: [
            (
                ScriptEvent.Origin.documentStart, (3, 5),
                "A user script at document start failed at line 3, column 5: no end"
            ),
            (.documentEnd, (3, nil), "A user script at document end failed at line 3: no end"),
            (.evaluated, (nil, nil), "evaluateJavaScript failed: no end"),
            (.serviceWorkerRegistration, (nil, nil), "navigator.serviceWorker.register failed: no end"),
        ] as [(ScriptEvent.Origin, (Int?, Int?), String)])
    func words(origin: ScriptEvent.Origin, place: (line: Int?, column: Int?), says: String) {
        let events = FindingEvents()
        let script = ScriptEvent(
            origin: origin, url: events.masking.url("https://app.test/"), exception: events.masking.text("no end"),
            line: place.line, column: place.column, reasons: [ReasonCode(unchecked: "script/threw")])
        #expect(events.findings([(.page, .script(script))]).map(\.message) == [says])
    }
}
