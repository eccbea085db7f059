import Reasons

/// What the Domain attribute makes of a cookie (RFC 6265bis §5.6.3 and §5.7, steps 7 to 10).
struct CookieDomain {
    /// Without a leading dot; the host where the attribute is refused.
    var name: String
    var isHostOnly: Bool
    /// Whether a cookie can be stored under ``name``.
    var isUsable = true
    var refusal: StoreReason?
    /// The index of ``name`` in the table, if the table has it.
    var position: Int?
    /// Whether a domain cookie has just passed the check against public suffixes.
    var wasCheckedAgainstSuffixes = false
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
        let written = line[range.lowerBound] == Byte.dot ? range.dropFirst() : range
        let covered = cover(of: url, by: line, written, ignoringCase: rules.domainIgnoresCase)
        // What covers a host is ASCII as the host is.
        guard written.contains(where: { line[$0] != Byte.dot }),
            covered != nil || written.allSatisfy({ line[$0] < 0x80 })
        else {
            return CookieDomain(name: url.host, isHostOnly: true, isUsable: false, refusal: .domainInvalid)
        }
        guard let covered else {
            return domain(notCovering: url, written: String(decoding: line[written], as: UTF8.self))
        }
        let name = String(decoding: url.bytes[covered], as: UTF8.self)
        let position = table.domain(named: name)
        let isKnown = position.map { table.domains[$0].isKnownToTakeDomainCookies } ?? false
        // Step 9: a public suffix covers only itself, as a host.
        if !isKnown, publicSuffixes.isPublicSuffix(name) {
            if covered == url.hostRange, !rules.refusesSuffixHosts { return hostOnly(url, refusal: refusal) }
            return CookieDomain(name: name, isHostOnly: false, isUsable: false, refusal: .domainPublicSuffix)
        }
        return CookieDomain(
            name: name, isHostOnly: false, refusal: refusal, position: position, wasCheckedAgainstSuffixes: !isKnown)
    }

    /// A domain that is neither the host nor above it.
    private func domain(notCovering url: CookieURL, written: String) -> CookieDomain {
        let name = rules.domainIgnoresCase ? written.asciiLowercased : written
        if publicSuffixes.isPublicSuffix(name) {
            return CookieDomain(
                name: name, isHostOnly: false, isUsable: false, refusal: .domainPublicSuffix, isMismatch: true)
        }
        // Step 10: the host must match.
        let isAddressSuffix = url.hostIsIPAddress && HostName.isTextSuffix(name, of: url.host)
        if isAddressSuffix, rules.takesAddressSuffix {
            return CookieDomain(name: name, isHostOnly: false, position: table.domain(named: name))
        }
        return CookieDomain(
            name: name, isHostOnly: false, isUsable: false, refusal: isAddressSuffix ? .domainInvalid : nil,
            isMismatch: !isAddressSuffix)
    }

    private func hostOnly(_ url: CookieURL, refusal: StoreReason?) -> CookieDomain {
        let host = url.host
        return CookieDomain(name: host, isHostOnly: true, refusal: refusal, position: table.domain(named: host))
    }

    /// Where in the URL's bytes the domain stands that the text `written` names, if it is the host or above it.
    ///
    /// An engine that minds letter case does so for the domains above the host only.
    private func cover(
        of url: CookieURL, by text: [UInt8], _ written: Range<Int>, ignoringCase: Bool
    ) -> Range<Int>? {
        let host = url.hostRange, start = host.upperBound - written.count
        guard start >= host.lowerBound else { return nil }
        guard start == host.lowerBound || (!url.hostIsIPAddress && url.bytes[start - 1] == Byte.dot) else { return nil }
        let ignoringCase = ignoringCase || start == host.lowerBound
        let (bytes, offset) = (url.bytes, start - written.lowerBound)
        for position in written {
            let byte = text[position], expected = bytes[position + offset]
            guard byte == expected || (ignoringCase && byte.asciiLowercased == expected) else { return nil }
        }
        return start..<host.upperBound
    }
}
