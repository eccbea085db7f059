/// What a recording has in a secret's place, because whoever wrote it masked it: `<34 bytes #c99115>`,
/// `<custom token uid=u1 exp=2026-11-22T10:00:00Z #24e705>`, `<secret>`.
///
/// It is shown as it stands, and nothing is said of it as of a value: neither its size nor its age is the secret's.
public struct ShownSecret: Hashable, Sendable {
    /// As it is shown, without filling.
    public let text: String
    /// Of the secret, where the text tells it.
    public let byteCount: Int?

    /// The longest that is taken for one, filling left aside: an account's id is in it.
    private static let longest = 256
    private static let filler = UInt8(ascii: "~")
    private static let plain = ["<secret>", "<password>", "<user information>"]
    private static let kinds = ["<custom token uid=", "<ID token uid="]

    /// - Returns: nil for what is no such text by itself, in this tool's spelling; filling may follow it.
    /// - Complexity: O(n).
    public init?(_ value: String) {
        guard value.utf8.first == UInt8(ascii: "<") else { return nil }
        let bytes = Array(value.utf8)
        let end = (bytes.lastIndex { $0 != Self.filler } ?? 0) + 1
        guard end <= Self.longest, bytes[end - 1] == UInt8(ascii: ">") else { return nil }
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        if Self.plain.contains(text) {
            byteCount = nil
        } else if let count = Self.count(in: bytes[1..<(end - 1)]) {
            byteCount = count
        } else if Self.kinds.contains(where: { text.hasPrefix($0) }), Self.isOneTag(bytes[1..<(end - 1)]) {
            byteCount = nil
        } else {
            return nil
        }
        self.text = text
    }

    /// `34 bytes #c99115`, `1 byte`.
    private static func count(in bytes: ArraySlice<UInt8>) -> Int? {
        let words = bytes.split(separator: 0x20, omittingEmptySubsequences: false)
        guard (2...3).contains(words.count), words[0].count <= 9,
            let count = Int(String(decoding: words[0], as: UTF8.self)), count > 0,
            words[0].allSatisfy(ASCIIText.isDigit),
            words[1].elementsEqual((count == 1 ? "byte" : "bytes").utf8)
        else { return nil }
        return words.count == 2 || isMark(words[2]) ? count : nil
    }

    private static func isMark(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 7 && word.first == UInt8(ascii: "#")
            && word.dropFirst().allSatisfy { ASCIIText.isDigit($0) || (0x61...0x66).contains($0) }
    }

    /// An account's id is whatever its project chose, in letters that name things.
    private static func isOneTag(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            byte > 0x7F || ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || " =#:.-_@+|?".utf8.contains(byte)
        }
    }

    /// A text that is as long as the secret was, so that whoever measures it, as a cookie jar does, finds what was there.
    ///
    /// - Parameter byteCount: of the secret, where it is known from elsewhere.
    public func filled(to byteCount: Int? = nil) -> String {
        let missing = min(byteCount ?? self.byteCount ?? 0, 1 << 16) - text.utf8.count
        return text + String(repeating: Character(Unicode.Scalar(Self.filler)), count: max(missing, 0))
    }
}
