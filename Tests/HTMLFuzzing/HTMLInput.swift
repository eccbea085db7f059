/// An input taken apart: two bytes of choices, then the document.
struct HTMLInput {
    enum Way {
        case document
        /// The middle of three pieces stands there many times, `#` in it counting.
        case repeated
        /// Attributes' values that are read on their own.
        case texts

        init(_ byte: UInt8) { self = byte % 16 == 15 ? .repeated : byte % 16 == 14 ? .texts : .document }
    }

    let way: Way
    let contentType: String?
    let payload: [UInt8]

    static let separator: UInt8 = 0xFF
    /// Of a document that is made by repeating.
    private static let longest = 128 << 10

    private static let contentTypes: [String?] = [
        nil, "text/html", "text/html; charset=utf-8", "text/html; charset=\"windows-1252\"",
        "text/html; charset=shift_jis",
        "text/html; charset=utf-16", "text/html; charset=euc-jp", "text/html; charset=iso-2022-jp",
        "text/html; charset=gbk",
        "text/html; charset=utf-16be", "text/html; charset=iso-8859-2", "text/html; charset=nonsense",
        "a/b;;charset==x",
        "text/html; charset=utf-7", "text/html; charset=big5", "text/html; charset=euc-kr",
    ]

    init(_ bytes: [UInt8]) {
        contentType = Self.contentTypes[Int(bytes.first ?? 0) % Self.contentTypes.count]
        way = Way(bytes.count > 1 ? bytes[1] : 0)
        payload = Array(bytes.dropFirst(2).prefix(1 << 16))
    }

    /// Only what is short is repeated: it costs much, and a few tags show as much as many.
    var repeated: [UInt8] {
        let pieces = payload.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3, !pieces[1].isEmpty, payload.count <= 128 else { return payload }
        var text = Array(pieces[0])
        var number = 0
        while text.count < Self.longest {
            for byte in pieces[1] {
                if byte == UInt8(ascii: "#") { text += String(number).utf8 } else { text.append(byte) }
            }
            number += 1
        }
        return text + pieces[2]
    }
}
