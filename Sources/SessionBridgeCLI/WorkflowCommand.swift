/// Lines that a CI server takes for commands.
enum WorkflowCommand {
    /// The line as GitHub's runner does not obey it: it takes commands at a line's beginning, after blanks, and those of
    /// its first version anywhere.
    static func defused(_ line: String) -> String {
        let start = line.drop { $0.isWhitespace }
        let line = start.hasPrefix("::") ? "\(line[..<start.startIndex]): \(start.dropFirst())" : line
        // JSON keeps its meaning: an escape is what it was.
        return line.hasPrefix("{") ? line.replacing("##[", with: "#\\u0023[") : line.replacing("##[", with: "## [")
    }
}
