import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import Explaining
import Testing
import TestSupport
import TraceReports

@Suite("Recordings of several clients", .timeLimit(.minutes(5)))
struct CaptureReportTests {

    struct Row {
        var url = "https://app.test/"
        var agent = DeviceAgent.webView
        var method = "GET"
        var cookie: String?
        var set: [String] = []
        var members: [(String, JSONValue)] = []
        var sent: String?
        var body: String?
        /// Without it a web view's is for a page.
        var accept: String?
        var fields: [(String, String)] = []
    }

    private static func report(
        _ rows: [Row], cookieName: String = "customtoken", policy: Masking.Policy = .fingerprints
    ) throws -> CaptureReport {
        let entries = rows.enumerated().map { index, row -> JSONValue in
            func field(_ name: String, _ value: String) -> JSONValue {
                ["name": .string(name), "value": .string(value)]
            }
            let headers =
                [
                    field("User-Agent", row.agent),
                    field("Accept", row.accept ?? (row.agent == DeviceAgent.webView ? "text/html" : "*/*")),
                ]
                + row.fields.map { field($0.0, $0.1) }
                + (row.cookie.map { [field("Cookie", $0)] } ?? [])
            var entry = JSONObject([
                ("startedDateTime", .string(Instant(secondsSinceEpoch: 1_795_338_000 + Int64(index)).rfc3339)),
                (
                    "request",
                    [
                        "method": .string(row.method), "url": .string(row.url), "headers": .array(headers),
                        "postData": row.sent.map { ["text": .string($0)] } ?? [:],
                    ]
                ),
                (
                    "response",
                    [
                        "status": 200, "headers": .array(row.set.map { field("Set-Cookie", $0) }),
                        "content": row.body.map { ["text": .string($0)] } ?? [:],
                    ]
                ),
            ])
            for (name, value) in row.members { entry[name] = value }
            return .object(entry)
        }
        let har: JSONValue = ["log": ["creator": ["name": "Proxyman"], "entries": .array(entries)]]
        return CaptureReport(
            try HARReader.read(har.bytes()), profile: nil, cookieName: cookieName, masking: Masking(policy))
    }

    @Test(
        "The app's store and its web view's",
        arguments: [
            // Never copied.
            ([Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/"]), Row()], "send/other-store", false),
            // A copy would be hidden from script.
            (
                [Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/; HttpOnly"]), Row()], "send/other-store",
                true
            ),
            // Copied: where it came from is no loss.
            (
                [Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/"]), Row(cookie: "customtoken=abc")],
                "har/as-modelled",
                false
            ),
            // Written by a script later.
            (
                [Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/"]), Row(), Row(cookie: "customtoken=abc")],
                "har/as-modelled", false
            ),
            // It was for another site.
            (
                [Row(url: "https://api.test/", agent: DeviceAgent.app, set: ["customtoken=abc"]), Row()],
                "har/as-modelled", false
            ),
            // It was for the backend's host, and nobody made a copy for the page's.
            (
                [
                    Row(url: "https://api.app.test/", agent: DeviceAgent.app, set: ["customtoken=abc"]),
                    Row(url: "https://www.app.test/"),
                ], "send/other-store", false
            ),
            // A script of the page's had it: no request did, and the page signed in.
            (
                [
                    Row(url: "https://api.test/", agent: DeviceAgent.app, set: ["customtoken=abc; HttpOnly"]), Row(),
                    Row(
                        url: "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k",
                        method: "POST", sent: #"{"token":"abc"}"#, accept: "*/*"),
                ], "har/as-modelled", false
            ),
            // Copied or not, its path keeps it from the page.
            ([Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/auth"]), Row()], "send/path", false),
            // The cookie was over when its page was asked for.
            (
                [Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/; Max-Age=1"]), Row(), Row()],
                "send/expired", false
            ),
            // A client that says of no request that it is for a page.
            (
                [Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/"]), Row(accept: "*/*")], "send/other-store",
                false
            ),
            // What a script asked another origin for is no page.
            (
                [
                    Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/"]),
                    Row(accept: "*/*", fields: [("Origin", "https://www.app.test")]),
                ], "har/as-modelled", false
            ),
            // The page was asked before the app had it.
            ([Row(), Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/"])], "har/as-modelled", false),
            // Another phone's app.
            (
                [
                    Row(
                        agent: DeviceAgent.app, set: ["customtoken=abc; Path=/"],
                        members: [("_remoteDeviceIP", "10.0.0.2")]),
                    Row(members: [("_remoteDeviceIP", "10.0.0.3")]),
                ], "har/as-modelled", false
            ),
        ] as [([Row], String, Bool)])
    func stores(rows: [Row], code: String, isHidden: Bool) throws {
        let report = try Self.report(rows)
        #expect(report.parts.count == 2)
        #expect(report.cause.code.rawValue == code, "\(report.lines)")
        #expect(report.cause.fix.contains("HttpOnly") == isHidden)
    }

    /// It has it from the app, whose answer set it.
    @Test(arguments: [("customtoken=abc", []), ("customtoken=other", ["har/cookie-from-elsewhere"])])
    func whatAnotherClientWasGivenIsNotFromElsewhere(cookie: String, codes: [String]) throws {
        let report = try Self.report([
            Row(agent: DeviceAgent.app, set: ["customtoken=abc; Path=/"]), Row(cookie: cookie),
        ])
        #expect(report.parts[1].explanation.findings.map(\.code.rawValue) == codes, "\(report.lines)")
    }

    /// Each was told of the other's cookies as missing, as long as there was one jar.
    @Test func clientsShareNoJar() throws {
        let report = try Self.report([
            Row(agent: DeviceAgent.app, set: ["sid=app; Path=/"]), Row(set: ["sid=view; Path=/"]),
            Row(agent: DeviceAgent.app, cookie: "sid=app"), Row(cookie: "sid=view"),
        ])
        #expect(report.parts.allSatisfy { $0.explanation.differences.isEmpty }, "\(report.lines)")
        let lines = report.lines
        #expect(lines.contains("#1  iOS 18 or a Mac, app Shop  (profile ios18)"))
        #expect(lines.contains { $0.contains("[Set-Cookie → native storage]") })
        #expect(report.json["clients"]?.arrayValue?.map { $0["kind"]?.stringValue } == ["app", "web view"])
    }

    @Test func oneClientIsToldWithoutANumber() throws {
        let report = try Self.report([Row(cookie: "customtoken=abc")])
        #expect(!report.lines.contains { $0.contains("#1") })
        #expect(report.json["requests"]?.arrayValue?.count == 1 && report.json["clients"] == nil)
    }

    /// The nearest engine to what a client says it is.
    @Test(arguments: [
        (DeviceAgent.webView, "ios18"), ("curl/8", "ios18"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36", "chromium"),
    ])
    func profiles(agent: String, profile: String) throws {
        #expect(try Self.report([Row(agent: agent)]).json["profile"]?.stringValue == profile)
    }

    @Test func whatIsLeftOutIsCounted() throws {
        let report = try Self.report([
            Row(cookie: "a=b"), Row(url: "data:text/plain,a"), Row(url: "blob:https://app.test/1"), Row(url: "data:,"),
        ])
        #expect(
            report.lines.contains("    left out  3 entries that no cookie jar is asked for: blob 1, data 2"),
            "\(report.lines)")
        #expect(report.json["left_out"]?["data"]?.integerValue == 2)
        let one = try Self.report([Row(cookie: "a=b"), Row(url: "ftp://app.test/")])
        #expect(one.lines.contains("    left out  1 entry that no cookie jar is asked for: ftp 1"))
    }

    private static let key = "kQ7vZx2mN9pLr4TbWc8YdFg3HjS5uEa1Xq"
    private static let token = "eyJhbGciOiJub25lIn0.eyJ1aWQiOiJjYW5hcnktc3ViamVjdCJ9.c2lnbmF0dXJl"

    @Test(
        "Secrets where nobody expects them",
        arguments: [
            Row(cookie: "\(key)=1"), Row(cookie: "\(token)=1; a=b"), Row(set: ["\(key)=1; Path=/"]),
            Row(set: ["__Host-\(key)=1; Path=/; Secure"]), Row(url: "https://\(key).example/x", cookie: "a=b"),
            Row(set: ["a=b; Domain=\(key).example"]), Row(method: key, cookie: "a=b"), Row(method: token),
            Row(agent: key, cookie: "a=b"), Row(url: "\(key):x", cookie: "a=b"), Row(url: "\(token)", cookie: "a=b"),
            Row(cookie: "\(key)"),
            Row(cookie: "a=b", members: [("_clientName", .string(key)), ("_remoteDeviceIP", .string(token))]),
        ])
    func arePrintedNowhere(row: Row) throws {
        let report = try Self.report([row, row, Row(agent: DeviceAgent.app, cookie: "a=b")])
        let told =
            report.lines.joined() + report.json.text()
            + report.recordings(named: "a.har").map(\.text).joined()
        for secret in [Self.key, Self.key.lowercased(), Self.token] {
            #expect(!told.contains(secret), "\(report.lines)")
        }
    }

    /// A name's stand-in is one name still: what is decided about its cookies stays what it was.
    @Test func namesThatLookLikeSecretsAreFollowedAllTheSame() throws {
        let rows = [Row(set: ["__Host-\(Self.key)=x; Path=/; Secure"]), Row(cookie: "__Host-\(Self.key)=x")]
        let name = "__Host-\(Self.key)"
        #expect(try Self.report(rows, cookieName: name).cause.code.rawValue == "har/as-modelled")
        #expect(try Self.report([rows[0], Row()], cookieName: name).cause.code.rawValue == "har/cookie-missing")
        #expect(try Self.report(rows, cookieName: name, policy: .revealed).lines.joined().contains(name))
    }

    // MARK: - As traces

    private static let idToken =
        "eyJhbGciOiJub25lIn0."
        + Base64URL.encode(
            Array(#"{"sub":"u77","aud":"shop","iss":"https://securetoken.google.com/shop","exp":1795414417}"#.utf8))
        + "."

    /// Columns: rows, when the page signed in, and in which ways the ID token was seen.
    @Test(
        "Tokens of bodies and addresses, and the sign-in",
        arguments: [
            // Answered by the auth service.
            (
                [Row(url: signIn, method: "POST", body: #"{"idToken":"\#(idToken)"}"#)], true, [.service]
            ),
            // What asks before it signs nobody in.
            ([Row(url: signIn, method: "OPTIONS")], false, []),
            // Posted to a backend.
            ([Row(method: "POST", sent: #"{"token":"\#(idToken)"}"#)], false, [.service]),
            ([Row(method: "POST", sent: "a=b&token=\(idToken)")], false, [.service]),
            // In an address alone.
            ([Row(url: "https://app.test/?token=\(idToken)")], false, [.address]),
            // What looks like one, and is none.
            ([Row(method: "POST", sent: "eyJ.a.b eyJ.. eyJeyJ")], false, []),
        ] as [([Row], Bool, [ExposureReport.Channel])])
    func exposure(rows: [Row], isSignedIn: Bool, channels: [ExposureReport.Channel]) throws {
        let trace = try #require(try Self.report([Row(cookie: "a=b")] + rows).recordings(named: "a.har").first)
        let exposure = ExposureReport(trace)
        #expect((exposure.signIn != nil) == isSignedIn)
        #expect(exposure.secrets.flatMap(\.sightings).map(\.channel).uniqued() == channels)
        #expect(trace.events.map(\.sequence) == Array(trace.events.indices))
        #expect(!trace.text.contains(Self.idToken))
    }

    private static let signIn = "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k"

    /// The cookie that was found is the trace's; nobody wanted anything of a recording.
    @Test(arguments: [
        ("customtoken", "shopauth", "shopauth"), ("shopauth", "shopauth", "shopauth"),
        ("customtoken", "sid", "customtoken"),
    ])
    func aRecordingsCookie(asked: String, held: String, told: String) throws {
        let custom = Base64URL.encode(
            Array(
                #"{"aud":"https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit","uid":"u"}"#
                    .utf8))
        let value = held == "sid" ? "1" : "eyJhbGciOiJub25lIn0.\(custom)."
        let report = try Self.report(
            [Row(set: ["\(held)=\(value); HttpOnly"]), Row(cookie: "\(held)=\(value)")], cookieName: asked)
        let trace = try #require(report.recordings(named: "a.har").first)
        #expect(trace.head.cookie == told, "\(report.lines)")
        #expect(trace.outcome?.verdict == nil)
        #expect(SequenceDiagram(trace, hasAllEvents: false).text.contains("verdict unknown"))
    }

    // MARK: - Refresh tokens

    @Test func refreshTokensAreKnownByTheirPlace() throws {
        let report = try Self.report([
            Row(
                url: "https://securetoken.googleapis.com/v1/token?key=k", method: "POST", cookie: "customtoken=abc",
                sent: "grant_type=refresh_token&refresh_token=one-refresh-token-12345",
                body: #"{"refresh_token":"another-refresh-token-12345","id_token":"x"}"#),
            Row(url: "https://app.test/?r=another-refresh-token-12345", cookie: "customtoken=abc"),
        ])
        let lines = report.lines
        #expect(lines.contains { $0.hasPrefix("    refresh_token  request 1: a refresh token") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("    refresh_token  request 1's answer: a refresh token") })
        let trace = try #require(report.recordings(named: "a.har").first)
        #expect(trace.events.map(\.sequence) == Array(trace.events.indices))
        let exposed = ExposureReport(trace).secrets.filter { secret in
            secret.sightings.contains { $0.place.hasPrefix("auth, ") }
        }
        #expect(exposed.map(\.sightings.count) == [1, 3])
        #expect(exposed.last?.sightings.last?.channel == .address)
        #expect(!lines.joined().contains("refresh-token-12345"))
    }
}
