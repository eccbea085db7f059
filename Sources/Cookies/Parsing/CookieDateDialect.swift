/// Which texts an engine reads as a date in `Expires`.
public enum CookieDateDialect: String, Hashable, Sendable, CaseIterable {
    /// RFC 6265bis §5.1.1.
    case rfc6265bis
    /// As RFC 6265bis, but years before 1601 are dates in the past.
    case chromium
    /// libsoup 3.2: fewer orders, and a time zone counts.
    case libsoup
}
