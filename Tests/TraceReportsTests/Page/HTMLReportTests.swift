import BridgePrimitives
import BridgeTrace
import Testing
@testable import TraceReports

@Suite("A trace as one HTML file", .timeLimit(.minutes(5)))
struct HTMLReportTests {
    private static func page(_ traces: [RecordedTrace], problems: [String] = []) -> String {
        HTMLReport(traces, title: "a run", problems: problems, reasons: ReasonCatalogue([.traceReports]), producer: "p")
            .text
    }

    /// Columns: events, the outcome, what the page has, what it has not.
    @Test func whatItTells() {
        let rows: [(String, [String], String?, [String], [String])] = [
            (
                "nothing happened", [], nil,
                ["· no verdict", "No event of this trace has that cookie.", "All 0 events"],
                ["Root cause", "<h3>Requests"]
            ),
            (
                "a cause, its fix and what followed", [HandMade.request()],
                #""verdict":"signed-out","passed":false,"root_cause":{"code":"script/http-only","message":"hidden","fix":"Drop it.","evidence":[0],"followed_by":[{"sequence":0,"code":"guard/cookie-absent"}]}"#,
                [
                    "✗ failed", "<strong>hidden</strong>", "→ Drop it.", "<a href=\"#t1-0\">#0</a>",
                    "guard/cookie-absent",
                ], []
            ),
            (
                "as wanted, with a finding", [HandMade.read()],
                #""verdict":"signed-in","passed":true,"findings":[{"code":"note/x","message":"a finding","fix":"f","evidence":[0]}]"#,
                ["✓ as wanted", "a finding", "seen by script at https://app.localhost:4000/"], ["Root cause"]
            ),
            (
                "a cookie that was refused", [HandMade.write(.rejected, reasons: #"["store/domain-mismatch"]"#)], nil,
                ["✗</span> view&#39;s store", "rejected in web view, by document.cookie", "store/domain-mismatch"], []
            ),
        ]
        for (why, events, outcome, has, hasNot) in rows {
            let page = Self.page([trace(events, outcome: outcome)])
            for text in has { #expect(page.contains(text), "\(why): \(text)") }
            for text in hasNot { #expect(!page.contains(text), "\(why): \(text)") }
        }
    }

    /// What others wrote stays text: names of cookies and traces, console lines, URLs.
    @Test func markupOfOthersIsText() {
        let hostile = "<img src=x onerror=alert(1)>\u{202E}"
        let message =
            #""actor":"page","event":"message","handler":"console.log","body":"</table><script>alert(1)</script>""#
        let page = Self.page(
            [trace(name: hostile, [HandMade.write(name: "<b>'\\\"", reasons: #"["<i>"]"#), message])],
            problems: [hostile])
        #expect(!page.contains("<img") && !page.contains("<script") && !page.contains("<b>") && !page.contains("<i>"))
        #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;\\u202E"))
        #expect(page.contains("default-src 'none'"))
    }

    @Test func whatFailedIsListedFirst() throws {
        let traces = [
            trace(name: "fine", [], outcome: #""verdict":"signed-in","passed":true"#),
            trace(name: "broken", [], outcome: #""verdict":"signed-out","passed":false"#),
        ]
        let page = Self.page(traces)
        let (broken, fine) = (
            try #require(page.firstRange(of: "<a href=\"#t2\">broken</a>")),
            try #require(page.firstRange(of: "<a href=\"#t1\">fine</a>"))
        )
        #expect(broken.lowerBound < fine.lowerBound)
        #expect(page.contains("2 traces, 1 not as wanted"))
    }

    @Test func whetherSecretsAreShownIsSaid() {
        var shown = trace([])
        shown.head.showsSecrets = true
        #expect(Self.page([shown]).contains("Secrets are shown"))
        #expect(Self.page([trace([])]).contains("Secrets are masked"))
    }
}
