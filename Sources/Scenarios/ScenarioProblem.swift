/// Why a scenario file cannot be read: where, what, and how to fix it.
public struct ScenarioProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable, `scenario/kebab-case`.
    public let code: String
    public let location: SourceLocation
    public let message: String
    public let hint: String
    /// The line of the file, to print with a caret under the column; empty when there is none.
    public let line: String

    public init(code: String, location: SourceLocation, message: String, hint: String = "", line: String = "") {
        (self.code, self.location, self.message) = (code, location, message)
        (self.hint, self.line) = (hint, line)
    }

    /// One line, then the place in the file with a caret.
    public var description: String {
        var text = "\(location): error[\(code)]: \(message)"
        if !hint.isEmpty { text += "; \(hint)" }
        guard !line.isEmpty else { return text }
        let number = String(location.line)
        let margin = String(repeating: " ", count: number.count)
        let indent = String(repeating: " ", count: max(location.column - 1, 0))
        return text + "\n \(number) | \(line)\n \(margin) | \(indent)^"
    }
}

/// Finds the known word that was probably meant.
enum Suggestion {
    /// - Returns: `did you mean "navigate"?`, or a list of what there is.
    /// - Complexity: O(n × m) for each candidate.
    static func text(for word: String, among known: [String]) -> String {
        let nearest = known.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
        if let (candidate, distance) = nearest, distance <= max(2, candidate.count / 3) {
            return "did you mean \"\(candidate)\"?"
        }
        return "known are: \(known.joined(separator: ", "))"
    }

    /// Levenshtein's distance, on words cut to 64 bytes.
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.utf8.prefix(64)), Array(b.utf8.prefix(64)))
        var row = Array(0...b.count)
        for (i, byte) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let substituted = diagonal + (byte == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }
}
