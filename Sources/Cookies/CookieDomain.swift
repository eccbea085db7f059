/// What the Domain attribute makes of a cookie (RFC 6265bis §5.6.3 and §5.7, steps 7 to 10).
struct CookieDomain {
    /// Without a leading dot; the host where the attribute is refused.
    var name: String
    var isHostOnly: Bool
    /// Nil when the cookie cannot be stored under ``name``.
    var key: DomainKey?
    /// The bucket of ``key``, if there is one.
    var bucket: Int?
    var refusal: StoreReason?
    /// Whether the check against public suffixes was made for an earlier cookie.
    var isKnownToTakeDomainCookies = false
    /// Whether the domain does not cover the host.
    var isMismatch = false
}

extension CookieJar {
    /// What a Domain attribute means in a response of `url`.
    ///
    /// - Parameter range: where the attribute's value stands in `line`; nil for none.
    func domain(of range: Range<Int>?, in line: [UInt8], host url: CookieURL) -> CookieDomain {
        var refusal: StoreReason?
        if rules.refusesSuffixHosts, publicSuffixes.isListed(url.host) {
            refusal = .domainPublicSuffix
        }
        guard let range, !range.isEmpty else {  // step 8: none, or an empty one
            return hostOnly(url, refusal: refusal)
        }
        let attribute = line[range]
        let written = attribute.first == Byte.dot ? attribute.dropFirst() : attribute
        guard attribute.allSatisfy({ $0 < 0x80 }), written.contains(where: { $0 != Byte.dot }) else {
            return CookieDomain(name: url.host, isHostOnly: true, refusal: .domainInvalid)
        }
        let covered = cover(of: url, by: written, ignoringCase: rules.domainIgnoresCase)
        let key = covered.map { DomainKey(url.bytes, $0) }
        let bucket = key.flatMap { table.bucket(of: $0) }
        if let bucket, table.buckets[bucket].isKnownToTakeDomainCookies {
            return CookieDomain(
                name: table.buckets[bucket].domain, isHostOnly: false, key: key, bucket: bucket, refusal: refusal,
                isKnownToTakeDomainCookies: true)
        }
        let text = String(decoding: written, as: UTF8.self)
        let name = rules.domainIgnoresCase || covered != nil ? text.asciiLowercased : text
        // Step 9: a public suffix covers only itself, as a host.
        if publicSuffixes.isPublicSuffix(name) {
            if covered == url.hostRange, !rules.refusesSuffixHosts { return hostOnly(url, refusal: refusal) }
            return CookieDomain(
                name: name, isHostOnly: false, refusal: .domainPublicSuffix, isMismatch: covered == nil)
        }
        // Step 10: the host must match.
        if let key {
            return CookieDomain(name: name, isHostOnly: false, key: key, bucket: bucket, refusal: refusal)
        }
        let isAddressSuffix = url.hostIsIPAddress && HostName.isTextSuffix(name, of: url.host)
        if isAddressSuffix, rules.takesAddressSuffix {
            let key = DomainKey(name)
            return CookieDomain(name: name, isHostOnly: false, key: key, bucket: table.bucket(of: key))
        }
        return CookieDomain(
            name: name, isHostOnly: false, refusal: isAddressSuffix ? .domainInvalid : nil, isMismatch: !isAddressSuffix
        )
    }

    private func hostOnly(_ url: CookieURL, refusal: StoreReason?) -> CookieDomain {
        let key = DomainKey(url.bytes, url.hostRange)
        // The bucket's own text where there is one: then the host needs no copy.
        let bucket = table.bucket(of: key)
        let name = bucket.map { table.buckets[$0].domain } ?? url.host
        return CookieDomain(name: name, isHostOnly: true, key: key, bucket: bucket, refusal: refusal)
    }

    /// Where in the URL's bytes the domain stands that `written` names, if it is the host or above it.
    ///
    /// An engine that minds letter case does so for the domains above the host only.
    private func cover(of url: CookieURL, by written: ArraySlice<UInt8>, ignoringCase: Bool) -> Range<Int>? {
        let host = url.hostRange, start = host.upperBound - written.count
        guard start >= host.lowerBound else { return nil }
        guard start == host.lowerBound || (!url.hostIsIPAddress && url.bytes[start - 1] == Byte.dot) else { return nil }
        let (offset, ignoringCase) = (start - written.startIndex, ignoringCase || start == host.lowerBound)
        for position in written.indices {
            let byte = ignoringCase ? written[position].asciiLowercased : written[position]
            guard byte == url.bytes[position + offset] else { return nil }
        }
        return start..<host.upperBound
    }
}
