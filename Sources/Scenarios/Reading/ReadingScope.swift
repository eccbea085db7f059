import BridgePrimitives

/// The file that is read, and what names stand for in it.
struct ReadingScope: Sendable {
    let file: String
    let lines: [String]
    /// `${var.NAME}`; nil where the file has no variables, as one for use.
    var variables: [String: TemplateText]?
    /// Variables that stand below the one at hand, which it may not name.
    var laterVariables: Set<String> = []
    /// `${param.NAME}`; nil where it has no parameters.
    var parameters: [String: TemplateText]?
    /// `${row.NAME}`; nil outside of scenarios with rows.
    var row: Row?
    /// Where the file is used, the nearest first; empty for one that is read by itself.
    var usedAt: [SourceLocation] = []
    /// The files that led here, this one last.
    var chain: [String]

    /// One row of a table, for which its scenario is read once.
    struct Row: Sendable {
        let values: [String: String]
        /// From 1.
        let number: Int
        let location: SourceLocation
        /// As ``Scenario/TableRow/lines``.
        var lines: ClosedRange<Int>?
    }

    init(file: String, lines: [String]) { (self.file, self.lines, chain) = (file, lines, [file]) }

    /// What may stand after `${` beside captures and placeholders, for suggestions.
    var names: [String] {
        (variables?.keys.sorted().map { "var.\($0)" } ?? []) + (parameters?.keys.sorted().map { "param.\($0)" } ?? [])
            + (row?.values.keys.sorted().map { "row.\($0)" } ?? [])
    }
}
