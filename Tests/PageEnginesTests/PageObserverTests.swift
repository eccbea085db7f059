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
        let ends = PageScriptAction.actions(in: bodies).compactMap { action in
            if case .userScript(_, let hasEnded) = action.kind { hasEnded } else { nil }
        }
        #expect(ends == hasEnded)
    }

    /// In the order in which they were posted: a user script's end stands behind what the script wrote.
    @Test func whatAScriptDidStandsBeforeItsEnd() {
        let write: JSONValue = ["text": "a=1", "url": "https://app.test/", "at": 5]
        let read: JSONValue = ["read": "a=1", "url": "https://app.test/", "at": 5]
        let bodies = [Self.mark(0, "began", at: 5), write, Self.mark(0, "ended", at: 5), read]
        let words = PageScriptAction.actions(in: bodies).map { action in
            switch action.kind {
            case .wroteCookie(let text): "wrote \(text.reveal())"
            case .readCookies(let text): "read \(text.reveal())"
            case .userScript(let number, let hasEnded): "script \(number) \(hasEnded)"
            case .policyViolation(let directive, let blocked): "\(directive) \(blocked)"
            case .lostScript(let url, _): url
            case .evaluated(let purpose, _): purpose
            }
        }
        #expect(words == ["wrote a=1", "script 0 true", "read a=1"])
    }

    @Test(arguments: [
        (#"{"text":"a=1","url":"http://a.test/","at":1700000000000}"#, true), (#"{"text":"a=1"}"#, false),
        (#"{"text":1,"url":"u","at":1}"#, false), ("null", false), (#""a=1""#, false),
        (#"{"violated":"connect-src","blocked":"https://a.test","url":"u","at":5}"#, true),
        (#"{"violated":"connect-src","url":"u","at":5}"#, false),
        (#"{"lost":"https://a.test/app.js","url":"u","at":5}"#, true), (#"{"lost":1,"url":"u","at":5}"#, false),
    ])
    func whatAPagePostsIsReadWithCare(body: String, isAction: Bool) throws {
        #expect(PageScriptAction.actions(in: [try JSONValue(parsing: body)]).isEmpty != isAction)
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
