import BridgePrimitives
import BridgeTrace
import Testing
@testable import TraceReports

@Suite("A cookie's way through a trace", .timeLimit(.minutes(5)))
struct CookieTimelineTests {
    /// Columns: the event, and its row: where, whether the cookie got on, what happened. Nil: none.
    @Test func rows() {
        let answer =
            #""actor":"app","event":"response","hop":1,"status":200,"set_cookie":["customtoken"],"milliseconds":1"#
        let other = HandMade.write(name: "other")
        let native = HandMade.write().replacing("\"web view\"", with: "\"native storage\"")
        let accepted =
            #""actor":"auth","event":"token","action":"accepted","form":"custom token","token":"t","uid":"u""#
        let issued = accepted.replacing("accepted", with: "issued")
        let dropped =
            #""actor":"edge","event":"edge","edge":"hosting","url":"https://a/","forwarded":[],"dropped":["customtoken"],"reasons":["edge/cookie-stripped"]"#
        let table: [(String, (CookieTimeline.Stage, Bool?, String)?)] = [
            (answer, (.answer, true, "in the answer of a server")),
            (native, (.native, true, "stored in native storage, by document.cookie of app.localhost: Path=/")),
            (
                HandMade.write(.deleted),
                (.store, nil, "deleted in web view, by document.cookie of app.localhost: Path=/")
            ),
            (
                HandMade.write(.ignored),
                (.store, false, "ignored in web view, by document.cookie of app.localhost: Path=/")
            ),
            (HandMade.read(), (.script, true, "seen by script at https://app.localhost:4000/")),
            (dropped, (.edge, false, "hosting took it out")),
            (accepted, (.token, true, "custom token accepted by auth")),
            (issued, nil), (other, nil), (HandMade.keychain, nil),
        ]
        for (event, expected) in table {
            let rows = CookieTimeline(of: "customtoken", in: trace([event]).events).rows
            #expect(rows.count == (expected == nil ? 0 : 1), "\(event)")
            guard let row = rows.first, let expected else { continue }
            #expect(row.stage == expected.0 && row.isGood == expected.1 && row.text == expected.2, "\(row)")
        }
    }
}
