import FuzzSupport

extension FuzzChance {
    /// A list, a mapping or a text in lines of its own.
    mutating func block(indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        guard indent < 8 else { return margin + flow(depth: 1) }
        switch below(4) {
        case 0:
            return list(upTo: 4, separator: "\n") { "\(margin)- \($0.properties())\($0.inner(indent: indent + 2))" }
        case 1, 2:
            return list(upTo: 4, separator: "\n") {
                "\(margin)\($0.key()): \($0.properties())\($0.inner(indent: indent + 2))"
            }
        default: return margin + properties() + flow(depth: 2)
        }
    }

    private mutating func inner(indent: Int) -> String {
        once(in: 3)
            ? "\n" + block(indent: indent)
            : once(in: 6) ? "|\n\(String(repeating: " ", count: indent))*a" : flow(depth: 3)
    }

    private mutating func flow(depth: Int) -> String {
        switch below(depth > 0 ? 6 : 3) {
        case 0: pick(["*a", "*b", "*c", "*a ", "*host:80", "2 * 3"])
        case 1: pick(["x", "1", "~", "true", "a b", "http://x", "\"*a\"", "'it''s'", "\"\\u00e9\"", "\u{F8FF}a", "é"])
        case 2: "\(pick(["&a", "&b", "&c"])) x"
        case 3, 4: "[\(list(upTo: 4, separator: pick([", ", ","])) { $0.properties() + $0.flow(depth: depth - 1) })]"
        default:
            "{\(list(upTo: 3, separator: ", ") { "\($0.key())\($0.pick([": ", ":", " : "]))\($0.flow(depth: depth - 1))" })}"
        }
    }

    private mutating func key() -> String {
        pick(["a", "b", "c", "name", "x y", "\"q\"", "? k", "*a ", "*a", "<<", "1", "é", "&k k"])
    }

    private mutating func properties() -> String { once(in: 5) ? pick(["&a ", "&b ", "&c ", "!!str ", "!x "]) : "" }
}
