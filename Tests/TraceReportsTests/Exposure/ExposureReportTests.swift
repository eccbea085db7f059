import BridgePrimitives
import BridgeTrace
import Testing

@testable import TraceReports

@Suite("Who saw a secret", .timeLimit(.minutes(5)))
struct ExposureReportTests {
    /// Columns: the reason, an event that comes after the cookie was stored, how and where its value was seen.
    @Test func eachWayInWhichAValueIsSeen() {
        let sent =
            #"[{"name":"Referer","value":"https://a/?t=\#(customToken)"},{"name":"X-Token","value":"\#(customToken)"}]"#
        let console = #""actor":"page","event":"message","handler":"console.log","body":"got \#(customToken)""#
        let rows: [(String, String, [ExposureReport.Channel: String])] = [
            ("a script", HandMade.read(), [.script: "app.localhost:4000"]),
            (
                "fields", HandMade.request(fields: sent),
                [.referer: "app.localhost:4000", .header: "app.localhost:4000, X-Token"]
            ),
            ("a URL", HandMade.request(query: "?t=\(customToken)"), [.address: "app.localhost:4000"]),
            ("the console", console, [.log: "console.log"]),
            ("another value", HandMade.read(value: "<16 bytes #bbbbbb>").replacing("customtoken", with: "sid"), [:]),
        ]
        for (reason, event, seen) in rows {
            let secret = ExposureReport(trace([HandMade.write(), event])).secrets.first
            let sightings = (secret?.sightings ?? []).filter { $0.channel != .store }
            #expect(Dictionary(sightings.map { ($0.channel, $0.place) }) { a, _ in a } == seen, "\(reason)")
        }
    }

    /// Columns: events, whether the cookie is gone after the sign-in.
    @Test func whetherItIsDeletedAfterTheSignIn() {
        let rows: [(String, [String], Bool?)] = [
            ("stays", [HandMade.write(), HandMade.signIn], false),
            ("deleted", [HandMade.write(), HandMade.signIn, HandMade.write(.deleted, value: "")], true),
            (
                "replaced",
                [
                    HandMade.write(), HandMade.signIn,
                    HandMade.write(.replaced, value: "<1 byte>", attributes: "Path=/"),
                ], true
            ),
            ("deleted before", [HandMade.write(), HandMade.write(.deleted, value: ""), HandMade.signIn], nil),
            ("nobody signed in", [HandMade.write()], nil),
            (
                "another path's",
                [HandMade.write(), HandMade.signIn, HandMade.write(.deleted, attributes: "Path=/x")], false
            ),
        ]
        for (reason, events, expected) in rows {
            let secret = ExposureReport(trace(events)).secrets.first
            #expect(secret?.holdings.count == 1 && secret?.holdings.first?.isGoneAfterSignIn == expected, "\(reason)")
        }
    }

    @Test func theSpanIsOfTheWorldsClock() {
        let back = #""at":"2026-11-22T09:00:00.000Z","# + HandMade.read()
        let secret = ExposureReport(trace([HandMade.write(), back])).secrets.first
        #expect(secret?.first?.rfc3339 == "2026-11-22T09:00:00.000Z")
        #expect(secret?.last?.rfc3339 == "2026-11-22T10:00:00.000Z")
    }

    /// Texts of others that only look like fingerprints, and none at all.
    @Test(arguments: [
        ("#aaaaaa>", 1), ("#aaaaa>", 0), ("#aaaaaaa>", 0), ("#aaaaaa", 0), ("#AAAAAA>", 0), ("##aaaaaa>>#bbbbbb>", 2),
        ("", 0),
        ("#", 0),
    ])
    func fingerprintsAreFound(text: String, count: Int) {
        #expect(SecretMark.all(in: text).count == count)
    }
}
