public import BridgePrimitives

/// The properties of `HTTPCookie(properties:)`, typed: nothing is lost because a Bool was no string.
public struct NativeCookieProperties: Hashable, Sendable {
    public var name: String?
    public var value: String?
    public var path: String?
    public var domain: String?
    /// Gives the domain, host-only, where ``domain`` is nil.
    public var originURL: CookieURL?
    public var isSecure = false
    public var isHTTPOnly = false
    /// Apple's property takes lax and strict only; nil leaves it unspecified.
    public var sameSite: SameSite?
    public var expires: Instant?
    /// Counts only with ``version`` 1.
    public var maximumAge: Duration?
    public var version = 0
    /// Whether the cookie ends with the process, whatever its dates; nil: only for version 1 without an age.
    public var discard: Bool?

    public init(
        name: String? = nil, value: String? = nil, path: String? = nil, domain: String? = nil,
        originURL: CookieURL? = nil
    ) {
        (self.name, self.value, self.path, self.domain) = (name, value, path, domain)
        self.originURL = originURL
    }
}

/// Why properties make no cookie: where Foundation answers nil, all that is missing is named.
public struct NativeCookieRefusal: Error, Hashable, Sendable {
    public let reason: NativeCookieReason
    public let others: [NativeCookieReason]
    /// In the order of the properties.
    public var reasons: [NativeCookieReason] { [reason] + others }

    public init(_ reason: NativeCookieReason, _ others: [NativeCookieReason] = []) {
        (self.reason, self.others) = (reason, others)
    }
}

extension NativeCookie {
    /// Makes a cookie as `HTTPCookie(properties:)` does on Apple systems.
    ///
    /// - Parameter now: what ``NativeCookieProperties/maximumAge`` counts from.
    /// - Throws: everything that is missing or wrong, in the order of the properties.
    public init(_ properties: NativeCookieProperties, now: Instant) throws(NativeCookieRefusal) {
        var reasons: [NativeCookieReason] = []
        let name = properties.name ?? "", path = properties.path ?? ""
        if name.isEmpty { reasons.append(.missingName) }
        if properties.value == nil { reasons.append(.missingValue) }
        if path.utf8.first != Byte.slash { reasons.append(.missingPath) }
        let domain = properties.domain ?? properties.originURL?.host ?? ""
        if domain.isEmpty {
            reasons.append(.missingDomain)
        } else if domain == "." || !domain.utf8.allSatisfy({ $0 < 0x80 && $0 > Byte.space }) {
            reasons.append(.invalidDomain)
        }
        if properties.sameSite == SameSite.none { reasons.append(.sameSiteNone) }
        if let first = reasons.first { throw NativeCookieRefusal(first, Array(reasons.dropFirst())) }

        let isVersionOne = properties.version >= 1
        var expiry = isVersionOne ? properties.maximumAge.map { now + $0 } ?? properties.expires : properties.expires
        if properties.discard ?? (isVersionOne && properties.maximumAge == nil) { expiry = nil }
        self.init(
            name: name, value: properties.value ?? "", domain: domain, path: path, isSecure: properties.isSecure,
            isHTTPOnly: properties.isHTTPOnly, sameSite: properties.sameSite ?? .unspecified, expiry: expiry)
    }
}
