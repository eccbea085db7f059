public import BridgePrimitives

/// The cookie that carries the custom token to the web app: its name and attributes.
public struct TokenCookie: Hashable, Sendable {
    public let name: String
    /// Whole seconds; nil for a cookie that is not persistent.
    public var maxAge: Duration?
    public let domain: String?
    public let path: String?
    /// Whether `Expires` is sent beside `Max-Age`, for clients that know only the older one.
    public var sendsExpires = true
    public var isHTTPOnly = true
    public var isSecure = true
    public var sameSite = SameSite.unspecified

    /// The cookie of the handoff: `customtoken`, five days, `/`, HttpOnly, Secure.
    public static let handoff = TokenCookie(checked: "customtoken", path: "/", domain: nil)

    private init(checked name: String, path: String?, domain: String?) {
        (self.name, self.path, self.domain) = (name, path, domain)
        maxAge = .seconds(5 * 86_400)
    }

    /// - Parameters:
    ///   - name: a token (RFC 9110 §5.6.2), not empty.
    ///   - path: without `;` and control characters; nil to send none.
    ///   - domain: likewise.
    /// - Throws: `backend/bad-cookie`.
    public init(name: String, path: String? = "/", domain: String? = nil) throws(BridgeFailure) {
        guard !name.isEmpty, name.utf8.allSatisfy(MediaType.isTokenByte) else {
            throw Self.failure("\"\(name)\" cannot be a cookie's name")
        }
        for value in [path, domain] {
            guard let value else { continue }
            guard value.utf8.allSatisfy({ $0 > 0x1F && $0 != 0x7F && $0 != UInt8(ascii: ";") }) else {
                throw Self.failure("\"\(value)\" cannot be an attribute of a cookie")
            }
        }
        self.init(checked: name, path: path, domain: domain)
    }

    /// The value of a `Set-Cookie` field, attributes always in one order: Max-Age, Domain, Path, Expires, HttpOnly,
    /// Secure, SameSite.
    ///
    /// - Parameters:
    ///   - value: a token, which needs no quoting.
    ///   - now: what `Expires` counts from.
    func setCookie(_ value: String, now: Instant) -> String {
        var parts = ["\(name)=\(value)"]
        if let maxAge { parts.append("Max-Age=\(maxAge.components.seconds)") }
        if let domain { parts.append("Domain=\(domain)") }
        if let path { parts.append("Path=\(path)") }
        if let maxAge, sendsExpires { parts.append("Expires=\((now + maxAge).imfFixdate)") }
        if isHTTPOnly { parts.append("HttpOnly") }
        if isSecure { parts.append("Secure") }
        if let sameSite = sameSite.attribute { parts.append("SameSite=\(sameSite)") }
        return parts.joined(separator: "; ")
    }

    /// The value of the `Set-Cookie` field that takes the cookie away. Path and domain are the cookie's own: with others it
    /// would be another cookie, and this one would stay (RFC 6265bis §5.7).
    var clearing: String {
        var cleared = self
        cleared.maxAge = .zero
        // The epoch, and not the backend's time, which may be ahead of a client that knows only `Expires`.
        return cleared.setCookie("", now: Instant(secondsSinceEpoch: 0))
    }

    private static func failure(_ cause: String, fix: String? = nil) -> BridgeFailure {
        BridgeFailure(TokenCookieReason.badCookie, cause: cause, fix: fix)
    }
}

extension TokenCookie {
    /// A cookie with the attributes of a `Set-Cookie` line: `Path=/; Secure; SameSite=Lax`. What isn't named isn't sent.
    ///
    /// - Throws: `backend/bad-cookie` for an attribute that is not known, or has a value that it cannot have.
    public init(name: String, attributes: String) throws(BridgeFailure) {
        var path: String?
        var domain: String?
        var flags: [(name: String, value: String)] = []
        for attribute in attributes.split(separator: ";") {
            let parts = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = Self.trimmed(parts[0]).lowercased()
            let value = parts.count > 1 ? Self.trimmed(parts[1]) : ""
            switch key {
            case "": continue
            case "path": path = value
            case "domain": domain = value
            default: flags.append((key, value))
            }
        }
        try self.init(name: name, path: path, domain: domain)
        (maxAge, sendsExpires, isHTTPOnly, isSecure) = (nil, false, false, false)
        for flag in flags {
            switch flag.name {
            case "httponly": isHTTPOnly = true
            case "secure": isSecure = true
            case "max-age":
                guard let seconds = Int64(flag.value), seconds.magnitude < 1 << 40 else {
                    throw Self.failure("Max-Age=\(flag.value) is no number of seconds", fix: "write Max-Age=3600")
                }
                maxAge = .seconds(seconds)
            case "samesite":
                guard let value = SameSite(attribute: flag.value) else {
                    throw Self.failure("SameSite=\(flag.value) is not Strict, Lax or None", fix: "write SameSite=Lax")
                }
                sameSite = value
            case "expires":
                throw Self.failure(
                    "Expires is not taken here, for the world's time is its own",
                    fix: "write Max-Age, in seconds: Max-Age=0 is over at once")
            default:
                throw Self.failure(
                    "\"\(flag.name)\" is no attribute that can be set here",
                    fix: "known are: Path, Domain, Max-Age, Secure, HttpOnly, SameSite")
            }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
