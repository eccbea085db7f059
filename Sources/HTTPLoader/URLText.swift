import BridgePrimitives

/// Byte work on the text of URLs.
enum URLText {
    /// The scheme before the first `:`, lower-case, or nil when the text does not start with one (RFC 3986 §3.1).
    static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let bytes = text.utf8[..<colon]
        guard let first = bytes.first, ASCIIText.isLetter(first) else { return nil }
        let marks: [UInt8] = [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")]
        guard bytes.allSatisfy({ ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || marks.contains($0) }) else {
            return nil
        }
        return ASCIIText.lowercased(String(text[..<colon]))
    }

    static func splitFragment(_ text: String) -> (document: String, fragment: String?) {
        guard let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (text, nil) }
        return (String(text[..<hash]), String(text[text.utf8.index(after: hash)...]))
    }

    /// A backslash before the query is a slash, as browsers have it: `/\evil.example` leaves the site for them.
    static func replacingBackslashes(_ text: String) -> String {
        let backslash = UInt8(ascii: "\\")
        guard text.utf8.contains(backslash) else { return text }
        let end = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.utf8.endIndex
        let front = text.utf8[..<end].map { $0 == backslash ? UInt8(ascii: "/") : $0 }
        return String(decoding: front, as: UTF8.self) + text[end...]
    }

    /// Percent-encodes spaces, controls, non-ASCII bytes and the ASCII characters of `marks`; existing escapes stay.
    ///
    /// - Complexity: O(n) in UTF-8 bytes; text that is clean already is given back as it is.
    static func encoded(_ text: String, alsoEncoding marks: Marks) -> String {
        let mustEncode: (UInt8) -> Bool = { $0 <= 0x20 || $0 >= 0x7F || marks.contains($0) }
        guard text.utf8.contains(where: mustEncode) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            if mustEncode(byte) { PercentEncoding.append(byte, to: &bytes) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A set of ASCII characters: a bit for each.
    struct Marks: Sendable, ExpressibleByStringLiteral {
        private let low: UInt64
        private let high: UInt64

        init(stringLiteral text: String) {
            var (low, high): (UInt64, UInt64) = (0, 0)
            for byte in text.utf8 {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            }
            (self.low, self.high) = (low, high)
        }

        /// - Parameter byte: below 128.
        func contains(_ byte: UInt8) -> Bool { (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1 }
    }
}

extension URLText.Marks {
    /// The URL Standard's percent-encode sets, beyond what each of them has.
    static let path: Self = "\"<>^`{}"
    static let query: Self = "\"<>'"
    static let fragment: Self = "\"<>`"
}
