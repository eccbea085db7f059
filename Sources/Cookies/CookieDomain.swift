/// What the Domain attribute makes of a cookie (RFC 6265bis §5.6.3 and §5.7, steps 7 to 10).
struct CookieDomain {
    /// Without a leading dot; the host where the attribute is refused.
    var name: String
    var isHostOnly: Bool
    /// Nil when the cookie cannot be stored under ``name``.
    var key: DomainKey?
    var refusal: StoreReason?
    /// Whether the domain does not cover the host.
    var isMismatch = false

    static func resolve(_ attribute: ArraySlice<UInt8>?, host url: CookieURL, jar: borrowing CookieJar) -> CookieDomain
    {
        var hostOnly = CookieDomain(name: url.host, isHostOnly: true, key: url.domains.first)
        if jar.profile.publicSuffixHost.value == .refuseEveryCookie, jar.publicSuffixes.isPublicSuffix(url.host) {
            hostOnly.refusal = .domainPublicSuffix
        }
        guard let attribute, !attribute.isEmpty else { return hostOnly }  // step 8: none, or an empty one

        let written = attribute.first == Byte.dot ? attribute.dropFirst() : attribute
        guard attribute.allSatisfy({ $0 < 0x80 }), written.contains(where: { $0 != Byte.dot }) else {
            return CookieDomain(name: url.host, isHostOnly: true, refusal: .domainInvalid)
        }
        let ignoresCase = jar.profile.domainIgnoresCase.value
        let text = String(decoding: written, as: UTF8.self)
        let name = ignoresCase ? text.asciiLowercased : text
        // A host's keys are exactly the domains that it matches.
        let key = url.domains.first { $0.domain == name[...] }
        // Step 9: a public suffix covers only itself, as a host.
        if !jar.isKnownToTakeDomainCookies(key), jar.publicSuffixes.isPublicSuffix(name) {
            if name == url.host { return hostOnly }
            return CookieDomain(
                name: name, isHostOnly: false, refusal: .domainPublicSuffix, isMismatch: key == nil)
        }
        // Step 10: the host must match.
        if let key { return CookieDomain(name: name, isHostOnly: false, key: key, refusal: hostOnly.refusal) }
        let isAddressSuffix = url.hostIsIPAddress && HostName.isTextSuffix(name, of: url.host)
        if isAddressSuffix, jar.profile.takesAddressSuffix.value {
            return CookieDomain(name: name, isHostOnly: false, key: DomainKey(name))
        }
        return CookieDomain(
            name: name, isHostOnly: false, refusal: isAddressSuffix ? .domainInvalid : nil, isMismatch: !isAddressSuffix
        )
    }
}

extension CookieJar {
    fileprivate func isKnownToTakeDomainCookies(_ key: DomainKey?) -> Bool {
        guard let key, let bucket = table.bucket(of: key) else { return false }
        return table.buckets[bucket].isKnownToTakeDomainCookies
    }
}
