/// Reads the value of `Max-Age` (RFC 6265bis §5.6.2).
enum MaxAge {
    /// Far beyond any lifetime, and safe to add to any moment.
    static let longest: Int64 = 1_000_000_000_000

    /// - Returns: seconds, clamped to ±``longest``; nil if the attribute is to be ignored.
    static func parse(_ value: ArraySlice<UInt8>, takesPlus: Bool = false) -> Int64? {
        var digits = value
        let isNegative = digits.first == Byte.dash
        if isNegative || (takesPlus && digits.first == Byte.plus) { digits = digits.dropFirst() }
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        var seconds: Int64 = 0
        for digit in digits { seconds = min(seconds * 10 + Int64(digit - 0x30), longest) }
        return isNegative ? -seconds : seconds
    }
}
