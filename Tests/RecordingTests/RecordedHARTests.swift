import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import Explaining
import Foundation
import Proxying
import Recording
import Testing
import TestSupport

/// What the proxy has written is read as it was: each client with a jar of its own, masked values as what they were.
@Suite("A proxy's HAR, read again", .timeLimit(.minutes(5)))
struct RecordedHARTests {

    struct Row {
        var url = "https://app.example.com/"
        var agent = DeviceAgent.webView
        var address = "192.168.1.23"
        var cookie: String?
        var set: [String] = []
        var way = ProxiedRequest.Way.read
    }

    private func written(_ rows: [Row], _ body: (RecordingOutcome, Capture, String) throws -> Void) throws {
        var at = Instant(millisecondsSinceEpoch: 1_795_338_000_000)
        let clock = WorldClock.frozen(at: at)
        let recorder = Recorder(
            profile: nil, masking: Masking(.fingerprints), cookieName: "customtoken", hub: nil, clock: clock
        ) { _ in }
        for (index, row) in rows.enumerated() {
            at = at + .seconds(5)
            clock.set(to: at, frozen: true)
            var fields = [("User-Agent", row.agent)]
            if row.agent == DeviceAgent.webView { fields.append(("Accept", "text/html,*/*")) }
            if let cookie = row.cookie { fields.append(("Cookie", cookie)) }
            let request = ProxiedRequest(
                number: index + 1, client: ProxyClient(connection: 1, address: row.address), way: row.way,
                method: row.way == .read ? "GET" : "CONNECT", url: row.url, fields: fields, at: at)
            recorder.take(.asked(request))
            let isRead = row.way == .read
            recorder.take(
                .answered(
                    request,
                    ProxiedAnswer(
                        status: isRead ? 200 : nil, fields: row.set.map { ("Set-Cookie", $0) },
                        at: at + .milliseconds(30), reasons: isRead ? [] : [.passedUnread])))
        }
        try withFolder { folder in
            let path = folder + "/a.har"
            try CaptureFiles.write(recorder.outcome.clients.map(\.capturedPart), to: path)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try body(recorder.outcome, try CaptureFiles.read(path), text)
        }
    }

    private static func report(_ capture: Capture) -> CaptureReport {
        CaptureReport(capture, profile: nil, cookieName: "customtoken", masking: Masking(.fingerprints))
    }

    @Test func eachClientHasAJarOfItsOwn() throws {
        let rows = [
            Row(agent: DeviceAgent.app, set: ["customtoken=the-app's-own-token; Path=/; Secure"]),
            Row(agent: DeviceAgent.app, cookie: "customtoken=the-app's-own-token"),
            // Its web view, and another phone's.
            Row(), Row(address: "192.168.1.24", set: ["customtoken=another-phone's-token; Path=/auth"]),
            Row(url: "https://app.example.com/next", address: "192.168.1.24"),
        ]
        try written(rows) { outcome, capture, _ in
            let report = Self.report(capture)
            #expect(capture.defects.isEmpty, "\(capture.defects)")
            #expect(report.parts.map(\.name) == outcome.clients.map(\.trace.head.name))
            #expect(
                report.parts.map(\.explanation.cause.code.rawValue) == [
                    "har/as-modelled", "send/other-store", "send/path",
                ])
            #expect(report.parts.map(\.explanation.cause.code) == outcome.clients.map { $0.cause?.code })
            #expect(report.cause.message.contains("was lost at request 1"))
            #expect(report.recordings(named: "a.har").map(\.head.id) == ["1", "2", "3"])
        }
    }

    /// Sizes decide over storing, so a masked value is as long as it was.
    @Test(
        "Masked values are no values of their own",
        arguments: [
            // Too large: not stored, and not missed.
            (
                [Row(set: ["customtoken=\(String(repeating: "aB3-", count: 1300))"]), Row()], "store/pair-too-large"
            ),
            // The limit counts name and value: one byte less is stored.
            (
                [
                    Row(set: ["customtoken=\(String(repeating: "x", count: 4085))"]),
                    Row(cookie: "customtoken=\(String(repeating: "x", count: 4085))"),
                ], "har/as-modelled"
            ),
            // A token that was over: masked, nobody can say so.
            ([Row(cookie: "customtoken=\(expired)")], "har/as-modelled"),
            ([Row(set: ["customtoken="]), Row(cookie: "customtoken=")], "har/as-modelled"),
        ] as [([Row], String)])
    func masked(rows: [Row], code: String) throws {
        try written(rows) { outcome, capture, text in
            let report = Self.report(capture)
            #expect(report.cause.code.rawValue == code, "\(report.lines)")
            #expect(!text.contains("aB3-aB3-") && !text.contains(Self.expired))
            // What is told of a value is what was told of it at first.
            guard
                let value = outcome.clients.first?.trace.events.lazy.compactMap({ event -> String? in
                    switch event.kind {
                    case .request(let request): request.sent.first?.value.text
                    case .cookieWrite(let write): write.value.text
                    default: nil
                    }
                }).first, value != "(empty)"
            else { return }
            #expect(report.lines.joined().contains(value), "\(value): \(report.lines)")
        }
    }

    private static let expired: String = {
        let payload = #"{"aud":"https://identitytoolkit.googleapis.com/x","uid":"u1","iat":1,"exp":2}"#
        return "eyJhbGciOiJub25lIn0." + Base64URL.encode(Array(payload.utf8)) + "."
    }()

    /// A device whose requests all passed unread has no entries, and began when it came.
    @Test func noPageIsOf1970() throws {
        try written([Row(url: "pinned.example.com:443", agent: DeviceAgent.app, way: .unread), Row()]) { _, _, text in
            let pages = try #require(try JSONValue(parsing: text)["log"]?["pages"]?.arrayValue)
            #expect(pages.count == 2)
            for page in pages { #expect(page["startedDateTime"]?.stringValue?.hasPrefix("1970") == false, "\(page)") }
        }
    }
}
