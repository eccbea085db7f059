import BridgePrimitives

/// One line of a page for a terminal.
public enum PageLine: Hashable, Sendable {
    case title(String)
    case heading(String)
    case text(String)
    /// Code and transcripts, which are not wrapped.
    case code(String)
    case blank

    /// Prose in lines of at most `width` characters; a word that is longer has a line of its own.
    ///
    /// - Complexity: O(n).
    public static func wrapped(_ text: String, width: Int, indent: String = "") -> [PageLine] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent.count + line.count + 1 + word.count > width {
                lines.append(indent + line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        if !line.isEmpty { lines.append(indent + line) }
        return lines.map { .text($0) }
    }
}

extension ReasonPage {
    /// The page for a terminal.
    public func lines(width: Int = 100) -> [PageLine] {
        var lines: [PageLine] = [.title(code.rawValue)]
        lines += PageLine.wrapped(entry.meaning, width: width)
        if !entry.fix.isEmpty { lines += PageLine.wrapped("Fix: " + entry.fix, width: width) }
        lines += facts.map { PageLine.text("\($0.name): \($0.value)") }
        lines += exampleLines(width)
        for snippet in snippets {
            lines += [.blank, .heading("\(snippet.language.title): \(snippet.purpose)")] + Self.code(snippet.text)
        }
        if !symptoms.isEmpty {
            lines += [.blank, .heading("People say")]
            lines += symptoms.flatMap { PageLine.wrapped("\($0.title)", width: width, indent: "    ") }
        }
        if !seeAlso.isEmpty {
            lines += [.blank, .heading("See also")]
            lines += PageLine.wrapped(seeAlso.map(\.rawValue).joined(separator: " "), width: width, indent: "    ")
        }
        return lines
    }

    /// What is said of the code in a word or two.
    var facts: [(name: String, value: String)] {
        var facts = [("Area", "\(area.name): \(area.introduction)"), ("Met in", area.place)]
        if let name = entry.devToolsName { facts.append(("Chrome DevTools", name)) }
        if let kind = entry.kind { facts.append(("Exit code", "\(kind.exitCode)")) }
        return facts
    }

    private func exampleLines(_ width: Int) -> [PageLine] {
        guard let example else {
            return [.blank] + PageLine.wrapped(missingExample ?? "", width: width)
        }
        var lines: [PageLine] = [.blank, .heading("Example, as \(example.profile)")]
        if example.engines.isEmpty { lines[1] = .heading("Example") }
        lines += PageLine.wrapped(example.story, width: width)
        lines += example.wrongSource.flatMap { Self.code("# \($0.name)\n\($0.text)") }
        lines += Self.code(example.wrong.lines.joined(separator: "\n"))
        if let command = example.command { lines += [.blank, .heading("Try it")] + Self.code(command) }
        lines += [.blank, .heading(mendedTitle)]
        lines += example.mendedSource.flatMap { Self.code("# \($0.name)\n\($0.text)") }
        lines += Self.code(example.mended.lines.joined(separator: "\n"))
        guard !example.engines.isEmpty else { return lines }
        lines += [.blank, .heading("Which engines say so (✗)")]
        let longest = example.engines.map(\.engine.count).max() ?? 0
        lines += example.engines.map { row in
            let name = row.engine + String(repeating: " ", count: longest - row.engine.count)
            return .code("\(row.givesCode ? "✗" : "✓") \(name)  \(row.words)")
        }
        return lines
    }

    private static func code(_ text: String) -> [PageLine] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { .code($0) }
    }
}

extension ReasonPage.EngineRow {
    /// What came of it there, and why.
    var words: String {
        ([outcome] + [reasons.map(\.rawValue).joined(separator: ", ")]).filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
