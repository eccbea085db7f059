/// Bodies of type `application/x-www-form-urlencoded` (URL Standard §5.2).
public enum FormBody: Sendable {
    public static let contentType = "application/x-www-form-urlencoded"

    /// Names and values as UTF-8, in the order given; a space becomes `+`.
    ///
    /// - Complexity: O(n) in UTF-8 bytes.
    public static func encode(_ pairs: [(String, String)]) -> [UInt8] {
        var body: [UInt8] = []
        for (position, (name, value)) in pairs.enumerated() {
            if position > 0 { body.append(UInt8(ascii: "&")) }
            append(name, to: &body)
            body.append(UInt8(ascii: "="))
            append(value, to: &body)
        }
        return body
    }

    private static func append(_ text: String, to body: inout [UInt8]) {
        for byte in text.utf8 {
            if byte == 0x20 {
                body.append(UInt8(ascii: "+"))
            } else if URLText.isLetter(byte) || URLText.isDigit(byte) || "*-._".utf8.contains(byte) {
                body.append(byte)
            } else {
                body.append(percentEncoding: byte)
            }
        }
    }
}
