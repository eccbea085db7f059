public import BridgePrimitives

/// Why a scenario file cannot be read: where, what, and how to fix it.
public struct ScenarioProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable, `scenario/kebab-case`.
    public let code: ReasonCode
    public let location: SourceLocation
    public let message: String
    public let hint: String
    /// The line of the file, to print with a caret under the column; empty when there is none.
    public let line: String

    public init(code: ReasonCode, location: SourceLocation, message: String, hint: String = "", line: String = "") {
        (self.code, self.location, self.message) = (code, location, message)
        (self.hint, self.line) = (hint, line)
    }

    /// What is wrong, then the place in the file with a caret.
    public var lines: [String] {
        var text = "\(location): error[\(code)]: \(message)"
        if !hint.isEmpty { text += "; \(hint)" }
        guard !line.isEmpty else { return [text] }
        let number = String(location.line)
        let margin = String(repeating: " ", count: number.count)
        let (shown, column) = excerpt
        let indent = String(repeating: " ", count: column)
        return [text, " \(number) | \(shown)", " \(margin) | \(indent)^"]
    }

    /// What is shown of the line, and the place in it from 0: all of it, or of a long one what stands around the place.
    private var excerpt: (text: String, column: Int) {
        let (column, width) = (max(location.column - 1, 0), 160)
        guard line.utf8.count > width else { return (line, column) }
        let characters = Array(line)
        guard characters.count > width else { return (line, column) }
        let start = min(max(column - width / 2, 0), characters.count - width)
        let end = min(start + width, characters.count)
        let (head, tail) = (start > 0 ? "… " : "", end < characters.count ? " …" : "")
        return (head + String(characters[start..<end]) + tail, min(column, characters.count) - start + head.count)
    }

    public var description: String { lines.joined(separator: "\n") }
}

/// Why scenario files cannot be read: all that is wrong with all of them, in the order of the files.
public struct ScenarioProblems: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not empty.
    public let problems: [ScenarioProblem]

    public init(_ problems: [ScenarioProblem]) { self.problems = problems }

    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
