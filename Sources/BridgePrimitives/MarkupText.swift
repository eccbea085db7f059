/// Text for HTML and XML: good between tags, and for attribute values in quotes of either kind.
package enum MarkupText: Sendable {
    /// Escapes markup. Control characters and non-characters, which neither language can hold, become U+FFFD; tabs and
    /// line ends are written as references, so that XML attributes keep them.
    ///
    /// - Complexity: O(n).
    package static func escaped(_ text: String) -> String {
        var output = ""
        output.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            case "\t": output += "&#9;"
            case "\n": output += "&#10;"
            case "\r": output += "&#13;"
            case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
