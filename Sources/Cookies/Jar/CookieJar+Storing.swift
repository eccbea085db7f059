public import BridgePrimitives

extension CookieJar {
    /// Stores what one `Set-Cookie` field line says.
    ///
    /// - Parameters:
    ///   - line: the field's value as bytes, without the name; never several fields joined.
    ///   - url: the URL of the response.
    /// - Complexity: O(n) in the line's bytes and the cookies of the domain.
    public mutating func store(
        setCookie line: [UInt8], from url: CookieURL, context: StoreContext = .firstParty, now: Instant
    ) -> StoreDecision {
        store(line, writer: .response, from: url, context: context, now: now)
    }

    /// As the variant that takes bytes; the text's UTF-8 is the line.
    public mutating func store(
        setCookie line: String, from url: CookieURL, context: StoreContext = .firstParty, now: Instant
    ) -> StoreDecision {
        store(Array(line.utf8), writer: .response, from: url, context: context, now: now)
    }

    /// Performs one assignment to `document.cookie`.
    ///
    /// - Returns: the decision about the first cookie; further ones, where the engine reads several, are inside.
    public mutating func store(
        scriptCookie text: String, from url: CookieURL, context: StoreContext = .firstParty, now: Instant
    ) -> StoreDecision {
        var decisions: [StoreDecision] = []
        let bytes = Array(text.utf8)
        let lines =
            profile.newlinesSplitScriptText.value ? bytes.split(separator: Byte.lineFeed).map(Array.init) : [bytes]
        for line in lines {
            decisions.append(store(line, writer: .script, from: url, context: context, now: now))
        }
        guard let first = decisions.first, !text.isEmpty else {
            return StoreDecision(outcome: .ignored, reasons: [.empty])
        }
        guard decisions.count > 1 else { return first }
        return StoreDecision(
            outcome: first.outcome, reasons: first.reasons, cookie: first.cookie, name: first.name,
            evicted: first.evicted, further: Array(decisions.dropFirst()))
    }

    private mutating func store(
        _ line: consuming [UInt8], writer: CookieWriter, from url: CookieURL, context: StoreContext, now: Instant
    ) -> StoreDecision {
        let parsed = SetCookieParser.parse(line, writer: writer, rules: parsing)
        guard rules.decodesRequestPath else {
            return store(parsed, line: consume line, writer: writer, from: url, context: context, now: now)
        }
        return store(parsed, line: consume line, writer: writer, from: url.decodingPath(), context: context, now: now)
    }

    /// The storage model, RFC 6265bis §5.7; all checks are made, so that the answer names every reason.
    private mutating func store(
        _ parsed: borrowing ParsedSetCookie, line: consuming [UInt8], writer: CookieWriter, from url: CookieURL,
        context: StoreContext, now: Instant
    ) -> StoreDecision {
        var reasons: [StoreReason] = [], notes: [StoreReason] = []
        if !parsed.notes.isEmpty { notes = parsed.notes }
        if !supports(url, isScript: writer == .script) { reasons.append(.schemeNotSupported) }
        // Steps 1 to 4, and what the parser found.
        if !parsed.refusals.isEmpty { reasons += parsed.refusals }
        let partition = partition(of: parsed, url: url, context: context, reasons: &reasons)
        // Steps 7 to 10: the domain.
        let domain = self.domain(of: parsed.domain, in: line, host: url)
        if let reason = domain.refusal { reasons.append(reason) }
        if domain.isMismatch { reasons.append(.domainMismatch) }
        // Steps 5, 6 and 11: lifetime and path.
        let expiry = expiry(of: parsed.lifetime, writer: writer, context: context, now: now, notes: &notes)
        let hasRootPath = parsed.hasRootPath(in: line)
        let cookie = Cookie(
            parsed, line: consume line, url: url, domain: domain, partitionKey: partition, writer: writer, now: now,
            expiry: expiry)
        judge(cookie, writer: writer, url: url, context: context, now: now, reasons: &reasons)
        // Steps 20 to 22: prefixes.
        if CookiePrefix.mayPromise(cookie) {
            reasons += CookiePrefix.brokenPromises(
                of: cookie, hasRootPathAttribute: hasRootPath, writer: writer, profile: profile)
        }

        guard domain.isUsable else {
            return StoreDecision(outcome: .rejected, reasons: reasons + notes, cookie: cookie)
        }
        // Step 23: the cookie of the same identity, which script cannot touch if it is HttpOnly.
        let existing = domain.position.flatMap { place(of: cookie, in: $0, now: now) }
        if let existing, writer == .script, stored(at: existing).cookie.isHTTPOnly {
            reasons.append(.httpOnlyProtected)
        }
        guard reasons.isEmpty else {
            return StoreDecision(outcome: .rejected, reasons: reasons + notes, cookie: cookie)
        }
        let decision = commit(consume cookie, in: domain.position, replacing: existing, now: now, notes: notes)
        if domain.wasCheckedAgainstSuffixes, decision.isInJar { table.markTakesDomainCookies(named: domain.name) }
        return decision
    }

    /// Steps 12 to 19: Secure, HttpOnly and SameSite.
    private mutating func judge(
        _ cookie: borrowing Cookie, writer: CookieWriter, url: CookieURL, context: StoreContext, now: Instant,
        reasons: inout [StoreReason]
    ) {
        let isSecureURL = SecureURL.counts(url, onLoopback: rules.secureOnLoopback)
        if cookie.isSecure, !isSecureURL { reasons.append(.secureFromInsecure) }
        if cookie.isHTTPOnly, writer == .script { reasons.append(.httpOnlyFromScript) }
        if !cookie.isSecure, !isSecureURL, hasSecureNamesake(of: cookie, now: now) {
            reasons.append(.wouldShadowSecure)
        }
        if profile.sameSiteCheckedWhenStoring.value, !context.sameSite.isSameSite,
            writer == .script || !context.sameSite.isTopLevelNavigation, isRestricted(cookie.sameSite)
        {
            reasons.append(.sameSiteContext)
        }
        if cookie.sameSite == .none, !cookie.isSecure, profile.noneNeedsSecure.value {
            reasons.append(.sameSiteNoneInsecure)
        }
    }

    private func isRestricted(_ sameSite: SameSite) -> Bool {
        switch sameSite {
        case .strict, .lax: true
        case .none: false
        case .unspecified: profile.missingSameSite.value != .unrestricted
        }
    }

    /// The partition that the cookie goes to, if the engine has partitions; checks third parties on the way.
    private func partition(
        of parsed: borrowing ParsedSetCookie, url: CookieURL, context: StoreContext, reasons: inout [StoreReason]
    ) -> String? {
        if parsed.isPartitioned, profile.partitioned.value == .optIn {
            guard !parsed.isSecure else { return partitionKey(for: url, party: context.party) }
            reasons.append(.partitionedInsecure)
        }
        if blocksThirdParty(url, party: context.party, whenStoring: true) { reasons.append(.thirdPartyBlocked) }
        return nil
    }

    /// When the cookie ends, after all caps; nil for a non-persistent one.
    private func expiry(
        of lifetime: ParsedSetCookie.Lifetime, writer: CookieWriter, context: StoreContext, now: Instant,
        notes: inout [StoreReason]
    ) -> Instant? {
        var expiry: Instant
        switch lifetime {
        case .endsWithSession: return nil
        case .until(let moment): expiry = moment
        case .age(let seconds) where seconds > 0: expiry = now.adding(milliseconds: seconds * 1000)
        case .age: return Instant(millisecondsSinceEpoch: .min)
        }
        func cap(at longest: Duration, _ note: StoreReason) {
            guard expiry > now + longest else { return }
            expiry = now + longest
            notes.append(note)
        }
        if let longest = rules.lifetimeCap, expiry > now.adding(milliseconds: longest) {
            expiry = now.adding(milliseconds: longest)
            notes.append(.lifetimeCapped400d)
        }
        guard context.party.trackingPrevention else { return expiry }
        switch (writer, profile.scriptLifetime.value) {
        case (.response, _):
            if context.isCloakedResponse, let longest = profile.cloakingCap.value { cap(at: longest, .cloakingCap) }
        case (.script, .capped(_, let decorated)) where context.isDecoratedLanding,
            (.script, .deletedAfterInactivity(_, let decorated)) where context.isDecoratedLanding:
            cap(at: decorated, .lifetimeCapped24h)
        case (.script, .capped(let longest, _)): cap(at: longest, .lifetimeCapped7d)
        case (.script, .deletedAfterInactivity(let window, _)):
            if expiry > now + window { notes.append(.deletedAfterInactivity) }
        case (.script, .asWritten): break
        }
        return expiry
    }

    /// Whether an insecure page would hide a Secure cookie (step 16): same name, domains that match in either
    /// direction, and a path that the Secure cookie's covers.
    ///
    /// - Complexity: O(n) in the cookies of the site; of the jar for hosts without a registrable domain.
    private mutating func hasSecureNamesake(of cookie: borrowing Cookie, now: Instant) -> Bool {
        if profile.leavesSecureAlone.value == .sameIdentity {
            return place(of: cookie.identity, now: now).map { stored(at: $0).cookie.isSecure } ?? false
        }
        let isIPAddress = HostName.isIPAddress(cookie.domain)
        let host = Array(cookie.domain.utf8)
        var domains = table.domains(covering: host, host.indices, isIPAddress: isIPAddress)
        if let site = publicSuffixes.registrableDomain(of: cookie.domain) {
            domains += table.domains(ofSite: site)
        } else if !isIPAddress {
            domains = Array(table.domains.indices)
        }
        let cookieDomain = cookie.domain
        return domains.contains { domain in
            let (name, cookies) = (table.domains[domain].name, table.domains[domain].cookies)
            return cookies.contains { stored in
                stored.cookie.isSecure && stored.cookie.hasSameName(as: cookie)
                    && CookiePath.matches(
                        cookie.text, cookie.pathRange, cookiePath: stored.cookie.text, stored.cookie.pathRange)
                    && !stored.cookie.isExpired(at: now)
            }
                && (HostName.matches(name, domain: cookieDomain) || HostName.matches(cookieDomain, domain: name))
        }
    }
}
