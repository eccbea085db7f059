import BridgePrimitives
import BridgeTrace
import Foundation
import Hummingbird
import Inspecting
import Listening
import PageEngines
import Scenarios
import Testing
import TestSupport

/// The inspector's page, in the engines that people open it in.
extension RealBrowsers {
    @Suite("The inspector in real engines", .serialized)
    struct InspectorTests {
        private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()

        /// What the page's modules know of a trace, tested where they run.
        @Test(arguments: TestedEngines.all) func itsModulesPassTheirTests(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { request in
                let path = String(request.line.split(separator: " ").dropFirst().first ?? "/")
                guard !path.contains(".."), let file = try? Data(contentsOf: Self.root.appendingPathComponent(path))
                else {
                    return .keep("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                }
                let type = path.hasSuffix("html") ? "text/html" : "text/javascript"
                return .ok(String(decoding: file, as: UTF8.self), headers: "Content-Type: \(type)\r\n")
            }
            defer { server.stop() }
            try await PageEngineTests.withView(engine) { view in
                try await view.open("http://app.localhost:\(server.port)/Tests/InspectingTests/Page/runner.html")
                try await waitUntil("the tests to end") { try await view.evaluate("document.title") != "running" }
                let failed = try await view.evaluate("window.results.failed")
                #expect(failed == [], "\(failed.text(indented: true))")
                let passed = try await view.evaluate("window.results.passed.length").integerValue ?? 0
                #expect(passed > 20)
            }
        }

        /// A trace in which every text wants to be markup stays text, and says in its first line why nobody is signed in.
        @Test(arguments: TestedEngines.all) func aHostileTraceIsShownAsText(engine: PageEngineKind)
            async throws
        {
            let evil = "<img src=x onerror=\"document.title='gone'\">"
            let log = TraceLog(
                clock: .frozen(at: Instant(secondsSinceEpoch: 1_795_251_600)), masking: Masking(.revealed))
            let masking = log.masking
            let mention = CookieMention(
                name: evil, domain: "a.test", path: "/\(evil)", value: masking.secret(evil),
                reasons: [ReasonCode(unchecked: "send/path")])
            log.record(
                .request(
                    RequestEvent(
                        hop: 1, method: evil, url: masking.url("https://a.test/?\(evil)"), store: "web view",
                        sent: [mention], withheld: [mention])), by: .webView)
            log.record(.response(ResponseEvent(hop: 1, status: 200, elapsed: .zero)), by: .webView)
            log.record(.message(MessageEvent(handler: "console.log", body: masking.text(evil))), by: .page)
            var head = TraceHead(id: "1", name: evil)
            (head.profile, head.cookie) = ("ios18", evil)
            var outcome = TraceOutcome(verdict: .signedOut)
            outcome.hasPassed = false
            outcome.rootCause = RootCause(
                code: ReasonCode(unchecked: "send/path"), message: "\(evil) was not sent.", fix: evil, evidence: 0)
            let hub = InspectorHub()
            hub.add(RecordedTrace(head: head, events: log.events, outcome: outcome), file: evil)
            let api = InspectorAPI(hub: hub, mode: .inspect, producer: evil, reasons: .all)
            try await withListener(api, name: "inspector") { listener in
                defer { hub.close() }
                try await PageEngineTests.withView(engine) { view in
                    try await view.open("http://127.0.0.1:\(listener.port)/inspector/#trace=1&event=0")
                    try await waitUntil("the verdict") {
                        try await view.evaluate("document.body.innerText.includes('was not sent.')") == true
                    }
                    #expect(try await view.evaluate("document.querySelectorAll('img').length") == 0)
                    #expect(try await view.evaluate("document.title === 'gone'") == false)
                    #expect(try await view.evaluate("document.body.innerText.includes('<img src=x')") == true)
                    // A live event is there without a reload.
                    log.record(.message(MessageEvent(handler: "console.log", body: masking.plain("late"))), by: .page)
                    let id = hub.begin(TraceHead(id: "", name: "a live one"))
                    for event in log.events { hub.append(event, to: id) }
                    try await waitUntil("the live trace") {
                        try await view.evaluate("document.body.innerText.includes('a live one')") == true
                    }
                }
            }
        }

        /// A run's page that is opened from a disk, where no server answers and no module loads: its list says why one
        /// failed, and its trace of ten thousand events opens with every text as text.
        @Test(arguments: TestedEngines.all) func aFileOpensFromADisk(engine: PageEngineKind) async throws {
            let evil = "</script><img src=x onerror=\"document.title='gone'\">\u{2028}"
            let log = TraceLog(
                clock: .frozen(at: Instant(secondsSinceEpoch: 1_795_251_600)), masking: Masking(.revealed))
            for number in 0..<10_000 {
                log.record(
                    .message(MessageEvent(handler: "console.log", body: log.masking.text("\(evil) \(number)"))),
                    by: .page)
            }
            var trace = RecordedTrace(head: TraceHead(id: "1", name: evil), events: log.events)
            trace.outcome = TraceOutcome(verdict: .signedOut)
            trace.outcome?.hasPassed = false
            let cause = RootCause(
                code: ReasonCode(unchecked: "send/path"), message: "\(evil) was not sent.", fix: evil, evidence: 0)
            trace.outcome?.rootCause = cause
            var scenario = ReportedScenario(
                key: ScenarioKey(file: "a.yaml", name: evil),
                source: SourceLocation(file: "a.yaml", line: 3, column: 1),
                ending: ReportedEnding(.failed, elapsed: .milliseconds(40)))
            scenario.ending.cause = cause
            let report = RunReport(facts: RunFacts(version: "1"), scenarios: [scenario])
            let page = InspectorFile(
                [.init(trace, scenario: 0)], run: report.json, title: evil, reasons: .all, producer: evil
            ).text
            try await withFolder { folder in
                try page.write(toFile: folder + "/run.html", atomically: true, encoding: .utf8)
                try await PageEngineTests.withView(engine) { view in
                    try await view.open("file://\(folder)/run.html")
                    try await waitUntil("the list of scenarios") {
                        try await view.evaluate("document.body.innerText.includes('was not sent.')") == true
                    }
                    #expect(try await view.evaluate("document.querySelector('.workspace').hidden") == true)
                    _ = try await view.evaluate("document.querySelector('.scenario .where').click()")
                    try await waitUntil("all events") {
                        try await view.evaluate("document.body.innerText.includes('10000 events')") == true
                    }
                    #expect(try await view.evaluate("document.querySelectorAll('img').length") == 0)
                    #expect(try await view.evaluate("document.title === 'gone'") == false)
                    #expect(try await view.evaluate("document.querySelector('.run').hidden") == true)
                    #expect(try await view.evaluate("document.querySelectorAll('.event-row').length < 200") == true)
                }
            }
        }
    }
}
