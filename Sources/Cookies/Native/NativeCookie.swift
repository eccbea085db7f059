public import BridgePrimitives

/// A finished cookie that native code hands to the store, as `HTTPCookie` describes one.
public struct NativeCookie: Hashable, Sendable {
    public var name: String
    public var value: String
    /// With a leading dot it covers the subdomains too, without one exactly this host. (In a `Set-Cookie` line the
    /// dot means nothing.)
    public var domain: String
    public var path: String
    public var isSecure: Bool
    public var isHTTPOnly: Bool
    public var sameSite: SameSite
    /// Nil for a non-persistent cookie.
    public var expiry: Instant?

    public init(
        name: String, value: String, domain: String, path: String = "/", isSecure: Bool = false,
        isHTTPOnly: Bool = false, sameSite: SameSite = .unspecified, expiry: Instant? = nil
    ) {
        (self.name, self.value, self.domain, self.path) = (name, value, domain, path)
        (self.isSecure, self.isHTTPOnly) = (isSecure, isHTTPOnly)
        (self.sameSite, self.expiry) = (sameSite, expiry)
    }

    /// The object that a listing of the store gives for `cookie`.
    public init(_ cookie: Cookie) {
        self.init(
            name: cookie.name, value: cookie.value, domain: cookie.isHostOnly ? cookie.domain : "." + cookie.domain,
            path: cookie.path, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
            sameSite: cookie.sameSite, expiry: cookie.expiry)
    }

    /// What it is the same as in a jar.
    public var identity: CookieIdentity {
        let isDomainCookie = domain.utf8.first == Byte.dot
        return CookieIdentity(
            name: name, domain: (isDomainCookie ? String(domain.dropFirst()) : domain).asciiLowercased,
            isHostOnly: !isDomainCookie, path: path.utf8.first == Byte.slash ? path : "/")
    }
}

extension NativeCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the value, which may be a token.
    public var description: String { "\(name) for \(domain)\(path)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
