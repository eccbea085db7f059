import Reasons

/// The promises that a cookie's name makes (RFC 6265bis §5.4; `__Http-` from its successor).
enum CookiePrefix {
    /// Whether there is anything to look at closely: hardly any cookie starts so.
    static func mayPromise(_ cookie: borrowing Cookie) -> Bool {
        cookie.text.first == UInt8(ascii: "_")
    }

    /// What the name promises and the cookie does not keep, in the order of the checks.
    static func brokenPromises(
        of cookie: Cookie, hasRootPathAttribute: Bool, writer: CookieWriter, profile: CookieProfile
    ) -> [StoreReason] {
        let rule = profile.prefixes.value
        guard rule != .unchecked else { return [] }
        guard !cookie.name.isEmpty else {
            return impersonates(cookie.value, rule: rule, profile: profile) ? [.prefixImpersonation] : []
        }
        guard cookie.name.utf8.starts(with: "__".utf8) else { return [] }
        var reasons: [StoreReason] = []
        if has(cookie.name, "__Secure-", rule), !cookie.isSecure { reasons.append(.prefixSecure) }
        if has(cookie.name, "__Host-", rule) {
            let isRoot = cookie.path == "/" && (hasRootPathAttribute || !profile.hostPrefixNeedsPathAttribute.value)
            if !cookie.isSecure || !cookie.isHostOnly || !isRoot { reasons.append(.prefixHost) }
        }
        if profile.httpPrefixes.value, has(cookie.name, "__Http-", rule) || has(cookie.name, "__Host-Http-", rule),
            !cookie.isSecure || !cookie.isHTTPOnly || writer == .script
        {
            reasons.append(.prefixHTTP)
        }
        return reasons
    }

    /// Whether a nameless cookie's value would read as a prefixed name in the header.
    private static func impersonates(_ value: String, rule: PrefixRule, profile: CookieProfile) -> Bool {
        guard value.utf8.starts(with: "__".utf8) else { return false }
        return has(value, "__Secure-", rule) || has(value, "__Host-", rule)
            || (profile.httpPrefixes.value && has(value, "__Http-", rule))
    }

    private static func has(_ text: String, _ prefix: String, _ rule: PrefixRule) -> Bool {
        switch rule {
        case .anyCase: text.utf8.startsIgnoringCase(prefix.asciiLowercased)
        case .exactCase: text.utf8.starts(with: prefix.utf8)
        case .unchecked: false
        }
    }
}
