import BridgePrimitives

/// Looks in a YAML text for the second place of a key that stands twice in one mapping: the parser names the first.
struct RepeatedKey {
    let lines: [String]
    let name: String

    /// - Parameter first: the first place, line and column from 1.
    /// - Returns: nil where the key is written in a way that this does not know, such as `? key`.
    func second(after first: (line: Int, column: Int)) -> (line: Int, column: Int)? {
        guard lines.indices.contains(first.line - 1) else { return nil }
        let head = lines[first.line - 1].unicodeScalars.prefix(first.column - 1)
        let isBlock = head.allSatisfy { $0 == " " || $0 == "-" }
        return isBlock ? inBlock(first) : inBraces(first)
    }

    /// The keys of a block stand under each other.
    private func inBlock(_ first: (line: Int, column: Int)) -> (line: Int, column: Int)? {
        for (index, line) in lines.enumerated().dropFirst(first.line) {
            let text = line.unicodeScalars.drop { $0 == " " }
            guard let start = text.first, start != "#", start != "\r" else { continue }
            let indent = line.unicodeScalars.count - text.count
            if indent < first.column - 1 { return nil }
            if indent == first.column - 1, isKey(text) { return (index + 1, first.column) }
        }
        return nil
    }

    /// The keys between braces follow a comma each.
    private func inBraces(_ first: (line: Int, column: Int)) -> (line: Int, column: Int)? {
        var depth = 0
        var quote: Unicode.Scalar?
        var isAfterComma = false
        for (index, line) in lines.enumerated().dropFirst(first.line - 1) {
            var rest = Substring.UnicodeScalarView(line.unicodeScalars)
            if index == first.line - 1 { rest = rest.dropFirst(first.column - 1) }
            while let scalar = rest.first {
                if quote == nil, isAfterComma, scalar != " " {
                    if isKey(rest) { return (index + 1, line.unicodeScalars.count - rest.count + 1) }
                    isAfterComma = false
                }
                rest = rest.dropFirst()
                switch scalar {
                case quote: quote = nil
                case "\"" where quote == nil, "'" where quote == nil: quote = scalar
                case _ where quote != nil: continue
                case "{", "[": depth += 1
                case "}", "]": depth -= 1
                case ",": isAfterComma = depth == 0
                default: continue
                }
                if depth < 0 { return nil }
            }
        }
        return nil
    }

    /// Whether the text begins with the key and its colon.
    private func isKey(_ text: Substring.UnicodeScalarView) -> Bool {
        ["\(name)", "\"\(name)\"", "'\(name)'"].contains { spelling in
            text.starts(with: spelling.unicodeScalars)
                && text.dropFirst(spelling.unicodeScalars.count).first { $0 != " " } == ":"
        }
    }
}
