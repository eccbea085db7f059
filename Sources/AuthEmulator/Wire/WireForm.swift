/// `application/x-www-form-urlencoded`, the way in (WHATWG URL §5.1).
enum WireForm: Sendable {
    /// Names and values in their order; `+` is a blank, a broken escape stands for itself.
    static func decode(_ bytes: some Sequence<UInt8>) -> [(String, String)] {
        Array(bytes).split(separator: UInt8(ascii: "&")).map { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return (unescape(item), "") }
            return (unescape(item[..<equals]), unescape(item[(equals + 1)...]))
        }
    }

    /// Percent-encoding of everything but RFC 3986's unreserved characters.
    static func escape(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                output.append(byte)
            default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Percent-decoding of one path segment or form item; bytes that are no UTF-8 become U+FFFD.
    static func unescape(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = true) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where plusIsBlank: output.append(0x20)
            case UInt8(ascii: "%"):
                if rest.count >= 2, let high = hexDigit(rest[rest.startIndex]),
                    let low = hexDigit(rest[rest.startIndex + 1])
                {
                    output.append(high << 4 | low)
                    rest = rest.dropFirst(2)
                } else {
                    output.append(byte)
                }
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
