import BridgePrimitives
import BridgeTrace
import Testing

@testable import TraceReports

@Suite("What an event says", .timeLimit(.minutes(5)))
struct EventSentenceTests {
    private static let cookie = #"{"name":"sid","domain":"a.test","path":"/","value":"<9 bytes>"}"#
    private static let url = #""url":"https://a.test/x""#

    /// Columns: the members of an event's line, its sentence. Each kind has a row, one with all that it may say and one
    /// with nothing.
    private static let rows: [(members: String, text: String)] = [
        (
            #""event":"account","action":"signed-in","uid":"u1","provider":"password","detail":"d""#,
            "account signed-in u1 by password d"
        ),
        (#""event":"account","action":"signed-out""#, "account signed-out"),
        (
            #""event":"token","action":"refused","form":"custom token","token":"<custom token #abc>""#,
            "custom token refused <custom token #abc>"
        ),
        (
            #""event":"request","hop":1,"method":"GET",\#(url),"sent":[\#(cookie)],"withheld":[\#(cookie)]"#,
            "GET https://a.test/x with sid; withheld sid"
        ),
        (#""event":"request","hop":1,"method":"GET",\#(url)"#, "GET https://a.test/x without cookies"),
        (
            #""event":"response","hop":1,"status":302,"location":"https://b.test/","set_cookie":["a","b"],"milliseconds":1"#,
            "answer 302 to https://b.test/, Set-Cookie a, b"
        ),
        (#""event":"response","hop":1,"milliseconds":1"#, "no answer"),
        (
            #""event":"response","hop":1,"status":500,"said":"No kid.","answered_by":"cache","milliseconds":1"#,
            "answer 500, says: No kid. (from the cache)"
        ),
        (
            #""event":"request-failed","method":"POST",\#(url),"words":"Load failed","missing":"Access-Control-Allow-Origin""#,
            "failed POST https://a.test/x: Load failed (Access-Control-Allow-Origin)"
        ),
        (#""event":"request-failed",\#(url)"#, "failed request https://a.test/x"),
        (#""event":"script-skipped",\#(url),"status":404"#, "script did not run https://a.test/x (answer 404)"),
        (
            #""event":"policy-violation","directive":"connect-src","blocked":"https://b.test/""#,
            "policy connect-src blocks https://b.test/"
        ),
        (
            #""event":"page-error","origin":"uncaught","name":"TypeError","message":"a is b","file":"https://a.test/a.js","line":3,"column":9"#,
            "uncaught error TypeError: a is b at https://a.test/a.js:3:9"
        ),
        (#""event":"page-error","origin":"rejection","message":"no""#, "rejection error no"),
        (#""event":"printed","process":"backend","stream":"err","text":"no kid""#, "backend printed: no kid"),
        (#""event":"process","process":"web","action":"ended","status":1"#, "web ended with status 1"),
        (#""event":"process","process":"web","action":"ended","signal":9"#, "web ended by signal 9"),
        (#""event":"process","process":"backend","action":"ready""#, "backend ready"),
        (
            #""event":"served","method":"POST",\#(url),"status":200,"cookies":[{"name":"sid","value":"<9 bytes>"}],"set_cookie":["a"],"milliseconds":1"#,
            "served POST https://a.test/x with sid, answer 200, Set-Cookie a"
        ),
        (#""event":"served","method":"GET",\#(url),"milliseconds":1"#, "served GET https://a.test/x, no answer"),
        (
            #""event":"proxied","handling":"passed","method":"GET",\#(url),"status":204,"milliseconds":1"#,
            "passed GET https://a.test/x 204"
        ),
        (
            HandMade.write(),
            "stored customtoken in web view, by document.cookie of app.localhost: \(customToken); Path=/"
        ),
        (
            HandMade.write(.deleted, value: "", attributes: "", name: ""),
            "deleted (nameless) in web view, by document.cookie of app.localhost"
        ),
        (
            #""event":"cookie-read","store":"web view",\#(url),"visible":[\#(cookie)],"hidden":[\#(cookie)]"#,
            "document.cookie at https://a.test/x shows sid; hidden sid"
        ),
        (#""event":"cookie-read","store":"web view",\#(url)"#, "document.cookie at https://a.test/x shows nothing"),
        (
            #""event":"edge","edge":"cdn",\#(url),"forwarded":["a"],"dropped":["b"]"#,
            "edge cdn forwarded a; dropped b, at https://a.test/x"
        ),
        (
            #""event":"fault","service":"backend","effect":"status 500","method":"POST",\#(url)"#,
            "fault status 500 in backend POST https://a.test/x"
        ),
        (
            #""event":"script","origin":"user script at document start",\#(url),"exception":"ReferenceError: a""#,
            "user script at document start at https://a.test/x threw ReferenceError: a"
        ),
        (#""event":"navigation","phase":"didCommit",\#(url)"#, "didCommit https://a.test/x"),
        (#""event":"message","handler":"console.log","body":"hello""#, "message to console.log hello"),
        (
            #""event":"routing","step":"next","path":"/a","route":"main","detail":"next()""#,
            "guard next /a (main) next()"
        ),
        (#""event":"routing","step":"asked","path":"/a","detail":"/a""#, "guard asked /a"),
        (#""event":"clock","change":"+61m""#, "clock +61m"),
        (
            #""event":"device","action":"launch","device":"iPhone","app":"a.b","detail":"d""#,
            "device launch iPhone a.b d"
        ),
        (#""event":"keychain","operation":"add","app":"a","service":"s","account":"b","status":0"#, "keychain add b 0"),
        (
            #""event":"keychain","operation":"delete","app":"a","service":"s","account":"","status":-25300"#,
            "keychain delete s -25300"
        ),
    ]

    @Test func eachKindHasOne() throws {
        for (members, text) in Self.rows {
            let members = members.contains(#""actor""#) ? members : #""actor":"page",\#(members)"#
            let event = try #require(trace([members]).events.first, "\(members)")
            #expect(EventSentence(event).text == text)
        }
        let kinds =
            TraceSchema.json["oneOf"]?.arrayValue?.last?["allOf"]?.arrayValue?.compactMap {
                $0["if"]?["properties"]?["event"]?["const"]?.stringValue
            } ?? []
        #expect(kinds.count > 10)
        for kind in kinds { #expect(Self.rows.contains { $0.members.contains(#""event":"\#(kind)""#) }, "\(kind)") }
    }

    /// The page gets parts, so that it can light the word that an eye looks for and shorten what is long.
    @Test func thePageGetsItsParts() throws {
        let event = try #require(
            trace([HandMade.request(query: "?" + String(repeating: "q", count: 1000))]).events.first)
        let parts = try #require(EventSentence(event).json.arrayValue)
        #expect(parts[0] == ["strong": "GET"] && parts[1] == " " && parts[3] == " without cookies")
        #expect(parts[2]["url"]?.stringValue?.count == 300)
    }

    @Test func reasonsStandBehindIt() throws {
        let event = try #require(
            trace([HandMade.write(.rejected, reasons: #"["store/domain-mismatch","store/domain-mismatch"]"#)]).events
                .first)
        #expect(EventSentence.text(event).hasSuffix("; Path=/  [store/domain-mismatch]"))
    }
}
