/// Finds tokens in a text that is more than a token: a command line, code, two tokens that stand together.
///
/// A JWT begins with `eyJ`, a JSON object in base64url, and has two more parts behind dots (RFC 7519 §3).
package enum TokensInText: Sendable {
    package struct Place: Hashable, Sendable {
        package let text: String
        /// Where it stands, in bytes.
        package let range: Range<Int>
        /// Whether nothing stands between it and the one before.
        package let isJoined: Bool
    }

    /// More than people paste; what lies behind is left alone.
    private static let most = 64

    /// - Complexity: O(n) in bytes.
    package static func places(in text: String) -> [Place] {
        let bytes = Array(text.utf8)
        var places: [Place] = []
        var index = 0
        var end: Int?
        while places.count < most, let start = nextMark(in: bytes, from: index) {
            guard let parts = parts(in: bytes, from: start) else {
                // No part of what follows without a dot begins a token either.
                index = max(start + 1, run(in: bytes, from: start))
                continue
            }
            let stop = nextToken(in: bytes, within: parts.signature) ?? parts.end
            places.append(
                Place(
                    text: String(decoding: bytes[start..<stop], as: UTF8.self), range: start..<stop,
                    isJoined: start == end))
            (index, end) = (stop, stop)
        }
        return places
    }

    private static func nextMark(in bytes: [UInt8], from index: Int) -> Int? {
        var index = index
        while index + 2 < bytes.count {
            if bytes[index] == 0x65, bytes[index + 1] == 0x79, bytes[index + 2] == 0x4A { return index }
            index += 1
        }
        return nil
    }

    /// Where base64url and its padding end.
    private static func run(in bytes: [UInt8], from start: Int) -> Int {
        let end = bytes[start...].firstIndex { !isPartByte($0) } ?? bytes.endIndex
        return bytes[end...].firstIndex { $0 != UInt8(ascii: "=") } ?? bytes.endIndex
    }

    private static func parts(in bytes: [UInt8], from start: Int) -> (signature: Range<Int>, end: Int)? {
        let header = run(in: bytes, from: start)
        guard header < bytes.count, bytes[header] == UInt8(ascii: ".") else { return nil }
        let payload = run(in: bytes, from: header + 1)
        guard payload > header + 1, payload < bytes.count, bytes[payload] == UInt8(ascii: ".") else { return nil }
        let end = run(in: bytes, from: payload + 1)
        return (payload + 1..<end, end)
    }

    /// Where in a signature the next token begins, if there is none between the two.
    private static func nextToken(in bytes: [UInt8], within signature: Range<Int>) -> Int? {
        guard signature.upperBound < bytes.count, bytes[signature.upperBound] == UInt8(ascii: ".") else { return nil }
        var index = signature.lowerBound
        // A signature has the mark by chance once in a quarter of a million places.
        for _ in 0..<8 {
            guard let start = nextMark(in: bytes, from: index), start < signature.upperBound else { return nil }
            let header = bytes[start..<signature.upperBound]
            if let json = Base64URL.decode(header), (try? JSONValue(parsing: json))?.objectValue != nil { return start }
            index = start + 1
        }
        return nil
    }

    /// Whether a byte is one of base64url (RFC 4648 §5).
    package static func isPartByte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
