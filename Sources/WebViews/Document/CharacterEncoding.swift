import BridgePrimitives
import CXML2

/// Which encoding a document is in, and its bytes as UTF-8.
package struct CharacterEncoding: Hashable, Sendable {
    /// The WHATWG name.
    package let name: String
    /// What libxml2 and iconv call it; nil for UTF-8.
    private let converter: String?

    static let utf8 = CharacterEncoding(name: "UTF-8", converter: nil)
    /// What the web means by Latin-1, and what it assumes when nothing is said.
    static let windows1252 = CharacterEncoding(name: "windows-1252", converter: "WINDOWS-1252")

    /// The encoding of a document, looked for in the standard's order (HTML, "determining the character encoding"):
    /// byte order mark, `Content-Type`, `<meta>` among the first 1024 bytes, windows-1252.
    package static func determined(bytes: [UInt8], contentType: ContentType) -> CharacterEncoding {
        if let marked = byteOrderMark(bytes)?.encoding { return marked }
        if let label = contentType.charset, let named = named(label) { return named }
        if let label = MetaPrescan.label(in: bytes.prefix(1024)), let named = named(label) {
            // A page that can be read as ASCII is not in UTF-16, whatever it says.
            return named.name.hasPrefix("UTF-16") ? .utf8 : named
        }
        return .windows1252
    }

    /// The encoding that a label stands for (Encoding §4.2); nil for one that the system cannot convert.
    package static func named(_ label: String) -> CharacterEncoding? {
        let label = ASCIIText.lowercased(ASCIIText.trimmed(label.utf8).utf8)
        guard !label.isEmpty, label.utf8.count <= 40 else { return nil }
        if let known = labels[label] { return known }
        let name = String(decoding: label.utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 ^ 0x20 : $0 }, as: UTF8.self)
        HTMLLibrary.prepare()
        guard let handler = xmlFindCharEncodingHandler(name) else { return nil }
        xmlCharEncCloseFunc(handler)
        return CharacterEncoding(name: name, converter: name)
    }

    /// The bytes as UTF-8, without byte order mark; what cannot be converted becomes U+FFFD, and so does NUL.
    ///
    /// - Complexity: O(n).
    package func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let body = bytes.dropFirst(Self.byteOrderMark(bytes)?.length ?? 0)
        var text = converter.map { Self.converted(Array(body), with: $0) } ?? Array(body)
        if String(validating: text, as: UTF8.self) == nil { text = Array(String(decoding: text, as: UTF8.self).utf8) }
        guard text.contains(0) else { return text }
        return text.flatMap { $0 == 0 ? Self.replacement : [$0] }
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private static func byteOrderMark(_ bytes: [UInt8]) -> (encoding: CharacterEncoding, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (CharacterEncoding(name: "UTF-16BE", converter: "UTF-16BE"), 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (CharacterEncoding(name: "UTF-16LE", converter: "UTF-16LE"), 2) }
        return nil
    }

    /// Converts a piece at a time, so that a byte that fits nothing costs one more piece and not the rest of the text.
    private static func converted(_ bytes: [UInt8], with name: String) -> [UInt8] {
        guard let handler = xmlFindCharEncodingHandler(name), let input = xmlBufferCreate(),
            let output = xmlBufferCreate()
        else { return bytes }
        defer {
            xmlBufferFree(input)
            xmlBufferFree(output)
            xmlCharEncCloseFunc(handler)
        }
        // libxml2 prints what it cannot convert, unless somebody takes it; the setting is the thread's own.
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        defer { xmlSetStructuredErrorFunc(nil, nil) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3 / 2)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(512))
            xmlBufferEmpty(input)
            xmlBufferEmpty(output)
            xmlBufferAdd(input, piece, Int32(piece.count))
            xmlCharEncInFunc(handler, output, input)
            if let content = xmlBufferContent(output) {
                text.append(contentsOf: UnsafeBufferPointer(start: content, count: Int(xmlBufferLength(output))))
            }
            // The library keeps what it could not convert. A character cut off at the end goes on in the next piece.
            let converted = piece.count - Int(xmlBufferLength(input))
            if converted == 0 { text += replacement }  // the first byte fits nothing
            rest = rest.dropFirst(max(converted, 1))
        }
        return text
    }

    /// Labels whose meaning on the web is not what iconv takes them for, and the frequent ones.
    private static let labels: [String: CharacterEncoding] = {
        let rows: [(name: String, converter: String?, labels: [String])] = [
            ("UTF-8", nil, ["utf-8", "utf8", "unicode-1-1-utf-8"]),
            (
                "windows-1252", "WINDOWS-1252",
                [
                    "windows-1252", "iso-8859-1", "latin1", "l1", "iso8859-1", "iso_8859-1", "ascii", "us-ascii",
                    "cp1252",
                ]
            ),
            (
                "Shift_JIS", "CP932",
                ["shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms_kanji", "ms932", "csshiftjis"]
            ),
            ("EUC-JP", "EUC-JP", ["euc-jp", "x-euc-jp", "cseucpkdfmtjapanese"]),
            ("ISO-2022-JP", "ISO-2022-JP", ["iso-2022-jp", "csiso2022jp"]),
            ("GBK", "GB18030", ["gbk", "gb2312", "gb_2312-80", "x-gbk", "chinese"]),
            ("EUC-KR", "CP949", ["euc-kr", "ks_c_5601-1987", "korean", "windows-949"]),
            ("windows-1254", "WINDOWS-1254", ["windows-1254", "iso-8859-9", "latin5"]),
            ("UTF-16LE", "UTF-16LE", ["utf-16", "utf-16le", "unicode", "ucs-2"]),
            ("UTF-16BE", "UTF-16BE", ["utf-16be", "unicodefffe"]),
        ]
        var table: [String: CharacterEncoding] = [:]
        for row in rows {
            for label in row.labels { table[label] = CharacterEncoding(name: row.name, converter: row.converter) }
        }
        return table
    }()
}

/// Looks for an encoding in `<meta>` before the document is parsed (HTML, "prescan a byte stream").
package enum MetaPrescan {
    /// The label as written; nil when no `<meta>` names one.
    package static func label(in bytes: ArraySlice<UInt8>) -> String? {
        let text = ASCIIText.lowercased(bytes.map { $0 < 0x80 ? $0 : 0x3F })
        var rest = Array(text.utf8)[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: "!--".utf8) {
                guard let end = rest.firstRange(of: Array("-->".utf8)) else { return nil }
                rest = rest[end.upperBound...]
                continue
            }
            guard rest.starts(with: "meta".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) else { continue }
            if let label = charset(in: rest[..<end]) { return label }
            rest = rest[end...]
        }
        return nil
    }

    /// The value after `charset=`, in an attribute of its own or inside `content`.
    private static func charset(in tag: ArraySlice<UInt8>) -> String? {
        var rest = tag
        while let found = rest.firstRange(of: Array("charset".utf8)) {
            rest = rest[found.upperBound...].drop(while: ASCIIText.isSpace)
            guard rest.first == UInt8(ascii: "=") else { continue }
            let value = rest.dropFirst().drop {
                ASCIIText.isSpace($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
            }
            let label = value.prefix { !ASCIIText.isSpace($0) && !"\"';/".utf8.contains($0) }
            if !label.isEmpty { return String(decoding: label, as: UTF8.self) }
        }
        return nil
    }
}
