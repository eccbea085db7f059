/// Bytes as hexadecimal digits.
package enum Hexadecimal: Sendable {
    private static let lower = Array("0123456789abcdef".utf8)
    private static let upper = Array("0123456789ABCDEF".utf8)

    /// Two lower-case digits for each byte.
    ///
    /// - Complexity: O(n).
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        for byte in bytes { append(byte, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    package static func append(_ byte: UInt8, isUpperCase: Bool = false, to output: inout [UInt8]) {
        let digits = isUpperCase ? upper : lower
        output.append(digits[Int(byte >> 4)])
        output.append(digits[Int(byte & 0xF)])
    }

    /// 0 to 15; nil for what is no hexadecimal digit.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Whether these are the 64 lower-case digits of a SHA-256.
    package static func looksLikeSHA256(_ text: some Sequence<UInt8>) -> Bool {
        var count = 0
        for byte in text {
            guard value(byte) != nil, ASCIIText.lowercased(byte) == byte else { return false }
            count += 1
        }
        return count == 64
    }
}
