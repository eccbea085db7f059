import BridgePrimitives

/// What a trace says of `Cookie` and `Set-Cookie` fields without a jar's judgement.
public enum CookieFields: Sendable {
    /// The pairs of a `Cookie` field as servers read them: cut at semicolons, blanks around them dropped, a pair
    /// without `=` is a value without a name (RFC 6265bis §5.8.3).
    ///
    /// - Complexity: O(n) in bytes.
    public static func pairs(in field: [UInt8]) -> [(name: String, value: String)] {
        field.split(separator: UInt8(ascii: ";")).compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
                let value = ASCIIText.trimmed(pair)
                return value.isEmpty ? nil : ("", value)
            }
            return (ASCIIText.trimmed(pair[..<equals]), ASCIIText.trimmed(pair[(equals + 1)...]))
        }
    }

    /// The name in a `Set-Cookie` field, at most 256 bytes of it; empty where all is value (RFC 6265bis §5.6).
    public static func name(inSetCookie field: [UInt8]) -> String {
        let pair = field.prefix { $0 != UInt8(ascii: ";") }
        guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return "" }
        return ASCIIText.trimmed(pair[..<equals].prefix(256))
    }
}
