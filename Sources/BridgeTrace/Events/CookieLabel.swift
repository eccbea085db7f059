/// What a cookie is called where people read it.
public enum CookieLabel: Sendable {
    private static let limit = 8, longestName = 64

    /// The name; a cookie without one is the RFC's "nameless cookie" (RFC 6265bis §5.5).
    public static func text(_ name: String) -> String { name.isEmpty ? "(nameless)" : name }

    /// Names as a line can hold them: the first few, each of a length that can be read.
    package static func list(_ names: [String]) -> String {
        let shown = names.prefix(limit).map(shortened).joined(separator: ", ")
        return names.count > limit ? "\(shown) and \(names.count - limit) more" : shown
    }

    private static func shortened(_ name: String) -> String {
        name.count > longestName ? "\(name.prefix(longestName))… (\(name.utf8.count) bytes)" : text(name)
    }
}
