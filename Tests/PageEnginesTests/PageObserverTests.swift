import BridgePrimitives
import Testing
import WebViews

@testable import PageEngines

/// What the observer in a page posts, which a page may post itself.
@Suite("What scripts of a page are seen to do", .timeLimit(.minutes(5)))
struct PageObserverTests {
    private static func mark(_ number: JSONValue, _ mark: JSONValue, at time: JSONValue = 1) -> JSONValue {
        ["script": number, "mark": mark, "url": "https://app.test/", "at": time]
    }

    @Test(
        arguments: [
            ([mark(0, "began"), mark(0, "ended")], [true]), ([mark(0, "began")], [false]),
            ([mark(0, "began"), mark(1, "began"), mark(1, "ended")], [false, true]),
            // The same script in the next document.
            ([mark(0, "began"), mark(0, "ended"), mark(0, "began")], [true, false]),
            // What the page made up.
            (
                [
                    mark(0, "ended"), mark("0", "began"), mark(0, "?"), mark(0, "began", at: "now"),
                    mark(1e300, "began"), 7,
                ], []
            ),
        ] as [([JSONValue], [Bool])])
    func marksAreJoinedToRuns(bodies: [JSONValue], hasEnded: [Bool]) {
        #expect(UserScriptRun.runs(in: bodies).map(\.hasEnded) == hasEnded)
    }

    @Test func readsAndWritesAreToldApart() {
        let write: JSONValue = ["text": "a=1", "url": "https://app.test/", "at": 5]
        let read: JSONValue = ["read": "a=1", "url": "https://app.test/", "at": 6]
        #expect(ScriptCookieWrite(body: write)?.text.reveal() == "a=1" && ScriptCookieRead(body: write) == nil)
        #expect(ScriptCookieRead(body: read)?.at == Instant(millisecondsSinceEpoch: 6))
        #expect(ScriptCookieWrite(body: read) == nil && ScriptCookieWrite(body: ["text": 1]) == nil)
    }

    @Test func aPolicysViolationIsTold() {
        let body: JSONValue = ["violated": "connect-src", "blocked": "https://a.test", "at": 5]
        #expect(PolicyViolation(body: body)?.directive == "connect-src")
        #expect(PolicyViolation(body: ["violated": "connect-src", "at": 5]) == nil)
    }

    /// A script keeps its time and its frames, and what it declares stays where other scripts find it.
    @Test func markedScriptsAreStillThoseScripts() {
        let script = UserScript(source: "const a = 1 // one", injectionTime: .atDocumentEnd, forMainFrameOnly: false)
        let marked = PageObserver.marking([script])
        #expect(marked.count == 2)
        #expect(marked.allSatisfy { $0.injectionTime == .atDocumentEnd && !$0.forMainFrameOnly })
        #expect(marked.last?.source.hasPrefix("const a = 1 // one\n;") == true)
    }
}
