/// Protocol text as HTML and HTTP compare and trim it: ASCII only, by bytes.
package enum ASCIIText {
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    package static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    package static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    package static func lowercased(_ text: some Sequence<UInt8>) -> String {
        String(decoding: text.map { lowercased($0) as UInt8 }, as: UTF8.self)
    }

    package static func lowercased(_ text: String) -> String { lowercased(text.utf8) }

    /// Whether two texts are the same but for letter case.
    package static func isSame(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> Bool {
        a.elementsEqual(b) { lowercased($0) == lowercased($1) }
    }

    package static func isSame(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && isSame(a.utf8, b.utf8)
    }

    /// Whether `part` occurs in a text, byte for byte. The standard library's searches go by characters, or through
    /// generic code of its own, which on texts of a few words costs tens of times as much.
    ///
    /// - Complexity: O(n · m).
    package static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard text.count >= part.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
            var length = 1
            while length < part.count, text[start + length] == part[length] { length += 1 }
            if length == part.count { return true }
        }
        return false
    }

    package static func words(_ text: String) -> [String] {
        text.utf8.split(whereSeparator: isSpace).map { lowercased($0) }
    }

    /// Strip and collapse ASCII white space, as `document.title` does (Infra §4.6).
    package static func strippedAndCollapsed(_ text: String) -> String {
        text.utf8.split(whereSeparator: isSpace).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    package static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> String {
        let tail = text.drop(while: isSpace)
        let end = tail.lastIndex { !isSpace($0) }.map { tail.index(after: $0) } ?? tail.startIndex
        return String(decoding: tail[..<end], as: UTF8.self)
    }
}
