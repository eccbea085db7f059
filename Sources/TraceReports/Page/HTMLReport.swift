public import BridgePrimitives
public import BridgeTrace

/// Traces as one HTML file that needs nothing else: for each the root cause, the cookie's way, requests with what they
/// carried and what they did not, who saw its secrets, and all events.
///
/// It has no script, loads nothing, and shows what the traces show: their values are masked already. Where there is more
/// than one, buttons leave those of one standing.
public struct HTMLReport: Sendable {
    /// One thing that is told: a trace, what is known beside it, or both.
    package struct Entry: Sendable {
        package var name: String
        package var standing: TraceStanding
        /// For the list: the code of its cause; nil for none.
        package var cause: String?
        /// What stands before the trace.
        package var details: Markup
        /// What stands behind its cause.
        package var aside: Markup
        package var trace: RecordedTrace?

        package init(
            name: String, standing: TraceStanding, cause: String? = nil, details: Markup = "", aside: Markup = "",
            trace: RecordedTrace? = nil
        ) {
            (self.name, self.standing, self.cause) = (name, standing, cause)
            (self.details, self.aside, self.trace) = (details, aside, trace)
        }
    }

    private let entries: [Entry]
    private let noun: String
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
        self.init(
            traces.map { trace in
                Entry(
                    name: trace.name, standing: TraceStanding(trace), cause: trace.outcome?.rootCause?.code.rawValue,
                    trace: trace)
            }, noun: "trace", title: title, problems: problems, reasons: reasons, producer: producer)
    }

    /// - Parameter noun: what the entries are, of one.
    package init(
        _ entries: [Entry], noun: String, title: String, problems: [String] = [], reasons: ReasonCatalogue,
        producer: String
    ) {
        (self.entries, self.noun, self.title, self.problems) = (entries, noun, title, problems)
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
            \(troubles)\(choice)\(contents)
            <main>\(entries.enumerated().map(section))</main>
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
        let failed = problems.count + entries.count { $0.standing == .failed }
        let count = "\(entries.count) \(noun)\(entries.count == 1 ? "" : "s")"
        return failed == 0 ? count : "\(count), \(failed) not as wanted"
    }

    private var secrecy: Markup {
        entries.contains { $0.trace?.head.showsSecrets == true }
            ? " <strong>Secrets are shown: whoever has this file has the tokens.</strong>" : " Secrets are masked."
    }

    /// Where there is more than one: a list of them, what failed first.
    private var contents: Markup {
        guard entries.count > 1 else { return "" }
        let numbered = Array(entries.enumerated())
        let sorted = [TraceStanding.failed, .flaky].flatMap { standing in
            numbered.filter { $1.standing == standing }
        }
        let rest = numbered.filter { ![.failed, .flaky].contains($1.standing) }
        let rows = (sorted + rest).map { number, entry -> Markup in
            let cause = entry.cause.map { "<code>\($0)</code>" as Markup } ?? ""
            return """
                <li class="\(entry.standing.rawValue)">\(entry.standing.mark) \
                <a href="#t\(number + 1)">\(entry.name)</a> \(cause)</li>
                """
        }
        return "<nav aria-label=\"Traces\"><ul class=\"traces\">\(rows)</ul></nav>"
    }

    /// Buttons that leave one kind of entries on the page; the style obeys them, without a script.
    private var choice: Markup {
        let kinds = TraceStanding.allCases.map { kind in (kind, entries.count { $0.standing == kind }) }
            .filter { $1 > 0 }
        guard kinds.count > 1 else { return "" }
        let buttons = kinds.map { kind, count -> Markup in
            """
            <label><input type="radio" name="show" id="show-\(kind.rawValue)"> \(kind.mark) \(count)</label>
            """
        }
        return """
            <fieldset class="choice"><legend>Show</legend>
            <label><input type="radio" name="show" checked> all \(entries.count)</label> \(buttons)</fieldset>

            """
    }

    private func section(number: Int, entry: Entry) -> Markup {
        let anchor = "t\(number + 1)"
        let trace =
            entry.trace.map { TraceSection($0, anchor: anchor, reasons: reasons, aside: entry.aside).markup }
            ?? entry.aside
        return """
            <section id="\(anchor)" class="\(entry.standing.rawValue)">\
            <h2>\(entry.standing.mark) \(entry.name)</h2>
            \(entry.details)\(trace)</section>

            """
    }
}

/// How a trace stands for whoever wanted something of it.
package enum TraceStanding: String, CaseIterable, Sendable {
    case failed, flaky, passed
    /// It failed as somebody said that it does.
    case known
    case notRun = "not-run"
    case unknown

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
        case .flaky: "<span class=\"warn\">≈ flaky</span>"
        case .known: "<span class=\"warn\">≈ known failure</span>"
        case .notRun: "<span class=\"dim\">– not run</span>"
        case .unknown: "<span class=\"dim\">· no verdict</span>"
        }
    }
}

extension RecordedTrace {
    var name: String { head.name.isEmpty ? "trace \(head.id)" : head.name }
}
