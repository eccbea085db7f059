public import BridgePrimitives
public import BridgeTrace

/// Traces as one HTML file that needs nothing else: for each the root cause, the cookie's way, requests with what they
/// carried and what they did not, who saw its secrets, and all events.
///
/// It has no script, loads nothing, and shows what the traces show: their values are masked already.
public struct HTMLReport: Sendable {
    private let traces: [RecordedTrace]
    private let title: String
    private let problems: [String]
    private let reasons: ReasonCatalogue
    private let producer: String

    /// - Parameters:
    ///   - problems: what left no trace, a line each.
    ///   - reasons: where the fixes of reasons are looked up.
    ///   - producer: name and version of what writes it.
    public init(
        _ traces: [RecordedTrace], title: String, problems: [String] = [], reasons: ReasonCatalogue, producer: String
    ) {
        (self.traces, self.title, self.problems) = (traces, title, problems)
        (self.reasons, self.producer) = (reasons, producer)
    }

    /// The whole document.
    ///
    /// - Complexity: O(n) in the traces.
    public var text: String {
        let page: Markup = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>\(title)</title>
            <style>\(Self.style)</style></head><body>
            <header><h1>\(title)</h1><p>\(summary)</p></header>
            \(troubles)\(contents)
            <main>\(traces.enumerated().map(section))</main>
            <footer>Written by \(producer).\(secrecy)</footer>
            </body></html>

            """
        return page.text
    }

    private var troubles: Markup {
        guard !problems.isEmpty else { return "" }
        let rows = problems.map { "<li><span class=\"bad\">✗</span> \($0)</li>" as Markup }
        return "<ul class=\"traces\">\(rows)</ul>"
    }

    private var summary: String {
        let failed = problems.count + traces.filter { TraceStanding($0) == .failed }.count
        let count = "\(traces.count) trace\(traces.count == 1 ? "" : "s")"
        return failed == 0 ? count : "\(count), \(failed) not as wanted"
    }

    private var secrecy: Markup {
        traces.contains(where: \.head.showsSecrets)
            ? " <strong>Secrets are shown: whoever has this file has the tokens.</strong>" : " Secrets are masked."
    }

    /// Where there is more than one: a list of them, what failed first.
    private var contents: Markup {
        guard traces.count > 1 else { return "" }
        let entries = traces.enumerated().map { number, trace in (number, trace, TraceStanding(trace)) }
        let rows = (entries.filter { $0.2 == .failed } + entries.filter { $0.2 != .failed }).map {
            number, trace, standing -> Markup in
            let cause = trace.outcome?.rootCause.map { "<code>\($0.code.rawValue)</code>" as Markup } ?? ""
            return "<li>\(standing.mark) <a href=\"#t\(number + 1)\">\(trace.name)</a> \(cause)</li>"
        }
        return "<nav aria-label=\"Traces\"><ul class=\"traces\">\(rows)</ul></nav>"
    }

    private func section(number: Int, trace: RecordedTrace) -> Markup {
        TraceSection(trace, anchor: "t\(number + 1)", reasons: reasons).markup
    }
}

/// How a trace stands for whoever wanted something of it.
enum TraceStanding {
    case passed, failed, unknown

    init(_ trace: RecordedTrace) {
        switch (trace.outcome?.hasPassed, trace.outcome?.verdict) {
        case (true?, _): self = .passed
        case (false?, _): self = .failed
        case (nil, .signedIn?): self = .passed
        // Of a recording nobody wanted anything.
        case (nil, nil) where trace.head.seenFrom == .network: self = .unknown
        case (nil, nil): self = trace.outcome?.rootCause == nil ? .unknown : .failed
        case (nil, let verdict?): self = verdict == trace.head.expected ? .passed : .failed
        }
    }

    /// A sign and a word: colour alone tells nobody.
    var mark: Markup {
        switch self {
        case .passed: "<span class=\"good\">✓ as wanted</span>"
        case .failed: "<span class=\"bad\">✗ failed</span>"
        case .unknown: "<span class=\"dim\">· no verdict</span>"
        }
    }
}

extension RecordedTrace {
    var name: String { head.name.isEmpty ? "trace \(head.id)" : head.name }
}
