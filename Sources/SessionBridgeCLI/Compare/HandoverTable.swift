import BridgePrimitives
import Cookies
import Scenarios

/// What the ways of handing over are run in: the model under a profile, or a real engine.
struct HandoverSubject: Hashable, Sendable {
    let engine: EngineName
    /// Nil for what the world has without one, or the engine's own.
    let profile: CookieProfile?

    /// `ios18`, `chromium engine`.
    var name: String {
        engine == .model ? profile?.name ?? engine.rawValue : "\(engine.rawValue) engine"
    }
}

/// All ways in one subject, in the order of the table.
struct HandoverTable: Hashable, Sendable {
    let subject: HandoverSubject
    let rows: [HandoverRow]

    init(_ subject: HandoverSubject, _ rows: [HandoverRow]) { (self.subject, self.rows) = (subject, rows) }

    /// Of one row: ``HandoverRow/json(reasons:)`` after `engine` and `profile`.
    static func json(
        _ row: HandoverRow, in subject: HandoverSubject, reasons: ReasonCatalogue
    ) -> JSONValue {
        var object = JSONObject([("engine", .string(subject.engine.rawValue))])
        object["profile"] = subject.profile.map { .string($0.name) }
        for (name, value) in row.json(reasons: reasons) { object[name] = value }
        return .object(object)
    }

    /// As a table of GitHub's Markdown.
    var markdown: [String] {
        let cells = rows.map { row in
            row.cells.enumerated().map { index, cell in
                index == row.cells.count - 1 && !cell.isEmpty ? "`\(cell)`" : cell
            }
        }
        return MarkdownTable.lines(HandoverRow.heads, cells)
    }

    /// Each code of the rows once: what it means and what to do.
    func explanations(reasons: ReasonCatalogue) -> [String] {
        rows.flatMap(\.reasons).uniqued().flatMap { code -> [String] in
            guard let entry = reasons[code] else { return [code.rawValue] }
            return [code.rawValue, "  " + entry.meaning, "  fix: " + entry.fix]
        }
    }
}

/// A table as GitHub's Markdown has it.
enum MarkdownTable {
    static func lines(_ heads: [String], _ rows: [[String]]) -> [String] {
        func line(_ cells: [String]) -> String {
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        return [line(heads), line(heads.map { _ in "---" })] + rows.map(line)
    }
}
