import FuzzSupport

extension FuzzChance {
    /// A value, blanks in it.
    package mutating func json(depth: Int) -> String {
        switch below(depth > 0 ? 7 : 4) {
        case 0: pick(["null", "true", "false"])
        case 1: pick(["0", "-0", "1", "-17", "9223372036854775807", "9223372036854775808", "12345678901234567890"])
        case 2: pick(["0.5", "-1.0", "1e3", "1E-7", "1e999", "123456789.125", "4.9e-324", "9007199254740993.0"])
        case 3: jsonText()
        case 4: "[]"
        case 5: "[\(list(upTo: 4, separator: pick([",", " , "])) { $0.json(depth: depth - 1) })]"
        default:
            "{\(list(upTo: 12, separator: pick([",", ",\n"])) { "\($0.jsonText())\($0.pick([":", " : "]))\($0.json(depth: depth - 1))" })}"
        }
    }

    private mutating func jsonText() -> String {
        let pieces = [
            "a", "b", "sub", "é", "e\u{301}", "\\u00e9", "\\u0065\\u0301", "K", "\u{212A}", "\\n", "\\\"", "\\\\",
            "\\/",
            "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\u0000", "\u{7F}", " ", "😀",
        ]
        return once(in: 8) ? "\"\"" : "\"\(list(upTo: 3, separator: "") { $0.pick(pieces) })\""
    }
}
