import SimulatedDevice

// How `UserDefaults` reads a value as another kind: numbers as texts and texts as numbers.
extension PropertyValue {
    var text: String? {
        switch self {
        case .string(let value): value
        case .integer(let value): String(value)
        case .bool(let value): value ? "1" : "0"
        // As NSNumber prints it: no fraction where there is none.
        case .double(let value): Int64(exactly: value).map { String($0) } ?? String(value)
        case .data, .date, .array, .dictionary: nil
        }
    }

    /// Rounded towards zero and clamped.
    var integer: Int? {
        switch self {
        case .integer(let value): return Int(clamping: value)
        case .bool(let value): return value ? 1 : 0
        case .string(let value): return Self.leadingInteger(value)
        case .double(let value):
            guard !value.isNaN else { return 0 }
            return Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
        case .data, .date, .array, .dictionary: return nil
        }
    }

    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .bool(let value): value ? 1 : 0
        case .string(let value): Double(value) ?? Double(Self.leadingInteger(value))
        case .data, .date, .array, .dictionary: nil
        }
    }

    /// A text says yes as `NSString.boolValue` reads it: the first character after spaces, a sign and zeros is `Y`, `T`
    /// or a digit other than 0.
    var truth: Bool? {
        switch self {
        case .bool(let value): value
        case .integer(let value): value != 0
        case .double(let value): value != 0
        case .string(let value): Self.saysYes(value)
        case .data, .date, .array, .dictionary: nil
        }
    }

    private static func saysYes(_ text: String) -> Bool {
        var rest = text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") }
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
        rest = rest.drop { $0 == UInt8(ascii: "0") }
        return rest.first.map { "YyTt123456789".utf8.contains($0) } ?? false
    }

    /// `NSString.integerValue`: the digits at the start, 0 without any, clamped.
    private static func leadingInteger(_ text: String) -> Int {
        var rest = text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") }
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        var value = 0
        for byte in rest {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { break }
            let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
            let digit = Int(byte - UInt8(ascii: "0"))
            let (sum, overflows) = scaled.subtractingReportingOverflow(digit)  // downwards: Int.min has one more
            guard !overflow, !overflows else { return isNegative ? .min : .max }
            value = sum
        }
        guard !isNegative else { return value }
        return value == .min ? .max : -value
    }
}
