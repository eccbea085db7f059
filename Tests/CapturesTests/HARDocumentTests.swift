import BridgePrimitives
import Captures
import Testing

@Suite("HAR that is written", .timeLimit(.minutes(5)))
struct HARDocumentTests {
    private static let document = HARDocument(
        version: "0.1.0",
        pages: [
            HARDocument.Page(
                title: "Opening…",
                entries: [
                    HARDocument.Entry(
                        start: Instant(millisecondsSinceEpoch: 1_795_338_000_000), elapsed: .milliseconds(6),
                        method: "GET", url: "https://app.test/", cookies: [("a", "<1 byte>"), ("b", "")], status: 302,
                        location: "/next", setCookies: [("c", "<2 bytes>", "Path=/; Secure"), ("d", "", "")],
                        bridge: ["hop": 1]),
                    HARDocument.Entry(
                        start: Instant(millisecondsSinceEpoch: 1_795_338_000_010), method: "GET",
                        url: "https://app.test/next"),
                ]),
            HARDocument.Page(title: "nothing", entries: []),
        ])

    /// What others demand of each entry (HAR 1.2, the members that are not optional).
    @Test func eachEntryHasAllThatTheFormatWants() throws {
        let log = try #require(Self.document.json["log"])
        #expect(log["version"]?.stringValue == "1.2")
        #expect(log["pages"]?.arrayValue?.map { $0["id"]?.stringValue } == ["page_1", "page_2"])
        for entry in try #require(log["entries"]?.arrayValue) {
            for name in ["startedDateTime", "time", "request", "response", "cache", "timings"] {
                #expect(entry[name] != nil)
            }
            for name in [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize",
            ] {
                #expect(entry["request"]?[name] != nil)
            }
            for name in [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ] {
                #expect(entry["response"]?[name] != nil)
            }
            for name in ["send", "wait", "receive"] { #expect(entry["timings"]?[name] != nil) }
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        let capture = try HARReader.read(Self.document.json.bytes())
        #expect(capture.producer == "session-bridge 0.1.0")
        #expect(capture.defects.isEmpty)
        let first = try #require(capture.exchanges.first)
        #expect(first.cookieHeader?.reveal() == "a=<1 byte>; b=")
        #expect(first.setCookies.map { $0.reveal() } == ["c=<2 bytes>; Path=/; Secure", "d="])
        #expect((first.status, first.location, first.duration) == (302, "/next", .milliseconds(6)))
        // No answer is a status of 0.
        #expect(capture.exchanges.last?.status == nil)
    }
}
