import BridgePrimitives
import Captures
import TestSupport
import Testing

@Suite("Clients of a recording", .timeLimit(.minutes(5)))
struct CapturedClientTests {

    struct Row {
        var url = "https://app.test/"
        var agent: String?
        /// Further members of the entry.
        var members: [(String, JSONValue)] = []
    }

    private static func clients(_ rows: [Row]) throws -> [(client: CapturedClient, capture: Capture)] {
        let entries = rows.enumerated().map { index, row -> JSONValue in
            var entry = JSONObject([
                ("startedDateTime", .string(Instant(secondsSinceEpoch: 1_795_338_000 + Int64(index)).rfc3339)),
                (
                    "request",
                    [
                        "method": "GET", "url": .string(row.url),
                        "headers": .array(row.agent.map { [["name": "User-Agent", "value": .string($0)]] } ?? []),
                    ]
                ), ("response", ["status": 200]),
            ])
            for (name, value) in row.members { entry[name] = value }
            return .object(entry)
        }
        let har: JSONValue = [
            "log": [
                "pages": [["id": "p1", "title": "First"], ["id": "p2", "title": "Second"]], "entries": .array(entries),
            ]
        ]
        return try HARReader.read(har.bytes()).byClient
    }

    private static func bridge(_ client: String?, _ actor: String = "web-view") -> (String, JSONValue) {
        var object = JSONObject([("actor", .string(actor))])
        if let client {
            object["client"] = .string(client)
            (object["device"], object["store"], object["profile"]) = ("iPhone at 10.0.0.2", "web view", "ios26")
        }
        return ("_bridge", .object(object))
    }

    @Test(
        "Which requests are one client's",
        arguments: [
            // Nobody says anything: one browser.
            ([Row(), Row()], [[1, 2]]),
            // No jar is asked for any.
            ([Row(url: "data:,")], []),
            // An app and its web view.
            (
                [Row(agent: DeviceAgent.app), Row(agent: DeviceAgent.webView), Row(agent: DeviceAgent.app)],
                [[1, 3], [2]]
            ),
            // Two versions of one program are one.
            (
                [Row(agent: DeviceAgent.app), Row(agent: "Shop/2 CFNetwork/1568 Darwin/24.1.0")],
                [[1, 2]]
            ),
            // Who says nothing is whoever asked the host before, or who came last.
            (
                [
                    Row(agent: DeviceAgent.app), Row(url: "https://b.test/x", agent: DeviceAgent.webView), Row(),
                    Row(url: "https://b.test/"),
                    Row(url: "https://c.test/"),
                ],
                [[1, 3], [2, 4, 5]]
            ),
            // By what proxies say: Proxyman's devices and programs.
            (
                [
                    Row(agent: DeviceAgent.webView, members: [("_remoteDeviceIP", "10.0.0.2")]),
                    Row(agent: DeviceAgent.webView, members: [("_remoteDeviceIP", "10.0.0.3")]),
                ], [[1], [2]]
            ),
            (
                [Row(members: [("_clientName", "Safari")]), Row(members: [("_clientName", "Shop")])], [[1], [2]]
            ),
            // By the name that this tool gave them.
            (
                [
                    Row(members: [bridge("1")]), Row(members: [bridge("2")]), Row(members: [bridge("1")]),
                ], [[1, 3], [2]]
            ),
            // Without one each page is a world with two stores.
            (
                [
                    Row(members: [("pageref", "p1"), bridge(nil, "app")]),
                    Row(members: [("pageref", "p1"), bridge(nil)]),
                    Row(members: [("pageref", "p2"), bridge(nil)]),
                ], [[1], [2], [3]]
            ),
            // What is no text says nothing.
            ([Row(agent: "", members: [("_clientName", 7), ("_bridge", "x")]), Row()], [[1, 2]]),
        ] as [([Row], [[Int]])])
    func requests(rows: [Row], numbers: [[Int]]) throws {
        #expect(try Self.clients(rows).map { $0.capture.exchanges.map(\.number) } == numbers)
    }

    @Test func whatIsKnownOfThem() throws {
        let found = try Self.clients([
            Row(agent: DeviceAgent.app, members: [("_remoteDeviceName", "Taro's iPhone")]),
            Row(members: [Self.bridge("2")]),
            Row(agent: "curl/8", members: [("_clientName", "curl")]),
        ]).map(\.client)
        #expect(found.map(\.name) == ["iOS 18 or a Mac, app Shop at Taro's iPhone", "iPhone at 10.0.0.2", "curl"])
        #expect(found.map(\.isApp) == [true, false, false])
        // Whoever is not known has no profile.
        #expect(found.map(\.profile) == ["ios18", "ios26", nil])
    }

    /// Whoever calls itself otherwise each time.
    @Test func thereAreNotTooMany() throws {
        let found = try Self.clients((0..<200).map { Row(agent: "p\($0)/1") })
        #expect(found.count == 65)
        #expect(found.last?.capture.exchanges.count == 136)
    }
}
