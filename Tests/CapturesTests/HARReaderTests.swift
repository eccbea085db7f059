import BridgePrimitives
import Captures
import Foundation
import Testing

@Suite("HAR in the dialects of those who write it", .timeLimit(.minutes(5)))
struct HARReaderTests {
    private static func read(_ text: String) throws -> Capture { try HARReader.read(Array(text.utf8)) }

    /// A log with one entry: the members of the request after its url, and of the response.
    private static func one(
        request: String = "", response: String = #""status":200"#,
        entry: String = #""startedDateTime":"2026-11-22T09:00:00Z""#
    ) throws -> Capture {
        let members = request.isEmpty ? "" : ",\(request)"
        return try read(
            #"{"log":{"version":"1.2","entries":[{\#(entry),"request":{"method":"GET","url":"https://app.test/"\#(members)},"response":{\#(response)}}]}}"#
        )
    }

    private static func fixture(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "har", subdirectory: "Fixtures"))
        return Array(try Data(contentsOf: url))
    }

    // MARK: - Real recordings

    @Test(arguments: [("playwright-1.65-chromium", "Playwright 1.65.1"), ("mitmproxy-11", "mitmproxy 11.0.2")])
    func realRecordingsAreReadWhole(name: String, producer: String) throws {
        let capture = try HARReader.read(Self.fixture(name))
        #expect(capture.producer == producer)
        #expect(capture.defects.isEmpty)
        #expect(capture.exchanges.count == 3)
        let first = try #require(capture.exchanges.first)
        #expect(first.status == 302 && first.location == "/")
        #expect(
            first.setCookies.map { $0.reveal() }
                == ["customtoken=TOKEN; Path=/auth; HttpOnly", "theme=dark; Path=/; SameSite=Lax"])
        #expect(capture.exchanges[1].cookieHeader?.reveal() == "theme=dark")
        #expect(!capture.hasNoCredentials)
    }

    // MARK: - Dialects, by what is known of them

    @Test(
        arguments: [
            // Chrome, Playwright, Proxyman: the field, and the list beside it.
            (
                #""headers":[{"name":"Cookie","value":"a=1; b=2"}],"cookies":[{"name":"a","value":"1"},{"name":"b","value":"2"}]"#,
                "a=1; b=2", 0
            ),
            // Safari's Web Inspector: the list alone, where the network process added the field.
            (#""headers":[],"cookies":[{"name":"a","value":"1"},{"name":"b","value":""}]"#, "a=1; b=", 0),
            // HTTP/2: lower case, pseudo-fields, and each cookie by itself.
            (
                #""headers":[{"name":":path","value":"/"},{"name":"cookie","value":"a=1"},{"name":"cookie","value":"b=2"}]"#,
                "a=1; b=2", 0
            ),
            // Chrome, sanitized: neither.
            (#""headers":[{"name":"accept","value":"*/*"}],"cookies":[]"#, nil, 0),
            // HAR 1.1 without lists.
            ("", nil, 0),
            // The two disagree: the field was on the wire.
            (
                #""headers":[{"name":"Cookie","value":"a=1"}],"cookies":[{"name":"a","value":"1"},{"name":"b","value":"2"}]"#,
                "a=1", 1
            ),
            // Lists with what is no cookie.
            (#""headers":7,"cookies":[1,{"value":"x"},{"name":"a"}]"#, "a=", 0),
            (#""headers":[{"name":"Cookie"},{"value":"a=1"},null]"#, nil, 3),
            (#""headers":[{"name":"Cookie","value":""}],"cookies":null"#, nil, 0),
        ] as [(String, String?, Int)])
    func requestCookies(members: String, header: String?, defects: Int) throws {
        let capture = try Self.one(request: members)
        #expect(capture.exchanges.first?.cookieHeader?.reveal() == header)
        #expect(capture.defects.count == defects)
    }

    @Test(arguments: [
        (
            #""headers":[{"name":"Set-Cookie","value":"a=1; Path=/"},{"name":"set-cookie","value":"b=2"}]"#,
            ["a=1; Path=/", "b=2"]
        ),
        // Firefox and the DevTools Protocol: one field with a line for each.
        (#""headers":[{"name":"set-cookie","value":"a=1; Path=/\nb=2\r\nc=3"}]"#, ["a=1; Path=/", "b=2", "c=3"]),
        // Where only the list is there, the lines are put together.
        (
            #""cookies":[{"name":"a","value":"1","path":"/x","domain":".app.test","expires":"2026-11-23T09:00:00.000Z","httpOnly":true,"secure":true,"sameSite":"Lax"}]"#,
            ["a=1; Path=/x; Domain=.app.test; Expires=Mon, 23 Nov 2026 09:00:00 GMT; SameSite=Lax; Secure; HttpOnly"]
        ),
        // mitmproxy names no domain with an empty one.
        (#""cookies":[{"name":"a","value":"1","path":"","domain":"","httpOnly":false}]"#, ["a=1"]),
        (#""cookies":[{"value":"1"}],"headers":[]"#, []),
    ])
    func responseCookies(members: String, lines: [String]) throws {
        let capture = try Self.one(response: #""status":200,\#(members)"#)
        #expect(capture.exchanges.first?.setCookies.map { $0.reveal() } == lines)
    }

    @Test(arguments: [
        ("2026-11-22T09:00:00.500Z", 500, 0), ("2026-11-22T18:00:00.5+09:00", 500, 0),
        // Charles and some libraries: no colon in the zone.
        ("2026-11-22T18:00:00.500+0900", 500, 0),
        // mitmproxy: microseconds.
        ("2026-11-22T09:00:00.500999+00:00", 500, 0),
        // No zone: taken as UTC, and said.
        ("2026-11-22T09:00:00.500", 500, 1),
    ])
    func times(text: String, millisecond: Int64, defects: Int) throws {
        let capture = try Self.one(entry: #""startedDateTime":"\#(text)""#)
        #expect(capture.exchanges.first?.start == Instant(millisecondsSinceEpoch: 1_795_338_000_000 + millisecond))
        #expect(capture.defects.count == defects)
    }

    @Test(arguments: [
        (#""time":12.7"#, 12), (#""time":-1"#, 0), (#""time":null"#, 0), (#""time":1e300"#, 86_400_000),
        ("\"time\":\"x\"", 0),
        // The answer's head, and not the end of its body.
        (#""time":90,"timings":{"blocked":-1,"dns":1,"connect":2,"ssl":2,"send":0,"wait":7.5,"receive":80}"#, 10),
        (#""time":5,"timings":{"send":-1,"wait":-1,"receive":-1}"#, 5),
    ])
    func durations(members: String, milliseconds: Int64) throws {
        let capture = try Self.one(entry: #""startedDateTime":"2026-11-22T09:00:00Z",\#(members)"#)
        #expect(capture.exchanges.first?.duration == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        (#""headers":[{"name":"sec-fetch-dest","value":"document"}]"#, "", true),
        // A frame's document is none of the main frame.
        (#""headers":[{"name":"sec-fetch-dest","value":"iframe"}]"#, #","_resourceType":"document""#, false),
        (#""headers":[{"name":"sec-fetch-dest","value":"empty"}]"#, #","_resourceType":"document""#, false),
        ("", #","_resourceType":"Document""#, true), ("", #","_resourceType":"xhr""#, false),
        (#""headers":[{"name":"Accept","value":"text/html,application/xhtml+xml"}]"#, "", true), ("", "", false),
    ])
    func documents(request: String, entry: String, isDocument: Bool) throws {
        let capture = try Self.one(
            request: request, entry: #""startedDateTime":"2026-11-22T09:00:00Z"\#(entry)"#)
        #expect(capture.exchanges.first?.isDocument == isDocument)
    }

    @Test func aRefusalOfTheAuthServiceIsRead() throws {
        let body = #"{"error":{"code":400,"message":"INVALID_CUSTOM_TOKEN"}}"#
        for content in [
            #"{"text":\#(JSONValue.string(body).text())}"#,
            #"{"encoding":"base64","text":"\#(StandardBase64.encode(Array(body.utf8)))"}"#,
        ] {
            let capture = try Self.read(
                #"{"log":{"entries":[{"startedDateTime":"2026-11-22T09:00:00Z","request":{"method":"POST","url":"https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k"},"response":{"status":400,"content":\#(content)}}]}}"#
            )
            #expect(capture.exchanges.first?.refusal == "INVALID_CUSTOM_TOKEN")
        }
    }

    @Test func entriesAreInTheOrderOfTheirTimes() throws {
        let entries = ["03", "01", "02"].map {
            #"{"startedDateTime":"2026-11-22T09:00:\#($0)Z","request":{"url":"https://app.test/\#($0)"}}"#
        }
        let capture = try Self.read(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#)
        #expect(capture.exchanges.map(\.number) == [2, 3, 1])
    }

    @Test func whatHasNoJarIsLeftOutAndCounted() throws {
        let urls = [
            "data:text/plain,a", "blob:https://app.test/1", "wss://app.test/", "chrome-extension://a/", "DATA:,b",
            "ftp://app.test/", "about:blank", "no url of anybody's", ":", "eyJhbGciOiJSUzI1NiJ9.eyJ1aWQiOiJ1MSJ9.AA:x",
        ]
        let entries = urls.map { #"{"startedDateTime":"2026-11-22T09:00:00Z","request":{"url":"\#($0)"}}"# }
        let capture = try Self.read(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#)
        #expect(capture.exchanges.isEmpty)
        let counts = Dictionary(uniqueKeysWithValues: capture.leftOut.map { ($0.scheme, $0.count) })
        #expect(
            counts == [
                "data": 2, "blob": 1, "wss": 1, "chrome-extension": 1, "ftp": 1, "about": 1, "other": 3,
            ])
    }

    // MARK: - Pages of exporters that drop what requests say of themselves

    @Test(arguments: [
        // By its answer's type.
        ("", #""status":200,"content":{"mimeType":"text/html; charset=utf-8"}"#, "", true, 1),
        ("", #""status":200,"content":{"mimeType":"Application/XHTML+XML"}"#, "", true, 1),
        ("", #""status":200,"content":{"mimeType":"application/json"}"#, "", false, 0),
        // The first of a page of the file's, redirected or without a type.
        ("", #""status":302,"content":{}"#, #","pageref":"p1""#, true, 1),
        ("", #""status":200,"content":{"mimeType":"image/png"}"#, #","pageref":"p1""#, false, 0),
        ("", #""status":302,"content":{}"#, "", false, 0),
        // A script asked.
        (
            #""headers":[{"name":"X-Requested-With","value":"XMLHttpRequest"}]"#,
            #""status":200,"content":{"mimeType":"text/html"}"#, "", false, 0
        ),
        (
            #""headers":[{"name":"Origin","value":"https://app.test"}]"#,
            #""status":200,"content":{"mimeType":"text/html"}"#, "", false, 0
        ),
        // An app asks for no page of a web view's.
        (
            #""headers":[{"name":"User-Agent","value":"Shop/1 CFNetwork/1568 Darwin/24.1.0"}]"#,
            #""status":200,"content":{"mimeType":"text/html"}"#, "", false, 0
        ),
        // What is said counts.
        (
            #""headers":[{"name":"Accept","value":"*/*"}]"#, #""status":200,"content":{"mimeType":"text/html"}"#, "",
            false, 0
        ),
        ("", #""status":200,"content":{"mimeType":"text/html"}"#, #","_resourceType":"fetch""#, false, 0),
    ])
    func assumedPages(request: String, response: String, entry: String, isDocument: Bool, defects: Int) throws {
        let capture = try Self.one(
            request: request, response: response, entry: #""startedDateTime":"2026-11-22T09:00:00Z"\#(entry)"#)
        let exchange = try #require(capture.exchanges.first)
        #expect((exchange.isDocument, exchange.isAssumedDocument) == (isDocument, defects == 1))
        #expect(capture.defects.count == defects, "\(capture.defects)")
    }

    // MARK: - Refresh tokens, which nothing but their place tells

    @Test(arguments: [
        (
            "https://securetoken.googleapis.com/v1/token?key=k",
            #"{"text":"grant_type=refresh_token&refresh_token=a%2Bb"}"#,
            #"{"text":"{\"refresh_token\":\"c\",\"id_token\":\"x\"}"}"#, ["request a+b", "answer c"]
        ),
        (
            "https://securetoken.googleapis.com/v1/token", #"{"params":[{"name":"refresh_token","value":"a%2Bb"}]}"#,
            #"{"encoding":"base64","text":"eyJyZWZyZXNoX3Rva2VuIjoiYyJ9"}"#, ["request a+b", "answer c"]
        ),
        (
            "http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken", "{}",
            #"{"text":"{\"refreshToken\":\"c\"}"}"#, ["answer c"]
        ),
        // Somebody else's, and what is none.
        ("https://app.test/token", #"{"text":"refresh_token=a"}"#, #"{"text":"{\"refresh_token\":\"c\"}"}"#, []),
        ("https://securetoken.googleapis.com/v1/token", #"{"text":7}"#, #"{"encoding":"base64","text":"*"}"#, []),
        ("https://securetoken.googleapis.com/v1/token", #"{"text":"refresh_token="}"#, #"{"text":"{"}"#, []),
    ])
    func refreshTokens(url: String, sent: String, answer: String, found: [String]) throws {
        let capture = try Self.read(
            #"{"log":{"entries":[{"startedDateTime":"2026-11-22T09:00:00Z","request":{"method":"POST","url":"\#(url)","postData":\#(sent)},"response":{"status":200,"content":\#(answer)}}]}}"#
        )
        #expect(
            capture.exchanges.first?.refreshTokens.map { "\($0.place.rawValue) \($0.value.reveal())" } == found)
    }

    // MARK: - What is no recording

    @Test(arguments: [
        ("", "har/unreadable"), (" ", "har/unreadable"), ("{", "har/unreadable"), ("\u{0}", "har/unreadable"),
        (String(repeating: "[", count: 10_000), "har/unreadable"), ("[]", "har/not-a-har"), ("{}", "har/not-a-har"),
        (#"{"log":[]}"#, "har/not-a-har"), (#"{"log":{"entries":{}}}"#, "har/not-a-har"),
        (#"{"log":{"entries":[]}}"#, "har/empty"),
    ])
    func whatIsNoRecordingIsRefused(text: String, code: String) {
        #expect(performing: { try Self.read(text) }, throws: { ($0 as? BridgeFailure)?.code.rawValue == code })
    }

    @Test func encodings() throws {
        #expect(throws: BridgeFailure.self) { try HARReader.read([0xFF, 0xFE, 0x7B, 0x00]) }
        #expect(try HARReader.read([0xEF, 0xBB, 0xBF] + Array(#"{"log":{"entries":[{}]}}"#.utf8)).exchanges.isEmpty)
        #expect(throws: BridgeFailure.self) {
            try HARReader.read(Array("{\"log\":\"".utf8) + [0xC3] + Array("\"}".utf8))
        }
    }

    @Test func tooManyEntriesAreRefusedAndTooManyDefectsNotTold() throws {
        let empty = Array(repeating: "1", count: HARReader.mostEntries + 1).joined(separator: ",")
        #expect(
            performing: { try Self.read(#"{"log":{"entries":[\#(empty)]}}"#) },
            throws: { ($0 as? BridgeFailure)?.code.rawValue == "har/too-large" })
        let some = Array(repeating: "1", count: HARReader.mostDefects + 1).joined(separator: ",")
        #expect(try Self.read(#"{"log":{"entries":[\#(some)]}}"#).defects.count == HARReader.mostDefects)
    }

    /// Flipped, cut and doubled bytes of a real recording: each is read or refused.
    @Test func brokenRecordingsEndWithAnAnswer() throws {
        let bytes = try Self.fixture("playwright-1.65-chromium")
        var seed: UInt64 = 1
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        for _ in 0..<400 {
            var broken = bytes
            switch next(3) {
            case 0: broken[next(broken.count)] = UInt8(next(256))
            case 1: broken.removeLast(next(broken.count))
            default:
                let place = next(broken.count)
                broken.insert(contentsOf: broken[place..<min(broken.count, place + 40)], at: next(broken.count))
            }
            do { _ = try HARReader.read(broken) } catch { #expect(error.code.rawValue.hasPrefix("har/")) }
        }
    }
}
