package import BridgePrimitives
package import BridgeTrace
import Crypto

/// Traces, and the run that left them, as one HTML file that needs nothing else: the inspector's page with all of it inside.
///
/// It shows what the traces show: their values are masked already. What is in them is data, which the page's own script
/// reads as text; the file's policy names that script and lets no other run.
package struct InspectorFile: Sendable {
    package struct Trace: Sendable {
        package var trace: RecordedTrace
        /// Where it was read from.
        package var file: String?
        /// The place of its scenario in the run.
        package var scenario: Int?
        /// Whether the file may do without it, where it would become too large.
        package var isOptional = false

        package init(_ trace: RecordedTrace, file: String? = nil, scenario: Int? = nil, isOptional: Bool = false) {
            self.trace = trace
            self.file = file
            self.scenario = scenario
            self.isOptional = isOptional
        }
    }

    private let traces: [Trace]
    private let run: JSONValue?
    private let title: String
    private let reasons: ReasonCatalogue
    private let producer: String

    /// Of traces that the file may do without, in bytes: as much as a browser opens at once.
    private static let optionalSize = 8 << 20

    /// - Parameters:
    ///   - traces: those that the file may do without are listed behind the others.
    ///   - run: what `run --report json=FILE` writes; nil where the traces are of no run.
    ///   - reasons: what codes are explained with.
    ///   - producer: name and version of what writes it.
    package init(
        _ traces: [Trace], run: JSONValue? = nil, title: String, reasons: ReasonCatalogue, producer: String
    ) {
        self.traces = traces.filter { !$0.isOptional } + traces.filter(\.isOptional)
        self.run = run
        self.title = title
        self.reasons = reasons
        self.producer = producer
    }

    /// The whole document.
    ///
    /// - Complexity: O(n) in the traces.
    package var text: String {
        var summaries: [JSONValue] = []
        var lines = ""
        var optionalSize = 0
        for trace in traces {
            let text = Self.data(trace.trace.shownText)
            if trace.isOptional {
                guard optionalSize + text.utf8.count <= Self.optionalSize else { continue }
                optionalSize += text.utf8.count
            }
            let id = "\(summaries.count + 1)"
            var summary = trace.trace.summary(isLive: false, file: trace.file)
            summary["id"] = .string(id)
            summary["scenario"] = trace.scenario.map { .integer(Int64($0)) }
            summaries.append(.object(summary))
            lines += "<script type=\"application/jsonl\" id=\"trace-\(id)\">\(text)</script>\n"
        }
        var embedded = JSONObject([
            ("session", session), ("traces", .array(summaries)), ("reasons", reasonTexts(in: lines)),
        ])
        embedded["run"] = run
        let data = Self.data(JSONValue.object(embedded).text())
        return InspectorPage.document(
            title: title, data: "<script type=\"application/json\" id=\"embedded\">\(data)</script>\n\(lines)")
    }

    private var session: JSONValue {
        let isShown = traces.contains { $0.trace.head.showsSecrets }
        return [
            "producer": .string(producer), "mode": "file", "title": .string(title),
            "secrets": .string(isShown ? "shown" : "masked"), "world": false, "devices": false, "device": false,
            "profiles": [],
        ]
    }

    /// Of codes that stand in the traces: all would be more than most traces.
    private func reasonTexts(in lines: String) -> JSONValue {
        let quoted = lines.split(separator: "\"")
        let words = Set(quoted)
        return reasons.texts { words.contains(Substring($0.rawValue)) }
    }

    /// JSON that ends no element: `<` can only stand in its texts, and is written as an escape there.
    private static func data(_ json: String) -> String { json.replacing("<", with: "\\u003c") }
}

extension InspectorPage {
    /// The page with data in it, which loads nothing.
    ///
    /// - Parameter data: elements for the end of the body.
    static func document(title: String, data: String) -> String {
        let parts = embedded
        return
            parts.head.replacing(
                "<title>session-bridge inspector</title>",
                with: "<title>\(MarkupText.escaped(VisibleText.escaped(title)))</title>") + data + parts.end
    }

    /// The document before and behind the data, with the page's style and script in their places.
    private static let embedded: (head: String, end: String) = {
        let style = text("inspector.css")
        let early = text("early-theme.js")
        let script = InspectorScript("main.js", source: text).text
        let policy =
            "default-src 'none'; script-src '\(hash(early))' '\(hash(script))'; style-src '\(hash(style))';"
            + " img-src data:; base-uri 'none'; form-action 'none'"
        let icon = StandardBase64.encode(Array(text("favicon.svg").utf8))
        var document = text("index.html")
        for (part, inPlace) in [
            (
                "<meta charset=\"utf-8\">",
                "<meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"
            ),
            ("href=\"favicon.svg\"", "href=\"data:image/svg+xml;base64,\(icon)\""),
            ("<link rel=\"stylesheet\" href=\"inspector.css\">", "<style>\(style)</style>"),
            ("<script src=\"early-theme.js\"></script>", "<script>\(early)</script>"),
            ("<script type=\"module\" src=\"main.js\"></script>", "<script type=\"module\">\(script)</script>"),
        ] { document = document.replacing(part, with: inPlace) }
        let end = document.firstRange(of: "</body>")?.lowerBound ?? document.endIndex
        return (String(document[..<end]), String(document[end...]))
    }()

    private static func text(_ name: String) -> String { String(decoding: files[name] ?? [], as: UTF8.self) }

    /// As a policy names a script or a style (CSP Level 3 §2.3.1).
    private static func hash(_ text: String) -> String {
        "sha256-" + StandardBase64.encode(Array(SHA256.hash(data: Array(text.utf8))))
    }
}
