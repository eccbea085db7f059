import BridgePrimitives

/// A line of a scenario file as a message may show it: what stands behind a secret's key is starred.
///
/// It works on the text, since the file cannot be read. A star stands for each character, so that a caret below the line
/// stands where it stood.
enum SecretExcerpt {
    /// - Parameters:
    ///   - index: of the line, in `lines`.
    ///   - lines: the file's. Those above the line are looked at: a value may go on over several.
    static func masked(_ index: Int, of lines: [String]) -> String {
        guard lines.indices.contains(index) else { return "" }
        return isInSecret(index, of: lines) ? starred(lines[index]) : masked(lines[index])
    }

    /// Whether the line is one of a value that began, behind a secret's key, on a line above it.
    private static func isInSecret(_ index: Int, of lines: [String]) -> Bool {
        var depth = indentation(of: lines[index])
        for line in lines[..<index].reversed() {
            guard depth > 0 else { return false }
            let above = indentation(of: line)
            guard above < depth, let key = lastKey(of: line) else { continue }
            depth = above
            guard isSecret(key.name) else { continue }
            let hasKeys = lines[index].contains(": ") || lines[index].hasSuffix(":")
            return key.hasValue || !hasKeys
        }
        return false
    }

    private static func indentation(of line: String) -> Int {
        line.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    }

    /// The key of a value that goes on below the line: the last one that no bracket closes.
    private static func lastKey(of line: String) -> (name: String, hasValue: Bool)? {
        let characters = Array(line)
        guard let colon = characters.indices.last(where: { isKeysColon($0, in: characters) }) else { return nil }
        let value = characters[(colon + 1)...].drop { $0 == " " || $0 == "\t" }
        return (key(before: colon, in: characters), value.first.map { $0 != "#" && $0 != "{" && $0 != "[" } ?? false)
    }

    private static func isKeysColon(_ index: Int, in characters: [Character]) -> Bool {
        guard characters[index] == ":" else { return false }
        return index + 1 == characters.count || [" ", "\t"].contains(characters[index + 1])
    }

    private static func starred(_ line: String) -> String {
        let depth = indentation(of: line)
        return String(line.prefix(depth)) + String(repeating: "*", count: line.count - depth)
    }

    static func masked(_ line: String) -> String {
        var characters = Array(line)
        var start = 0
        while let colon = characters[start...].firstIndex(of: ":") {
            start = colon + 1
            let key = key(before: colon, in: characters)
            guard isSecret(key) else { continue }
            let first = characters[start...].firstIndex { $0 != " " && $0 != "\t" } ?? characters.endIndex
            let end = endOfValue(from: first, in: characters)
            guard key != "token" || !isWordForToken(String(characters[first..<end])) else {
                start = end
                continue
            }
            for index in first..<end { characters[index] = "*" }
            start = end
        }
        return String(characters)
    }

    /// Misspelt ones too: a key that is unknown may be the one that was meant.
    static func isSecret(_ key: String) -> Bool {
        let key = key.lowercased()
        // Of the steps' names, `open` is near to `token`, and has a route.
        guard !key.isEmpty, key != StepDefinition.open.name else { return false }
        return parts.contains(where: key.contains) || Suggestion.nearest(to: key, among: names) != nil
    }

    /// Which token a step sends is said in a word, which is no secret, and may be misspelt.
    private static func isWordForToken(_ value: String) -> Bool {
        let words = TokenExchange.Token.allCases.map(\.rawValue)
        return words.contains(value) || Suggestion.nearest(to: value, among: words) != nil
    }

    private static let names = ["value", "password", "secret", "token", "api-key"]
    private static let parts = ["pass", "secret", "token", "apikey"]

    private static func key(before colon: Int, in characters: [Character]) -> String {
        let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        var end = colon
        while end > 0, [" ", "\"", "'"].contains(characters[end - 1]) { end -= 1 }
        var start = end
        while start > 0, isPart(characters[start - 1]) { start -= 1 }
        return String(characters[start..<end])
    }

    /// A mapping or a list has keys of its own, and is looked at in its turn.
    private static func endOfValue(from first: Int, in characters: [Character]) -> Int {
        guard first < characters.endIndex, !["{", "["].contains(characters[first]) else { return first }
        let quote = characters[first]
        if quote == "\"" || quote == "'" {
            var index = first + 1
            while index < characters.endIndex, characters[index] != quote {
                index += quote == "\"" && characters[index] == "\\" ? 2 : 1
            }
            return min(index + 1, characters.endIndex)
        }
        // A plain text in brackets ends with them or at a comma; elsewhere it is the rest of the line.
        let isInBrackets = characters[..<first].contains { $0 == "{" || $0 == "[" }
        guard isInBrackets else { return characters.endIndex }
        var end = characters[first...].firstIndex { ",}]".contains($0) } ?? characters.endIndex
        while end > first, characters[end - 1] == " " { end -= 1 }
        return end
    }
}
