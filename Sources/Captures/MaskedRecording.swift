import BridgePrimitives

/// Recordings in which secrets were masked by whoever wrote them, this tool for one.
enum MaskedRecording {
    /// An address in which a masked value's `#` begins no fragment.
    ///
    /// - Complexity: O(n).
    static func address(_ url: String) -> String {
        guard url.utf8.contains(UInt8(ascii: "<")) else { return url }
        var output = ""
        var rest = Substring(url)
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
            let end = rest[start...].utf8.firstIndex(of: UInt8(ascii: ">"))
        {
            let text = String(rest[start...end])
            output += rest[..<start]
            output += ShownSecret(text) == nil ? text : text.replacing("#", with: "%23")
            rest = rest[rest.utf8.index(after: end)...]
        }
        return output + rest
    }

    /// A `Cookie` field or a `Set-Cookie` line whose masked values are as long as what they stand for.
    ///
    /// - Parameter sizes: of values whose text does not tell it, by the cookie's name.
    static func cookies(_ line: String, _ sizes: [String: Int], isSetCookie: Bool) -> String {
        guard line.utf8.contains(UInt8(ascii: "<")) || line.contains("(empty)") else { return line }
        let parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            let text = String(decoding: part, as: UTF8.self)
            guard index == 0 || !isSetCookie, let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                return text
            }
            let value = ASCIIText.trimmed(text.utf8[text.utf8.index(after: equals)...])
            if value == "(empty)" { return String(text[...equals]) }
            guard let masked = ShownSecret(value) else { return text }
            return text[...equals] + masked.filled(to: sizes[ASCIIText.trimmed(text.utf8[..<equals])])
        }.joined(separator: ";")
    }
}
