import BridgePrimitives

/// The id of a project as a request names it, fit for the name of a file.
struct ProjectID: Hashable, Sendable {
    let text: String

    /// In bytes: real ids have at most 30, with a domain before them a few more.
    static let limit = 64

    /// Nil for the empty text, for what is longer than ``limit``, and for control characters.
    init?(_ text: String) {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= Self.limit, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return nil
        }
        self.text = text
    }

    private static let suffix = ".sqlite"

    /// All but small letters, digits and hyphens as `%41`: a file system may hold two cases for one, and a dot or a
    /// slash leads elsewhere.
    var fileName: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var name: [UInt8] = []
        for byte in text.utf8 {
            let isPlain =
                ASCIIText.isDigit(byte) || byte == UInt8(ascii: "-")
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            name += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
        }
        return String(decoding: name, as: UTF8.self) + Self.suffix
    }

    /// Nil for files that ``fileName`` does not name so, those that lie beside a database among them.
    init?(fileName: String) {
        guard fileName.hasSuffix(Self.suffix), !fileName.hasPrefix(Self.suffix) else { return nil }
        self.init(PercentEncoding.text(Array(fileName.utf8.dropLast(Self.suffix.utf8.count))[...]))
        guard self.fileName == fileName else { return nil }
    }
}
