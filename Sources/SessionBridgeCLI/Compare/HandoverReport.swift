import BridgePrimitives
import BridgeTrace
import Scenarios
import WebViews
import Worlds

/// The tables of one or several subjects, as they are told.
struct HandoverReport: Sendable {
    let tables: [HandoverTable]
    /// What to know of all of them; nil where there is nothing.
    let note: Finding?

    init(_ tables: [HandoverTable], note: Finding? = nil) { (self.tables, self.note) = (tables, note) }

    /// A cell in which subjects differ: by what it says, who says so.
    struct Difference: Sendable {
        let way: String
        let column: String
        /// In the order of the subjects.
        let cells: [(text: String, subjects: [String])]

        var text: String {
            "\(column): "
                + cells.map { "\($0.text.isEmpty ? "nothing" : $0.text) in \($0.subjects.joined(separator: ", "))" }
                .joined(separator: "; ")
        }
    }

    /// In the order of ways and columns; none for one subject.
    var differences: [Difference] {
        guard let first = tables.first, tables.count > 1 else { return [] }
        return first.rows.indices.flatMap { row in
            HandoverRow.heads.indices.compactMap { column -> Difference? in
                var cells: [(text: String, subjects: [String])] = []
                for table in tables where row < table.rows.count {
                    let text = table.rows[row].cells[column]
                    if let known = cells.firstIndex(where: { $0.text == text }) {
                        cells[known].subjects.append(table.subject.name)
                    } else {
                        cells.append((text, [table.subject.name]))
                    }
                }
                guard cells.count > 1 else { return nil }
                return Difference(way: first.rows[row].way, column: HandoverRow.heads[column], cells: cells)
            }
        }
    }

    // MARK: - For people

    /// The verdict of each way in each subject, and below it each cell in which they differ.
    var matrix: [String] {
        let names = tables.map(\.subject.name)
        func line(_ way: String, _ cells: [String]) -> String {
            let padded = zip(names, cells).map { $1.padded(to: max($0.count, 10)) }
            return ([way.padded(to: HandoverWay.longestName)] + padded).joined(separator: "  ").trimmingEnd
        }
        var lines = [line("way", names)] + verdicts.map { line($0.way, $0.cells) }
        lines.append("")
        guard !differences.isEmpty else { return lines + ["no cell differs"] }
        lines.append("where they differ:")
        var way = ""
        for difference in differences {
            if difference.way != way { lines.append("  " + difference.way) }
            way = difference.way
            lines.append("    " + difference.text)
        }
        return lines
    }

    private var verdicts: [(way: String, cells: [String])] {
        (tables.first?.rows ?? []).enumerated().map { index, row in
            (row.way, tables.map { $0.rows.indices.contains(index) ? $0.rows[index].verdict?.rawValue ?? "-" : "-" })
        }
    }

    /// A line for each column.
    static let legend: [String] = {
        let lines =
            HandoverColumn.allCases.map { ($0.head, $0.legend) } + [
                ("leaks", "where the token stands besides, for histories and logs of others to keep"),
                ("because", "why nobody was signed in, or why the way could not be gone: session-bridge reasons CODE"),
                ("cells", HandoverColumn.cells),
            ]
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { "\($0.0.padded(to: width))  \($0.1)" }
    }()

    // MARK: - For a job's summary, or an issue

    /// GitHub's Markdown: the matrix where there are several subjects, each one's table, and the legend.
    ///
    /// - Parameter hasLegend: whether columns are explained, and codes with what to do.
    func markdown(reasons: ReasonCatalogue, hasLegend: Bool) -> [String] {
        var lines = ["## Ways of handing the session over", ""]
        if tables.count > 1 {
            lines += MarkdownTable.lines(["way"] + tables.map(\.subject.name), verdicts.map { [$0.way] + $0.cells })
            lines.append("")
            if differences.isEmpty {
                lines.append("No cell differs.")
            } else {
                lines += ["Where they differ:", ""] + differences.map { "- \($0.way), \($0.text)" }
            }
            lines.append("")
        }
        for table in tables { lines += ["### \(table.subject.name)", ""] + table.markdown + [""] }
        guard hasLegend else { return lines.dropLast() }
        if let note { lines += [HandoverNote.line(note), ""] }
        lines += ["<details><summary>What the columns say, and what to do</summary>", ""]
        lines += HandoverColumn.allCases.map { "- **\($0.head)**: \($0.legend)" }
        lines += ["- cells: \(HandoverColumn.cells)", ""]
        for code in tables.flatMap(\.rows).flatMap(\.reasons).uniqued() {
            guard let entry = reasons[code] else { continue }
            lines.append("- `\(code)`: \(entry.meaning) Fix: \(entry.fix)")
        }
        return lines + ["", "</details>"]
    }
}

/// What a table in the model leaves out of somebody's own page, which its verdicts are easily taken for.
enum HandoverNote {
    /// Nil for the sample page, whose scripts the model stands for, and where all was opened in real engines.
    static func pageScripts(
        _ settings: WorldSettings, in subjects: [HandoverSubject]
    ) -> Finding? {
        guard settings.hasOwnPage, subjects.contains(where: { $0.engine == .model }) else { return nil }
        return Finding(
            NavigationReason.pageScriptsSkipped,
            "The page's own scripts did not run: in the model the verdicts are those of the model's guard.",
            evidence: [])
    }

    /// `note: …`, in one line.
    static func line(_ note: Finding) -> String { "note: \(note.message) \(command)" }

    /// `{"note":…}` as a line of its own behind the rows.
    static func json(_ note: Finding) -> JSONValue { ["note": note.json] }

    private static let command = "With them: session-bridge compare --engine webkitgtk"
}
