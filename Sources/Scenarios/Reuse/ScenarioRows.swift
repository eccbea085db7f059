import BridgePrimitives
import Yams

/// The rows of a scenario, for each of which it is run once.
enum ScenarioRows {
    /// How many a scenario may have.
    static let limit = 10_000

    /// Whether a text names a row's value.
    static func isNamed(in text: String) -> Bool { text.contains("${row.") }

    static let shape = SettingsShape(fields: [
        SettingsShape.Field(
            key: "file", documentation: "A table as CSV, from this file's folder; its first line has the names.",
            defaultText: nil, isRequired: true, shape: .file)
    ])
}

extension ScenarioReader {
    /// The rows of a document; empty for one without; nil when a problem was noted.
    mutating func rows(of document: Node) -> [ReadingScope.Row]? {
        guard let node = document["rows"] else { return [] }
        let rows: [ReadingScope.Row]?
        if case .sequence(let sequence) = node {
            rows = self.rows(sequence)
        } else {
            rows = self.rows(inFile: node)
        }
        guard let rows else { return nil }
        guard !rows.isEmpty else {
            return refuse(.noRows, node, "there is no row here, so nothing would run", "add one, or take `rows` out")
        }
        guard rows.count <= ScenarioRows.limit else {
            return refuse(
                .tooLarge, node, "there are \(rows.count) rows, and a scenario has at most \(ScenarioRows.limit)",
                "split the table")
        }
        return rows
    }

    private mutating func rows(_ sequence: Node.Sequence) -> [ReadingScope.Row]? {
        let before = problems.count
        var names: [String] = []
        var rows: [ReadingScope.Row] = []
        for (index, element) in sequence.enumerated() {
            guard case .mapping(let mapping) = element else {
                note(.wrongType, element, "a row is `name: value` pairs", "write `- { cookie: a, verdict: signed-in }`")
                continue
            }
            var values: [String: String] = [:]
            for (nameNode, member) in mapping {
                guard let name = name(nameNode, "the name of a column"), let value = text(member) else { continue }
                values[name] = value
            }
            guard problems.count == before else { continue }
            if index == 0 { names = values.keys.sorted() }
            let (missing, others) = (names.filter { values[$0] == nil }, values.keys.filter { !names.contains($0) })
            guard missing.isEmpty, others.isEmpty else {
                let said =
                    missing.isEmpty
                    ? "the first row has no \(others.sorted().joined(separator: ", "))"
                    : "this row has no \(missing.joined(separator: ", "))"
                note(.rowKeys, element, said, "give all rows the keys of the first: \(names.joined(separator: ", "))")
                continue
            }
            let place = location(element)
            rows.append(
                ReadingScope.Row(
                    values: values, number: index + 1, location: place,
                    lines: place.line...max(place.line, Self.lastLine(of: element))))
        }
        return problems.count == before ? Self.withLinesOfTheirOwn(rows) : nil
    }

    /// A line that two rows share chooses neither.
    private static func withLinesOfTheirOwn(_ rows: [ReadingScope.Row]) -> [ReadingScope.Row] {
        var alone = rows
        for (index, (row, next)) in zip(rows, rows.dropFirst()).enumerated() {
            guard let lines = row.lines, next.location.line <= lines.upperBound else { continue }
            (alone[index].lines, alone[index + 1].lines) = (nil, nil)
        }
        return alone
    }

    /// In which the last of its values begins.
    private static func lastLine(of node: Node) -> Int {
        let line = node.mark?.line ?? 1
        return switch node {
        case .mapping(let mapping): mapping.map { max(lastLine(of: $0.key), lastLine(of: $0.value)) }.max() ?? line
        case .sequence(let sequence): sequence.map(lastLine).max() ?? line
        case .scalar, .alias: line
        }
    }

    private mutating func rows(inFile node: Node) -> [ReadingScope.Row]? {
        struct Place: Sendable { var file = "" }
        let settings = Settings(
            "rows", startingWith: Place(),
            [Field("file", \.file, .file, "").required("which file?", "add `file: rows.csv`")])
        guard case .mapping = node else {
            return refuse(
                .wrongType, node, "rows are a list, or a file", "write `- { cookie: a }`, or `file: rows.csv`")
        }
        guard let name = settings.read(node, &self)?.file else { return nil }
        guard let path = FilePlace.named(name, in: file) else {
            return refuse(
                .noSuchFile, node["file"] ?? node, "\"\(name)\" is no name of a table",
                "name it from the folder of this file")
        }
        let text: String
        switch vocabulary.content(path) {
        case .success(let content): text = content
        case .failure(let complaint): return refuse(complaint, node["file"] ?? node)
        }
        if !usedFiles.contains(path) { usedFiles.append(path) }
        do throws(CSVTable.Problem) {
            let table = try CSVTable(text)
            return table.rows.enumerated().map { index, row in
                ReadingScope.Row(
                    values: Dictionary(zip(table.names, row.values)) { $1 }, number: index + 1,
                    location: SourceLocation(file: path, line: row.line, column: 1))
            }
        } catch {
            let (outer, place) = (scope, location(node))
            scope = ReadingScope(file: path, lines: Self.lines(of: text))
            scope.usedAt = [place]
            note(
                ScenarioReason.notATable.code, at: SourceLocation(file: path, line: error.line, column: 1),
                error.message,
                error.fix)
            scope = outer
            return nil
        }
    }
}
