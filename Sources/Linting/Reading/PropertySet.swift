/// The properties that `HTTPCookie(properties:)` is given, as they stand in the source.
struct PropertySet {
    struct Entry {
        /// As `HTTPCookiePropertyKey`'s static members are named, or the raw text of a key that has none.
        let key: String
        let value: Value
        /// The token of the value.
        let place: Int
    }

    /// The token `HTTPCookie`.
    let place: Int
    let entries: [Entry]
    /// Whether nothing is added that the source does not show.
    let isComplete: Bool
    /// Whether the cookie is unwrapped by force.
    let isForced: Bool
    /// The name that the cookie is bound to, where it is.
    let boundName: String?

    subscript(key: String) -> Entry? { entries.last { $0.key == key } }
}

extension Code {
    /// - Complexity: O(n) in tokens for each call with a name in place of a literal.
    func propertySets() -> [PropertySet] {
        calls(to: "HTTPCookie", "NSHTTPCookie").compactMap { call in
            let argument =
                call.argument("properties") ?? (call.chain == ["HTTPCookie", "init"] ? call.arguments.first : nil)
            guard let argument, let first = argument.range.first else { return nil }
            var entries: [PropertySet.Entry] = []
            var isComplete = true
            if text(first) == "[" {
                isComplete = read(first, into: &entries) && close(of: first) == argument.range.upperBound - 1
            } else if argument.range.count == 1, tokens[first].kind == .word {
                isComplete = readVariable(text(first), before: call.name, into: &entries)
            } else {
                isComplete = false
            }
            return PropertySet(
                place: call.name, entries: entries, isComplete: isComplete, isForced: text(call.end + 1) == "!",
                boundName: boundName(before: call.start))
        }
    }

    /// `let NAME = `, `guard let NAME = `, before an expression.
    func boundName(before start: Int) -> String? {
        guard text(start - 1) == "=", tokens.indices.contains(start - 2), tokens[start - 2].kind == .word else {
            return nil
        }
        return text(start - 2)
    }

    /// - Returns: whether all of the dictionary could be read.
    private func read(_ open: Int, into entries: inout [PropertySet.Entry]) -> Bool {
        let end = close(of: open)
        guard end < tokens.count else { return false }
        if end == open + 2, text(open + 1) == ":" { return true }
        var isComplete = true
        for part in parts((open + 1)..<end) {
            guard let colon = colon(in: part), let key = key(part.lowerBound..<colon) else {
                isComplete = false
                continue
            }
            entries.append(.init(key: key, value: value(of: (colon + 1)..<part.upperBound), place: min(colon + 1, end)))
        }
        return isComplete
    }

    /// The colon between key and value: not one within brackets.
    private func colon(in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if text(index) == "(" || text(index) == "[" { index = close(of: index) }
            if text(index) == ":" { return index }
            index += 1
        }
        return nil
    }

    /// `.name`, `HTTPCookiePropertyKey.name`, `HTTPCookiePropertyKey("HttpOnly")`, `.init(rawValue: "HttpOnly")`.
    private func key(_ range: Range<Int>) -> String? {
        guard let last = range.last else { return nil }
        if text(last) == ")" {
            return range.lazy.compactMap { literal($0)?.known }.first.map { Self.keyNames[$0.lowercased()] ?? $0 }
        }
        if let text = literal(last)?.known { return Self.keyNames[text.lowercased()] ?? text }
        guard tokens[last].kind == .word, text(last - 1) == "." || range.count == 1 else { return nil }
        return range.count == 1 ? nil : text(last)
    }

    /// What the keys' raw values are called in Swift.
    private static let keyNames = [
        "name": "name", "value": "value", "path": "path", "domain": "domain", "originurl": "originURL",
        "secure": "secure", "expires": "expires", "max-age": "maximumAge", "version": "version", "discard": "discard",
        "samesite": "sameSitePolicy", "port": "port", "comment": "comment", "commenturl": "commentURL",
    ]

    /// The literal that a variable is given, and what is set in it by key until it is used.
    private func readVariable(_ name: String, before use: Int, into entries: inout [PropertySet.Entry]) -> Bool {
        let scope = function(around: use)
        guard let start = bindings[name]?.last(where: { $0 < use && scope.contains($0) }), use - start < 4000 else {
            return false
        }
        var at = start + 1
        if text(at) == ":" {
            while at < start + 12, text(at) != "=" { at = text(at) == "[" ? close(of: at) + 1 : at + 1 }
        }
        guard text(at) == "=", text(at + 1) == "[" else { return false }
        var isComplete = read(at + 1, into: &entries)
        for index in (at + 2)..<max(at + 2, use) where text(index) == name && tokens[index].kind == .word {
            guard text(index + 1) == "[" else {
                // Handed on, or changed in a way that is not read.
                if text(index + 1) == "." || text(index - 1) == "&" { isComplete = false }
                continue
            }
            let end = close(of: index + 1)
            guard end < tokens.count, text(end + 1) == "=", let key = key((index + 2)..<end) else { continue }
            let expression = (end + 2)..<expressionEnd(from: end + 2)
            entries.append(.init(key: key, value: value(of: expression), place: end + 2))
        }
        return isComplete
    }
}
