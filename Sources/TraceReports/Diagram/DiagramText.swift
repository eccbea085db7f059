import BridgePrimitives

/// Text of others in a Mermaid diagram, where a semicolon ends a statement, a hash begins an entity, and more begins
/// comments, directives and markup.
enum DiagramText: Sendable {
    /// What no part of Mermaid reads as more than itself stays; all else is written as an entity, `#59;`. That goes for the
    /// colon too: so nothing of ours before it, and nothing of a style's, can be found in a text. A word that ends a block
    /// loses a letter to an entity.
    ///
    /// - Parameter limit: in characters; longer texts are cut, since a diagram is to be looked at.
    /// - Complexity: O(n).
    static func escaped(_ text: String, limit: Int = 160) -> String {
        let shown = text.count > limit ? text.prefix(limit - 1) + "…" : text[...]
        var output = ""
        var word = ""
        for scalar in VisibleText.escaped(String(shown)).unicodeScalars {
            if isPlainLetter(scalar) {
                word.unicodeScalars.append(scalar)
                continue
            }
            output += finished(word)
            word = ""
            output += isPlain(scalar) ? String(scalar) : "#\(scalar.value);"
        }
        return output + finished(word)
    }

    private static func finished(_ word: String) -> String {
        word.lowercased() == "end" ? "#\(word.unicodeScalars.first?.value ?? 0x65);" + word.dropFirst() : word
    }

    private static func isPlainLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool { " /.,_-=()?".unicodeScalars.contains(scalar) }
}
