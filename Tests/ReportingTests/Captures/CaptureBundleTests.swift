import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import Foundation
import Reporting
import TestSupport
import Testing

@Suite("A recording as a bundle", .timeLimit(.minutes(5)))
struct CaptureBundleTests {
    private static let opaque = "s3cReTq9Zx2Lm5Vb8Nw1Tj4"
    private static let email = "taro.yamada@example.com"

    private static func token(_ payload: JSONValue) -> String {
        Base64URL.encode(Array(#"{"alg":"RS256","kid":"secretKeyID123"}"#.utf8)) + "."
            + Base64URL.encode(payload.bytes())
            + "." + Base64URL.encode(Array("a signature that is one".utf8))
    }

    private static let idToken = token([
        "aud": "my-app", "iss": "https://securetoken.google.com/my-app", "sub": "uidOfTaro77", "email": .string(email),
        "auth_time": 1_795_338_000, "iat": 1_795_338_000, "exp": 1_795_341_600,
    ])
    private static let customToken = token([
        "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
        "iss": "robot@my-app.iam.gserviceaccount.com", "sub": "robot@my-app.iam.gserviceaccount.com",
        "uid": "uidOfTaro77", "iat": 1_795_338_000, "exp": 1_795_341_600,
    ])

    /// Columns: what is recorded (URL, cookies sent, cookies set, where it leads, bearer), the finding that must stay, why.
    private static let rows: [(entries: [Entry], code: String)] = [
        // Refused for its domain, whatever its value.
        (
            [Entry("https://app.test/a?token=\(opaque)", set: ["customtoken=\(customToken); Domain=other.test"])],
            "store/domain-mismatch"
        ),
        // Lost on the way, by its path.
        (
            [
                Entry("https://app.test/login/x", set: ["customtoken=\(customToken); Path=/login"]),
                Entry("https://app.test/"),
            ], "send/path"
        ),
        // No script can read it.
        ([Entry("https://app.test/", set: ["customtoken=\(customToken); HttpOnly"])], "script/http-only"),
        // An ID token where a custom token belongs: the kind is told by who made it.
        ([Entry("https://app.test/", cookie: "customtoken=\(idToken)")], "har/token-unfit"),
        // Too large: the size of a value stays.
        (
            [Entry("https://app.test/", set: ["customtoken=" + String(repeating: "xY", count: 2_100)])],
            "store/pair-too-large"
        ),
        // A byte that no cookie may have stays.
        ([Entry("https://app.test/", set: ["customtoken=abc\u{1}def"])], "store/control-character"),
        // The same value in a cookie and an address is the same afterwards.
        (
            [
                Entry("https://app.test/", set: ["customtoken=\(customToken)"]),
                Entry("https://app.test/next?customtoken=\(customToken)", cookie: "customtoken=\(customToken)"),
            ], "handoff/token-in-url"
        ),
        // Nothing of the handoff at all.
        (
            [Entry("https://user:\(opaque)@app.test/\(opaque)/?mail=\(email)", cookie: "sid=\(opaque)")],
            "har/cookie-never-seen"
        ),
        ([Entry("https://app.test/", bearer: idToken)], "har/cookie-never-seen"),
    ]

    struct Entry: Sendable {
        var url: String, cookie: String?, set: [String], location: String?, bearer: String?

        init(_ url: String, cookie: String? = nil, set: [String] = [], location: String? = nil, bearer: String? = nil) {
            (self.url, self.cookie, self.set, self.location, self.bearer) = (url, cookie, set, location, bearer)
        }
    }

    private static func har(_ entries: [Entry]) -> String {
        func field(_ name: String, _ value: String) -> JSONValue { ["name": .string(name), "value": .string(value)] }
        let list = entries.enumerated().map { index, entry -> JSONValue in
            var fields = [field("Sec-Fetch-Dest", "document"), field("Referer", "https://app.test/?token=\(opaque)")]
            if let cookie = entry.cookie { fields.append(field("Cookie", cookie)) }
            if let bearer = entry.bearer { fields.append(field("Authorization", "Bearer \(bearer)")) }
            return [
                "startedDateTime": .string(Instant(secondsSinceEpoch: 1_795_338_010 + Int64(index)).rfc3339), "time": 5,
                "request": [
                    "method": "GET", "url": .string(entry.url), "headers": .array(fields),
                    "postData": ["text": .string("password=\(opaque)")],
                ],
                "response": [
                    "status": 200, "headers": .array(entry.set.map { field("Set-Cookie", $0) }),
                    "content": ["text": .string("<p>\(email)</p>")],
                ],
            ]
        }
        let document: JSONValue = ["log": ["creator": ["name": .string("test \(email)")], "entries": .array(list)]]
        return document.text()
    }

    @Test func noSecretIsLeftAndTheFindingStays() throws {
        let needles = [
            Self.opaque, String(Self.opaque.prefix(12)), Self.email, "taro.yamada", Self.idToken, Self.customToken,
            "uidOfTaro77", "secretKeyID123", "robot@", Base64URL.encode(Array("uidOfTaro77".utf8)),
            String(Self.idToken.split(separator: ".")[1].prefix(40)), "a signature",
        ]
        for (entries, code) in Self.rows {
            try withFolder { folder in
                let path = folder + "/capture-\(Self.email).har"
                try Self.har(entries).write(toFile: path, atomically: true, encoding: .utf8)
                let bundle = try #require(
                    CaptureBundle(cookieName: "customtoken", profile: .rfc6265bis).make(of: path).first)
                #expect(bundle.outcome?.rootCause?.code.rawValue == code, "\(code)")
                for needle in needles where bundle.text.contains(needle) {
                    Issue.record("\(code): the bundle has \(needle.prefix(12))")
                }
                // On another machine: what the file has is all that there is.
                let read = TraceFile(Array(bundle.text.utf8))
                let input = try #require(read.traces.first?.input)
                #expect(read.problems.isEmpty && input.cookie == "customtoken" && input.profile == "rfc6265bis")
                let again = try #require(CaptureBundle.replay(input).first)
                #expect(again.outcome?.rootCause?.code == bundle.outcome?.rootCause?.code)
                #expect(again.events.map(\.kind.isRequest) == bundle.events.map(\.kind.isRequest))
            }
        }
    }

    /// Two bundles of one recording have nothing by which values are told to be the same.
    @Test func standInsAreOthersEachTime() throws {
        try withFolder { folder in
            let path = folder + "/c.har"
            try Self.har([Entry("https://app.test/", cookie: "customtoken=\(Self.opaque)")])
                .write(toFile: path, atomically: true, encoding: .utf8)
            let bundle = CaptureBundle(cookieName: "customtoken", profile: .ios18)
            let texts = try (0..<2).map { _ in try bundle.make(of: path).first?.input?.text }
            #expect(texts[0] != texts[1])
        }
    }

    /// App and web view of one device have a jar each, in the bundle as in the recording, and no name of a device stays.
    @Test func clientsStayApart() throws {
        let entries = [
            (
                DeviceAgent.app,
                #"[{"name":"Set-Cookie","value":"customtoken=abc; Path=/; Secure"}]"#
            ),
            (
                DeviceAgent.webView,
                "[]"
            ),
        ].enumerated().map { second, entry in
            #"{"startedDateTime":"2026-11-22T09:00:0\#(second)Z","_remoteDeviceName":"\#(Self.email)","request":{"method":"GET","url":"https://app.test/","headers":[{"name":"User-Agent","value":"\#(entry.0)"}]},"response":{"status":200,"headers":\#(entry.1),"content":{"mimeType":"text/html"}}}"#
        }
        try withFolder { folder in
            let path = folder + "/c.har"
            try #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
                .write(toFile: path, atomically: true, encoding: .utf8)
            let traces = try CaptureBundle(cookieName: "customtoken", profile: nil).make(of: path)
            #expect(traces.map { $0.outcome?.rootCause?.code.rawValue } == ["send/other-store", nil])
            #expect(traces.allSatisfy { !$0.text.contains(Self.email) })
            let input = try #require(traces.first?.input)
            #expect(
                try CaptureBundle.replay(input).map(\.outcome?.rootCause?.code)
                    == traces.map(\.outcome?.rootCause?.code))
        }
    }

    @Test func whatCannotBePlayedIsSaid() throws {
        var input = ReplayInput(
            file: "c.har", text: "{}", scenario: "", modules: [:], profile: "ios18", strictness: "strict", seed: 1)
        input.cookie = "customtoken"
        #expect(throws: BridgeFailure.self) { try CaptureBundle.replay(input) }  // no HAR
        input.profile = "ios99"
        input.text = Self.har([])
        #expect(throws: BridgeFailure.self) { try CaptureBundle.replay(input) }  // of a later version
    }
}

extension TraceEvent.Kind {
    fileprivate var isRequest: Bool { if case .request = self { true } else { false } }
}
