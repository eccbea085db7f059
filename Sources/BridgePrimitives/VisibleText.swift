/// Text of others where only lines of ours are expected: on a terminal, in a log, in a report.
package enum VisibleText: Sendable {
    /// Writes as JSON escapes what a terminal obeys, what nobody sees, and what begins a new line: control characters,
    /// line and paragraph separators, marks that turn the direction of writing, characters without a width.
    ///
    /// JSON on one line keeps its meaning.
    ///
    /// - Complexity: O(n).
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var output = ""
        output.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case _ where isHidden(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: true)
                    output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// Joiners within emoji and scripts are hidden too: a name that looks like another is worse than a name in pieces.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        // C0, DEL and C1; soft hyphen; Arabic letter mark, Mongolian vowel separator.
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E: true
        // Zero width and direction marks; separators, embeddings and overrides; invisible operators and isolates.
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        // Byte order mark, interlinear annotations; tags.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }
}
