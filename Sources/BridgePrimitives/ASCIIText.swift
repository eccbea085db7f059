/// Protocol text as HTML and HTTP compare and trim it: ASCII only, by bytes.
package enum ASCIIText {
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    package static func lowercased(_ text: some Sequence<UInt8>) -> String {
        String(decoding: text.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    package static func isSame(_ a: String, _ b: String) -> Bool { lowercased(a.utf8) == lowercased(b.utf8) }

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
