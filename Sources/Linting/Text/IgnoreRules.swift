import BridgePrimitives

/// A `.gitignore`, as far as people write them: names, folders, paths from its own folder, `*` within a name. Lines that
/// take something back are passed over: what is looked at in vain costs nothing.
package struct IgnoreRules: Hashable, Sendable {
    private struct Rule: Hashable, Sendable {
        let pattern: [UInt8]
        let isForFolders: Bool
        /// Whether the pattern is a path, and not a name at any depth.
        let isPath: Bool
    }

    private var rules: [Rule] = []

    /// - Complexity: O(n) in bytes.
    package init(parsing text: [UInt8]) {
        for line in text.split(separator: 0x0A).prefix(2_000) {
            var pattern = ASCIIText.trimmed(line)
            guard !pattern.isEmpty, !pattern.hasPrefix("#"), !pattern.hasPrefix("!"), pattern.utf8.count < 1_000 else {
                continue
            }
            let isForFolders = pattern.hasSuffix("/")
            if isForFolders { pattern.removeLast() }
            while pattern.hasPrefix("**/") { pattern.removeFirst(3) }
            let isPath = pattern.contains("/")
            if pattern.hasPrefix("/") { pattern.removeFirst() }
            rules.append(Rule(pattern: Array(pattern.utf8), isForFolders: isForFolders, isPath: isPath))
        }
    }

    /// - Parameter path: from the file's own folder, without a slash in front.
    /// - Complexity: O(rules × bytes), times the stars of a pattern.
    package func ignore(_ path: String, isFolder: Bool) -> Bool {
        let name = path.split(separator: "/").last.map { Array($0.utf8) } ?? []
        let whole = Array(path.utf8)
        return rules.contains { rule in
            (isFolder || !rule.isForFolders) && Self.matches(rule.isPath ? whole : name, rule.pattern)
        }
    }

    /// `*` stands for any bytes, `?` for one.
    private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
        var (at, place, star, resume) = (0, 0, -1, 0)
        while at < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                (star, resume) = (place, at)
                place += 1
            } else if place < pattern.count, pattern[place] == text[at] || pattern[place] == UInt8(ascii: "?") {
                at += 1
                place += 1
            } else if star >= 0 {
                resume += 1
                (place, at) = (star + 1, resume)
            } else {
                return false
            }
        }
        while place < pattern.count, pattern[place] == UInt8(ascii: "*") { place += 1 }
        return place == pattern.count
    }
}
