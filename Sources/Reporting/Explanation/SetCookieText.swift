import BridgePrimitives

/// `Set-Cookie` lines as people paste and pipe them, with or without the header's name.
public enum SetCookieText: Sendable {
    /// The field's value of a line that may begin with `Set-Cookie:`.
    public static func line(_ text: String) -> String { value(of: text) ?? text }

    /// The field's values of a response's headers; where no line begins with `Set-Cookie:`, each line that is not empty
    /// is one.
    public static func lines(in text: [String]) -> [String] {
        let lines = text.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
        let named = lines.compactMap { value(of: $0) }
        return named.isEmpty ? lines.filter { !$0.isEmpty } : named
    }

    private static func value(of text: String) -> String? {
        let name = "set-cookie:"
        guard ASCIIText.isSame(text.utf8.prefix(name.utf8.count), name.utf8) else {
            return nil
        }
        return String(text.dropFirst(name.count).drop { $0 == " " || $0 == "\t" })
    }
}
