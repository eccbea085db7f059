/// Several `Set-Cookie` fields that something on the way folded into one, with commas between them: Safari's Web Inspector
/// writes them so, as do proxies and clients that join fields of one name. RFC 6265 §3 says that servers must not, since
/// dates and values have commas too.
package enum FoldedSetCookie {
    /// The cookies of one field's value, each with its attributes; one for a field that is not folded.
    ///
    /// A comma parts two cookies if a name and `=` come after it, and an attribute of the cookie before it. That of a date
    /// (`Expires=Sun, 06 Aug`) does not, and neither does one in a value.
    ///
    /// - Complexity: O(n).
    package static func parts(_ line: String) -> [String] {
        let bytes = Array(line.utf8)
        var parts: [String] = []
        var start = 0
        var hasAttribute = false
        for place in bytes.indices {
            if bytes[place] == UInt8(ascii: ";") { hasAttribute = true }
            guard bytes[place] == UInt8(ascii: ","), hasAttribute, beginsCookie(bytes[(place + 1)...]) else { continue }
            parts.append(ASCIIText.trimmed(bytes[start..<place]))
            (start, hasAttribute) = (place + 1, false)
        }
        return parts + [ASCIIText.trimmed(bytes[start...])]
    }

    /// Whether a token (RFC 9110 §5.6.2) and `=` follow, which are no attribute of a cookie.
    private static func beginsCookie(_ rest: ArraySlice<UInt8>) -> Bool {
        let text = rest.drop { $0 == UInt8(ascii: " ") }
        let name = text.prefix { ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || marks.contains($0) }
        guard !name.isEmpty, text.dropFirst(name.count).first == UInt8(ascii: "=") else { return false }
        return !attributes.contains(ASCIIText.lowercased(String(decoding: name, as: UTF8.self)))
    }

    private static let marks = Set("!#$%&'*+-.^_`|~".utf8)
    private static let attributes: Set = ["expires", "max-age", "domain", "path", "samesite", "priority"]
}
