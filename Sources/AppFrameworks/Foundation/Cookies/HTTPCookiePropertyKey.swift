/// What a cookie is made of, for ``HTTPCookie/init(properties:)``.
public struct HTTPCookiePropertyKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// So that undocumented keys can be written as apps write them: `HTTPCookiePropertyKey("HttpOnly")`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let name = Self("Name")
    public static let value = Self("Value")
    /// With a leading dot for subdomains too, without one for exactly this host.
    public static let domain = Self("Domain")
    /// Gives the domain where ``domain`` is not set.
    public static let originURL = Self("OriginURL")
    public static let path = Self("Path")
    /// Any value at all makes the cookie Secure, `"FALSE"` too.
    public static let secure = Self("Secure")
    /// A `Date`, or a text in the form of a cookie's date. Without it, and without an age, the cookie ends with the
    /// process.
    public static let expires = Self("Expires")
    /// A text of digits: seconds. Read only with ``version`` 1.
    public static let maximumAge = Self("Max-Age")
    /// `"TRUE"`: the cookie ends with the process, whatever its dates.
    public static let discard = Self("Discard")
    /// `"0"`, as without it, or `"1"`.
    public static let version = Self("Version")
    /// A ``HTTPCookieStringPolicy``, or its text.
    public static let sameSitePolicy = Self("SameSite")
    /// Taken, and kept by no store.
    public static let comment = Self("Comment")
    public static let commentURL = Self("CommentURL")
    public static let port = Self("Port")
}

/// With which requests of other sites a cookie goes; there is no value for `None`.
public struct HTTPCookieStringPolicy: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let sameSiteLax = Self(rawValue: "lax")
    public static let sameSiteStrict = Self(rawValue: "strict")
}
