/// Percent-encoding, both ways (RFC 3986 §2.1).
public enum PercentEncoding: Sendable {
    /// Letters, digits and `-._~` stay, all else becomes upper-case escapes: what OAuth 1.0 wants (RFC 5849 §3.6), and
    /// correct for query items and form bodies too.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        for byte in bytes {
            if isUnreserved(byte) {
                output.append(byte)
            } else {
                append(byte, to: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    public static func encode(_ text: String) -> String { encode(text.utf8) }

    /// `%` and two upper-case digits.
    package static func append(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        Hexadecimal.append(byte, isUpperCase: true, to: &output)
    }

    /// Returns nil for a `%` that two hexadecimal digits do not follow.
    ///
    /// - Parameter plusIsBlank: as in `application/x-www-form-urlencoded`.
    public static func decode(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool) -> [UInt8]? {
        decode(bytes, plusIsBlank: plusIsBlank, isBrokenEscapeKept: false)
    }

    /// As browsers do it: a `%` that two hexadecimal digits do not follow stands for itself (URL Standard §1.3).
    public static func decodeLeniently(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool) -> [UInt8] {
        decode(bytes, plusIsBlank: plusIsBlank, isBrokenEscapeKept: true) ?? []
    }

    /// The text of a path segment or a cookie's value; bytes that are no UTF-8 become U+FFFD.
    package static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: decodeLeniently(bytes, plusIsBlank: false), as: UTF8.self)
    }

    private static func decode(
        _ bytes: ArraySlice<UInt8>, plusIsBlank: Bool, isBrokenEscapeKept: Bool
    ) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where plusIsBlank: output.append(0x20)
            case UInt8(ascii: "%"):
                let following = rest.prefix(2).compactMap(Hexadecimal.value)
                if following.count == 2 {
                    output.append(following[0] << 4 | following[1])
                    rest = rest.dropFirst(2)
                } else if isBrokenEscapeKept {
                    output.append(byte)
                } else {
                    return nil
                }
            default: output.append(byte)
            }
        }
        return output
    }

    /// RFC 3986 §2.3.
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
