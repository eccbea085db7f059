public import BridgePrimitives

extension CookieJar {
    /// The `Cookie` header's value alone; nil when nothing is sent.
    ///
    /// The same decision as ``requestCookies(for:now:)`` without its explanation.
    /// - Complexity: one probe a label of the host, then O(n) in the cookies of the host and the domains above it.
    public mutating func requestHeader(for request: RequestContext, now: Instant) -> String? {
        let matches = matches(for: request.url, filter: filter(for: request, now: now))
        return table.headerText(of: matches)
    }

    /// What a request carries and what it goes without, with all reasons.
    ///
    /// - Complexity: as ``requestHeader(for:now:)``, plus O(n) in the domains of the jar and the cookies of the site.
    public mutating func requestCookies(for request: RequestContext, now: Instant) -> RequestCookies {
        let filter = filter(for: request, now: now)
        let matches = matches(for: request.url, filter: filter)
        var withheld: [RequestCookies.Withheld] = []
        forEachOfSameSite(request.url) { cookie, relation in
            let reasons = filter.sendReasons(cookie, relation: relation)
            guard !reasons.isEmpty else { return }
            withheld.append(RequestCookies.Withheld(cookie: cookie, reasons: reasons))
        }
        withheld += removed.ofSite(publicSuffixes.site(of: request.url.host))
        return RequestCookies(
            header: table.headerText(of: matches), sent: matches.map { table[$0].cookie }, withheld: withheld)
    }

    /// What a document's script reads in `document.cookie`, and what it does not see.
    ///
    /// - Complexity: as ``requestCookies(for:now:)``.
    public mutating func scriptCookies(
        for url: CookieURL, context: ScriptContext = .firstParty, now: Instant
    ) -> ScriptCookies {
        let filter = filter(url, sameSite: context.sameSite, party: context.party, isScript: true, now: now)
        let matches = matches(for: url, filter: filter)
        var hidden: [ScriptCookies.Hidden] = []
        forEachOfSameSite(url) { cookie, relation in
            let reasons = filter.scriptReasons(cookie, relation: relation)
            guard !reasons.isEmpty else { return }
            hidden.append(ScriptCookies.Hidden(cookie: cookie, reasons: reasons))
        }
        return ScriptCookies(
            value: table.headerText(of: matches) ?? "", visible: matches.map { table[$0].cookie }, hidden: hidden)
    }

    private func filter(for request: RequestContext, now: Instant) -> AccessFilter {
        filter(request.url, sameSite: request.sameSite, party: request.party, isScript: false, now: now)
    }

    private func filter(
        _ url: CookieURL, sameSite: SameSiteContext, party: PartyContext, isScript: Bool, now: Instant
    ) -> AccessFilter {
        AccessFilter(
            url: rules.decodesRequestPath ? url.decodingPath() : url, sameSite: sameSite, isScript: isScript,
            isSupported: supports(url, isScript: isScript),
            isThirdPartyBlocked: blocksThirdParty(url, party: party, whenStoring: false),
            partitionKey: table.partitionedCount > 0 ? partitionKey(for: url, party: party) : nil,
            rules: rules, now: now)
    }

    /// The cookies that go out, in order; their access times are moved.
    private mutating func matches(for url: CookieURL, filter: borrowing AccessFilter) -> [CookieMatch] {
        table.matches(
            for: url, isIPAddress: url.hostIsIPAddress && !rules.takesAddressSuffix, filter: filter,
            order: rules.order)
    }

    /// Visits every cookie of the URL's site, and of its host and the domains above it where they are no site.
    private mutating func forEachOfSameSite(_ url: CookieURL, _ body: (Cookie, AccessFilter.Relation) -> Void) {
        let (onTheWay, host) = (table.domains(covering: url), url.host)
        let ofSite = table.domains(ofSite: publicSuffixes.site(of: host))
        for domain in onTheWay + ofSite.filter({ !onTheWay.contains($0) }) {
            let relation: AccessFilter.Relation =
                table.domains[domain].name == host ? .same : onTheWay.contains(domain) ? .parent : .other
            for stored in table.domains[domain].cookies { body(stored.cookie, relation) }
        }
    }
}
