/// What a cookie is called where people read it.
public enum CookieLabel: Sendable {
    /// The name; a cookie without one is the RFC's "nameless cookie" (RFC 6265bis §5.5).
    public static func text(_ name: String) -> String { name.isEmpty ? "(nameless)" : name }
}
