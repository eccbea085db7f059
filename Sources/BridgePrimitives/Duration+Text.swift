extension Duration {
    /// Reads `61m`, `1.5h`, `-3s`: a number and one of `ms`, `s`, `m`, `h`, `d`, no blanks.
    ///
    /// Returns nil for anything else, and for more than about a thousand years.
    public init?(worldText text: String) {
        let units: [(suffix: String, milliseconds: Double)] = [
            ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
        ]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        let number = text.dropLast(unit.suffix.count)
        let digits = number.utf8.drop { $0 == UInt8(ascii: "-") }
        guard number.utf8.count - digits.count <= 1, digits.first.map({ $0 >= 0x30 && $0 <= 0x39 }) == true,
            digits.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") }),
            let value = Double(number), abs(value * unit.milliseconds) < 4e13
        else { return nil }
        self = .milliseconds(Int64((value * unit.milliseconds).rounded()))
    }

    /// The shortest exact spelling that ``init(worldText:)`` reads: `61m`, `1h`, `250ms`.
    public var worldText: String {
        let milliseconds = wholeMilliseconds
        let units: [(suffix: String, milliseconds: Int64)] = [
            ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
        ]
        guard milliseconds != 0, let unit = units.first(where: { milliseconds % $0.milliseconds == 0 }) else {
            return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
        }
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }

    /// The two largest units of it: `59 min 50 s`, `3 d 2 h`; never negative.
    package var twoUnits: String {
        let total = max(0, components.seconds)
        let units: [(name: String, size: Int64)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
        guard let first = units.firstIndex(where: { total >= $0.size }) else { return "0 s" }
        var rest = total
        var parts: [String] = []
        for unit in units[first...].prefix(2) {
            if rest >= unit.size { parts.append("\(rest / unit.size) \(unit.name)") }
            rest %= unit.size
        }
        return parts.joined(separator: " ")
    }
}
