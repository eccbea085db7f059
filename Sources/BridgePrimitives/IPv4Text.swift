/// Hosts that end in a number, which browsers read as IPv4 addresses and as nothing else.
package enum IPv4Text {
    private static let dot = UInt8(ascii: ".")

    /// Whether the last label is a number (URL standard, "ends in a number checker").
    package static func endsInNumber(_ host: String) -> Bool {
        let bytes = host.utf8.last == dot ? host.utf8.dropLast() : host.utf8[...]
        let last = bytes.lastIndex(of: dot).map { bytes[bytes.index(after: $0)...] } ?? bytes
        guard let first = last.first, ASCIIText.isDigit(first) else { return false }
        return last.allSatisfy(ASCIIText.isDigit) || (isHexadecimal(last) && number(last) != nil)
    }

    /// Reads the lax forms of IPv4 that browsers accept (`127.1`, `0x7f.0.0.1`, `2130706433`).
    ///
    /// - Returns: the dotted quad; nil if the text ends in a number but is no address.
    /// - Note: URL standard, "IPv4 parser".
    package static func canonical(_ host: String) -> String? {
        var parts = host.utf8.split(separator: dot, omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        guard (1...4).contains(parts.count) else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            guard let number = number(part) else { return nil }
            numbers.append(number)
        }
        guard let last = numbers.popLast(), numbers.allSatisfy({ $0 < 256 }),
            last < UInt64(1) << UInt64(8 * (4 - numbers.count))
        else { return nil }
        var address = last
        for (position, number) in numbers.enumerated() { address += number << UInt64(8 * (3 - position)) }
        return [24, 16, 8, 0].map { String(address >> UInt64($0) & 0xFF) }.joined(separator: ".")
    }

    private static func number(_ text: Substring.UTF8View) -> UInt64? {
        guard !text.isEmpty, text.count <= 16 else { return nil }
        if isHexadecimal(text) {
            let digits = text.dropFirst(2)
            guard digits.allSatisfy({ Hexadecimal.value($0) != nil }) else { return nil }
            return digits.isEmpty ? 0 : UInt64(Substring(digits), radix: 16)
        }
        guard text.allSatisfy(ASCIIText.isDigit) else { return nil }
        return UInt64(Substring(text), radix: text.count > 1 && text.first == UInt8(ascii: "0") ? 8 : 10)
    }

    private static func isHexadecimal(_ text: Substring.UTF8View) -> Bool {
        ASCIIText.isSame(text.prefix(2), "0x".utf8)
    }
}
