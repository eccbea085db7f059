/// Text of type `application/x-www-form-urlencoded`, in bodies, queries and fragments (URL Standard §5).
public enum FormBody: Sendable {
    public static let contentType = "application/x-www-form-urlencoded"

    /// How a space is written. Every decoder of forms reads both; what decodes a URL knows only the second.
    public enum Blank: Sendable { case plus, percent20 }

    /// A name and a value, decoded. Bytes, not text: a signature is over what was sent, also where that is no UTF-8.
    public struct Item: Hashable, Sendable {
        public let name: [UInt8]
        public let value: [UInt8]

        public init(name: [UInt8], value: [UInt8]) { (self.name, self.value) = (name, value) }
    }

    public enum Fault: Error, Hashable, Sendable {
        case tooMany
        /// A `%` without two hexadecimal digits after it.
        case brokenEscape
    }

    // MARK: - Writing

    /// Names and values as UTF-8, in the order given.
    ///
    /// - Complexity: O(n) in UTF-8 bytes.
    public static func encode(_ pairs: [(String, String)], blank: Blank = .plus) -> [UInt8] {
        var body: [UInt8] = []
        for (position, (name, value)) in pairs.enumerated() {
            if position > 0 { body.append(UInt8(ascii: "&")) }
            append(name, blank, to: &body)
            body.append(UInt8(ascii: "="))
            append(value, blank, to: &body)
        }
        return body
    }

    /// For the query or the fragment of a URL.
    public static func text(_ pairs: [(String, String)]) -> String {
        String(decoding: encode(pairs, blank: .percent20), as: UTF8.self)
    }

    private static func append(_ text: String, _ blank: Blank, to body: inout [UInt8]) {
        for byte in text.utf8 {
            if byte == 0x20, blank == .plus {
                body.append(UInt8(ascii: "+"))
            } else if blank == .plus ? isPlain(byte) : PercentEncoding.isUnreserved(byte) {
                body.append(byte)
            } else {
                PercentEncoding.append(byte, to: &body)
            }
        }
    }

    /// All but the URL Standard's application/x-www-form-urlencoded percent-encode set.
    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || "*-._".utf8.contains(byte)
    }

    // MARK: - Reading

    /// As browsers read it: nothing is refused, a broken escape stands for itself, and bytes that are no UTF-8 become
    /// U+FFFD. Empty items are left out.
    public static func pairs(_ text: some Sequence<UInt8>) -> [(String, String)] {
        parts(text).map { name, value in
            let decode = { String(decoding: PercentEncoding.decodeLeniently($0, plusIsBlank: true), as: UTF8.self) }
            return (decode(name), decode(value))
        }
    }

    /// In their order and with their repetitions; `+` is a blank, empty items are left out.
    ///
    /// - Parameter most: items that are read.
    public static func items(_ text: some Sequence<UInt8>, most: Int = 64) throws(Fault) -> [Item] {
        var items: [Item] = []
        for (name, value) in parts(text) {
            guard items.count < most else { throw .tooMany }
            guard let name = PercentEncoding.decode(name, plusIsBlank: true),
                let value = PercentEncoding.decode(value, plusIsBlank: true)
            else { throw .brokenEscape }
            items.append(Item(name: name, value: value))
        }
        return items
    }

    private static func parts(_ text: some Sequence<UInt8>) -> [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        Array(text).split(separator: UInt8(ascii: "&")).map { part in
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            return (part[..<equals], part[equals...].dropFirst())
        }
    }
}
