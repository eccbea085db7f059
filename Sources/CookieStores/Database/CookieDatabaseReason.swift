public import Databases

/// Why cookies cannot be kept in a file.
public typealias CookieDatabaseReason = DatabaseReason<CookieDatabaseContents>

/// Cookies, in the words of a database's failures.
public enum CookieDatabaseContents: DatabaseContents {
    public static var area: String { "cookie-database" }
    public static var singular: String { "cookie" }
    public static var plural: String { "cookies" }
}
