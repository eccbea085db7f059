import BridgePrimitives
import BridgeTrace
import Testing

@testable import TraceReports

@Suite("A trace as a sequence diagram", .timeLimit(.minutes(5)))
struct SequenceDiagramTests {
    /// Columns: what somebody wrote, what stands in the diagram.
    @Test(arguments: [
        ("GET /a-b_c.html", "GET /a-b_c.html"),
        ("a;b#c:d", "a#59;b#35;c#58;d"),  // ends of statements, entities and participants
        ("%%{init}%%", "#37;#37;#123;init#125;#37;#37;"),  // a directive
        ("<script>&lt;", "#60;script#62;#38;lt#59;"),  // markup
        ("x\nend\r\ny", "x#92;nend#92;r#92;ny"),  // another statement
        ("the end", "the #101;nd"),  // the end of a block
        ("END", "#69;ND"),
        ("é\u{202E}", "#233;#92;u202E"),  // beyond ASCII; a mark that turns the direction
        ("", ""),
    ])
    func noTextCanBreakTheDiagram(text: String, escaped: String) {
        #expect(DiagramText.escaped(text) == escaped)
    }

    @Test func aRefusedCookieIsANoteWithItsCode() {
        let text = SequenceDiagram(
            trace(
                [
                    HandMade.request(), HandMade.write(.rejected, reasons: #"["set/secure-over-http"]"#),
                    HandMade.keychain,
                ],
                outcome:
                    #""verdict":"signed-out","root_cause":{"code":"set/secure-over-http","message":"m","fix":"f","evidence":[1]}"#
            )
        ).text
        #expect(text.hasPrefix("sequenceDiagram\n    participant app as app\n    participant store as native store\n"))
        #expect(text.contains("    view->>page: GET app.localhost#58;4000 /, no cookies\n"))
        #expect(text.contains("    Note over view: customtoken rejected by document.cookie<br/>set/secure-over-http\n"))
        #expect(text.contains("    Note over app,router: set/secure-over-http<br/>m<br/>f\n"))
        #expect(!text.contains("keychain"))
    }

    @Test func allEventsAreThereIfAsked() {
        let text = SequenceDiagram(trace([HandMade.keychain]), hasAllEvents: true).text
        #expect(text.contains("Note over app: keychain add"))
    }

    /// Whatever a cookie is called, each line is one of ours.
    @Test func hostileNamesStayInTheirLines() {
        let names = [#"x\nNote over app: hi"#, "a;participant evil", "%%", "end", "#lt;", #"\u2028loop"#]
        let text = SequenceDiagram(trace(names.map { HandMade.write(name: $0) })).text
        let lines = text.split(separator: "\n").dropFirst()
        #expect(
            lines.allSatisfy {
                $0.hasPrefix("    participant ") || $0.hasPrefix("    page->>view: ")
                    || $0.hasPrefix("    Note over app,router: ")
            })
        #expect(lines.filter { $0.contains("->>") }.count == names.count)
    }
}
