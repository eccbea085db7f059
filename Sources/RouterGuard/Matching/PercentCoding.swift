import BridgePrimitives

/// Percent-encoding as scripts do it (ECMA-262 §19.2.6), on UTF-8 bytes.
enum PercentCoding {
    /// What `encodeURIComponent` leaves alone besides letters and digits.
    static let componentMarks = Array("-_.!~*'()".utf8)
    /// What `encodeURI` leaves alone besides letters and digits.
    static let uriMarks = Array("-_.!~*'();,/?:@&=+$#".utf8)

    /// Encodes every byte that is neither a letter, a digit nor one of `marks`; hexadecimal digits are upper case.
    /// - Complexity: O(n) in UTF-8 bytes.
    static func encode(_ text: String, sparing marks: [UInt8]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isAlphanumeric(byte) || marks.contains(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                Hexadecimal.append(byte, isUpperCase: true, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes as Vue Router 4 does: `encodeURI`, but brackets and `|` stay.
    ///
    /// - Parameters:
    ///   - kept: further marks that stay as they are.
    ///   - marks: marks that are encoded although `encodeURI` leaves them.
    static func encodeLoosely(
        _ text: String, sparingAlso kept: String = "", encodingAlso marks: String = "", spaceAsPlus: Bool = false
    ) -> String {
        let refused = Array(marks.utf8)
        let spared = (uriMarks + Array("[]|".utf8) + Array(kept.utf8)).filter { !refused.contains($0) }
        guard spaceAsPlus else { return encode(text, sparing: spared) }
        return text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { encode(String(decoding: Array($0), as: UTF8.self), sparing: spared) }.joined(separator: "+")
    }

    /// The text with every percent triple decoded; nil when a `%` is not followed by two hexadecimal digits or when
    /// the decoded bytes are not UTF-8 (where `decodeURIComponent` throws a URIError).
    /// - Complexity: O(n) in UTF-8 bytes.
    static func decode(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.value),
                let low = rest.popFirst().flatMap(Hexadecimal.value)
            else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
