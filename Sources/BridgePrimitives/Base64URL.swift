/// base64url without padding (RFC 4648 §5), as JWTs use it.
public enum Base64URL: Sendable {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    public static func encode(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count * 4 + 2) / 3)
        var index = 0
        while index < bytes.count {
            let second = index + 1 < bytes.count ? bytes[index + 1] : 0
            let third = index + 2 < bytes.count ? bytes[index + 2] : 0
            let group = UInt32(bytes[index]) << 16 | UInt32(second) << 8 | UInt32(third)
            output.append(alphabet[Int(group >> 18 & 63)])
            output.append(alphabet[Int(group >> 12 & 63)])
            if index + 1 < bytes.count { output.append(alphabet[Int(group >> 6 & 63)]) }
            if index + 2 < bytes.count { output.append(alphabet[Int(group & 63)]) }
            index += 3
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns nil for padding, the other alphabet's `+` and `/`, white space, a lone last character,
    /// and bits after the end that are not zero: one value has one spelling.
    public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        // Copied first: the loop over an array is compiled for bytes, one over any sequence is not.
        decode(Array(text))
    }

    private static func decode(_ text: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits = 0
        for byte in text {
            guard let value = value(of: byte) else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            output.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            buffer &= (1 << UInt32(bits)) - 1
        }
        return bits < 6 && buffer == 0 ? output : nil
    }

    /// Whether the alphabet has the byte.
    public static func isLetter(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
