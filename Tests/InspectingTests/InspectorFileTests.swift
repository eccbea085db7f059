import BridgePrimitives
import BridgeTrace
import Crypto
import Testing

@testable import Inspecting

@Suite("Traces in one HTML file", .timeLimit(.minutes(5)))
struct InspectorFileTests {
    private static let masking = Masking(.fingerprints)

    /// A trace of lines that a page's console printed.
    private static func trace(_ texts: [String], name: String = "one", hasPassed: Bool? = nil) -> RecordedTrace {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        for text in texts {
            log.record(.message(MessageEvent(handler: "console.log", body: masking.text(text))), by: .page)
        }
        var trace = RecordedTrace(head: TraceHead(id: "x", name: name), events: log.events)
        if let hasPassed {
            trace.outcome = TraceOutcome(verdict: .signedIn)
            trace.outcome?.hasPassed = hasPassed
        }
        return trace
    }

    private static func file(
        _ traces: [InspectorFile.Trace], run: JSONValue? = nil, title: String = "a title"
    ) -> String {
        InspectorFile(
            traces, run: run, title: title, reasons: .all, producer: "session-bridge 1"
        ).text
    }

    /// What stands in an element of an id.
    private static func data(_ id: String, of page: String) throws -> String {
        let start = try #require(page.firstRange(of: "id=\"\(id)\">")).upperBound
        return String(page[start..<(try #require(page[start...].firstRange(of: "</script>"))).lowerBound])
    }

    private static func embedded(of page: String) throws -> JSONValue {
        try JSONValue(parsing: data("embedded", of: page))
    }

    /// The policy names the style and both scripts by their hashes, and allows nothing to be loaded.
    @Test func itLoadsNothingAndRunsItsOwnScriptAlone() throws {
        let page = Self.file([.init(Self.trace(["hello"]))])
        let policy = try #require(page.firstRange(of: "Content-Security-Policy\" content=\"")).upperBound
        let text = page[policy...].prefix { $0 != "\"" }
        #expect(text.hasPrefix("default-src 'none'; script-src 'sha256-"))
        for (begin, end) in [
            ("<style>", "</style>"), ("<script>", "</script>"), ("<script type=\"module\">", "</script>"),
        ] {
            let start = try #require(page.firstRange(of: begin)).upperBound
            let source = page[start..<(try #require(page[start...].firstRange(of: end))).lowerBound]
            let hash = StandardBase64.encode(Array(SHA256.hash(data: Array(String(source).utf8))))
            #expect(text.contains("'sha256-\(hash)'"), "\(begin)")
        }
        #expect(page.contains("href=\"data:image/svg+xml;base64,") && !page.contains("src=\""))
        #expect(page.split(separator: "<link").count == 2, "but for the icon no link is there")
        // Two scripts that run, what is embedded, and one trace.
        #expect(page.split(separator: "</script").count == 1 + 4)
    }

    /// A module without its imports would stop the whole page.
    @Test func thePagesModulesAreOneScript() {
        let page = Self.file([])
        for name in InspectorPage.files.keys where name.hasSuffix(".js") && name != "early-theme.js" {
            #expect(page.split(separator: "modules[\"\(name)\"] = ").count == 2, "\(name) is there once")
        }
        for line in page.split(separator: "\n") where line.hasPrefix("import ") || line.hasPrefix("export ") {
            Issue.record("\(line)")
        }
        for word in ["</style", "<!--", "import("] {
            for (name, bytes) in InspectorPage.files where !name.hasSuffix(".html") {
                #expect(!String(decoding: bytes, as: UTF8.self).contains(word), "\(name) has \(word)")
            }
        }
    }

    /// Columns: what somebody wrote; it comes out of the file as it was, and nothing in it is markup.
    @Test(arguments: [
        "</script><script>alert(1)</script>", "<!-- <script>", "]]></style><img src=x onerror=alert(1)>",
        "a\u{2028}b\u{2029}c\u{202E}d", "\u{0}\r\n\t\u{1B}[31m", "\\u003c/script>", "' \" ` ${x} \\",
    ])
    func whatOthersWroteIsData(text: String) throws {
        let trace = Self.trace([text], name: text)
        let page = Self.file([.init(trace, file: text)], run: ["scenarios": [["name": .string(text)]]], title: text)
        let embedded = try Self.embedded(of: page)
        let summary = try #require(embedded["traces"]?.arrayValue?.first)
        #expect(summary["name"]?.stringValue == text && summary["file"]?.stringValue == text)
        #expect(embedded["run"]?["scenarios"]?.arrayValue?.first?["name"]?.stringValue == text)
        let read = TraceFile(Array(try Self.data("trace-1", of: page).utf8))
        #expect(read.problems == [] && read.traces == [trace])
        #expect(
            page.split(separator: "</script").count == 1 + 4 && !page.contains("<img src") && !page.contains("<!-- <"))
        let title = try #require(page.firstRange(of: "<title>")).upperBound
        #expect(!page[title...].prefix { $0 != "\n" }.dropLast("</title>".count).contains("<"))
    }

    /// Whoever masks is the trace; the file says which it is.
    @Test func secretsStayMasked() throws {
        let secret = "cAnArY7f3Kq9Zx2Lm5Vb8Nw1Tj4Hs6Rd0"
        var trace = Self.trace(["token=\(secret)"])
        let page = Self.file([.init(trace)])
        #expect(!page.contains(secret) && page.contains("console.log"))
        #expect(try Self.embedded(of: page)["session"]?["secrets"] == "masked")
        trace.head.showsSecrets = true
        #expect(try Self.embedded(of: Self.file([.init(trace)]))["session"]?["secrets"] == "shown")
    }

    @Test func eachEventHasItsSentenceAndEachCodeItsReason() throws {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Self.masking)
        log.record(
            .message(
                MessageEvent(handler: "x", body: Self.masking.text("hi"), reasons: [InspectorReason.noDevice.code])),
            by: .page)
        let page = Self.file([.init(RecordedTrace(head: TraceHead(id: "9", name: "n"), events: log.events))])
        #expect(try Self.data("trace-1", of: page).contains(#""sentence":["message to ",{"strong":"x"}," hi"]"#))
        let reasons = try #require(try Self.embedded(of: page)["reasons"]?.objectValue)
        #expect(reasons.names == ["inspector/no-device"])
        #expect(reasons["inspector/no-device"]?["fix"]?.stringValue == InspectorReason.noDevice.fix)
    }

    /// What failed comes first and is always there; what passed is there as long as a browser opens the file.
    @Test func theFileStaysSmallEnoughToOpen() throws {
        let long = [String](repeating: String(repeating: "x y ", count: 500), count: 1000)
        let traces = (0..<7).map { number in
            InspectorFile.Trace(
                Self.trace(number == 3 ? ["a"] : long, name: "s\(number)", hasPassed: number != 6), scenario: number,
                isOptional: number != 6)
        }
        let page = Self.file(traces, run: [:])
        let names = try Self.embedded(of: page)["traces"]?.arrayValue?.map { $0["name"]?.stringValue ?? "" } ?? []
        #expect(names.first == "s6" && names.contains("s3") && names.count < traces.count)
        #expect(page.utf8.count < 14 << 20)
        #expect(try Self.embedded(of: page)["traces"]?.arrayValue?.first?["scenario"]?.integerValue == 6)
    }

    /// Its lines are those of a trace file, however many there are.
    @Test func tenThousandEventsAreInIt() throws {
        let trace = Self.trace((0..<10_000).map { "line \($0)" })
        let page = Self.file([.init(trace)])
        #expect(TraceFile(Array(try Self.data("trace-1", of: page).utf8)).traces == [trace])
        #expect(try Self.embedded(of: page)["traces"]?.arrayValue?.first?["events"]?.integerValue == 10_000)
    }
}
