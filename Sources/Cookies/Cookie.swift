public import BridgePrimitives

/// One cookie as a jar holds it (RFC 6265bis §5.7).
///
/// Texts are compared as bytes. The value is plain text: whoever prints it wraps it in a `Secret` first.
public struct Cookie: Sendable {
    /// May be empty: then only the value is sent.
    public let name: String
    public let value: String
    /// Lower-case ASCII, without a leading dot; ``isHostOnly`` tells the two kinds apart.
    public let domain: String
    /// Whether exactly the host ``domain`` gets the cookie, and no subdomain.
    public let isHostOnly: Bool
    /// Starts with `/`; percent-encoded as it was written.
    public let path: String
    public let isSecure: Bool
    public let isHTTPOnly: Bool
    public let sameSite: SameSite
    /// When a cookie of this identity was first stored; an update keeps it.
    public let creationTime: Instant
    /// When the cookie was last sent, shown to script or stored.
    public let lastAccessTime: Instant
    /// The first moment at which the cookie is gone; nil for a non-persistent cookie.
    public let expiry: Instant?
    /// Whether the `Partitioned` attribute was written, whatever the profile makes of it.
    public let isPartitioned: Bool
    /// Scheme and site of the top-level page that it belongs to, as in `https://app.test`; nil outside partitions.
    public let partitionKey: String?
    /// Whether a page's script wrote it last: such cookies can be deleted after inactivity.
    public let isScriptWritten: Bool

    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite = .unspecified,
        creationTime: Instant, lastAccessTime: Instant, expiry: Instant? = nil,
        isPartitioned: Bool = false, partitionKey: String? = nil, isScriptWritten: Bool = false
    ) {
        (self.name, self.value, self.domain, self.isHostOnly, self.path) = (name, value, domain, isHostOnly, path)
        (self.isSecure, self.isHTTPOnly, self.sameSite) = (isSecure, isHTTPOnly, sameSite)
        (self.creationTime, self.lastAccessTime, self.expiry) = (creationTime, lastAccessTime, expiry)
        (self.isPartitioned, self.partitionKey) = (isPartitioned, partitionKey)
        self.isScriptWritten = isScriptWritten
    }

    public var isPersistent: Bool { expiry != nil }

    /// What makes it the same cookie as another.
    public var identity: CookieIdentity {
        CookieIdentity(name: name, domain: domain, isHostOnly: isHostOnly, path: path, partitionKey: partitionKey)
    }

    /// The cookie's text in a `Cookie` header (RFC 6265bis §5.8.3, step 6).
    public var headerPair: String {
        guard !name.isEmpty else { return value }
        var pair = String()
        pair.reserveCapacity(name.utf8.count + value.utf8.count + 1)
        pair.append(name)
        pair.append("=")
        pair.append(value)
        return pair
    }

    /// Exclusive: the cookie is gone *at* its expiry.
    public func isExpired(at now: Instant) -> Bool { expiry.map { $0 <= now } ?? false }
}

extension Cookie: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.identity == b.identity && a.value.hasSameBytes(as: b.value)
            && (a.isSecure, a.isHTTPOnly, a.sameSite) == (b.isSecure, b.isHTTPOnly, b.sameSite)
            && (a.creationTime, a.lastAccessTime) == (b.creationTime, b.lastAccessTime) && a.expiry == b.expiry
            && (a.isPartitioned, a.isScriptWritten) == (b.isPartitioned, b.isScriptWritten)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(creationTime)
    }
}

/// Name, domain, host-only flag, path and partition: two cookies that agree in these are one
/// (RFC 6265bis §5.7, step 23; the partition comes from CHIPS).
public struct CookieIdentity: Hashable, Sendable {
    public let name: String
    /// Without a leading dot.
    public let domain: String
    public let isHostOnly: Bool
    public let path: String
    public let partitionKey: String?

    public init(name: String, domain: String, isHostOnly: Bool = true, path: String = "/", partitionKey: String? = nil)
    {
        (self.name, self.domain, self.isHostOnly) = (name, domain, isHostOnly)
        (self.path, self.partitionKey) = (path, partitionKey)
    }

    public static func == (a: Self, b: Self) -> Bool {
        a.isHostOnly == b.isHostOnly && a.name.hasSameBytes(as: b.name) && a.domain == b.domain
            && a.path.hasSameBytes(as: b.path) && a.partitionKey == b.partitionKey
    }

    public func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
        hasher.combine(domain)
        hasher.combine(isHostOnly)
    }
}
