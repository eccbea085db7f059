public import BridgePrimitives

extension CookieJar {
    /// The `Cookie` header's value alone; nil when nothing is sent.
    ///
    /// The same decision as ``requestCookies(for:now:)`` without its explanation.
    /// - Complexity: one probe a label of the host, then O(n) in the cookies of the host and the domains above it.
    public mutating func requestHeader(for request: RequestContext, now: Instant) -> String? {
        findMatches(for: request.url, filter: filter(for: request, now: now))
        return table.headerText(of: scratch.matches, buffer: &scratch.header)
    }

    /// What a request carries and what it goes without, with all reasons.
    ///
    /// - Complexity: as ``requestHeader(for:now:)``, plus O(n) in the cookies of the site.
    public mutating func requestCookies(for request: RequestContext, now: Instant) -> RequestCookies {
        let filter = filter(for: request, now: now)
        findMatches(for: request.url, filter: filter)
        var withheld: [RequestCookies.Withheld] = []
        forEachOfSameSite(request.url) { entry, bucket, relation in
            let reasons = filter.sendReasons(entry, of: bucket, relation: relation)
            guard !reasons.isEmpty else { return }
            withheld.append(RequestCookies.Withheld(cookie: bucket.cookie(entry), reasons: reasons))
        }
        withheld += removed.ofSite(siteName(of: request.url.host))
        let header = table.headerText(of: scratch.matches, buffer: &scratch.header)
        return RequestCookies(header: header, sent: matchingCookies, withheld: withheld)
    }

    /// What a document's script reads in `document.cookie`, and what it does not see.
    ///
    /// - Complexity: as ``requestCookies(for:now:)``.
    public mutating func scriptCookies(
        for url: CookieURL, context: ScriptContext = .firstParty, now: Instant
    ) -> ScriptCookies {
        let filter = filter(url, sameSite: context.sameSite, party: context.party, isScript: true, now: now)
        findMatches(for: url, filter: filter)
        var hidden: [ScriptCookies.Hidden] = []
        forEachOfSameSite(url) { entry, bucket, relation in
            let reasons = filter.scriptReasons(entry, of: bucket, relation: relation)
            guard !reasons.isEmpty else { return }
            hidden.append(ScriptCookies.Hidden(cookie: bucket.cookie(entry), reasons: reasons))
        }
        let value = table.headerText(of: scratch.matches, buffer: &scratch.header) ?? ""
        return ScriptCookies(value: value, visible: matchingCookies, hidden: hidden)
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

    /// Puts the cookies that go out into ``scratch``, in order; their access times are moved
    /// (RFC 6265bis §5.8.3, steps 1 to 5).
    private mutating func findMatches(for url: CookieURL, filter: borrowing AccessFilter) {
        scratch.clear()
        // Step 1: the cookies whose domain, path and flags fit.
        table.findBuckets(
            url.bytes, host: url.hostRange, isIPAddress: url.hostIsIPAddress && !rules.takesAddressSuffix,
            into: &scratch)
        var contributors = 0
        // Nearest first: the farthest were found first.
        for position in stride(from: scratch.buckets.count - 1, through: 0, by: -1) {
            let found = scratch.buckets[position]
            let before = scratch.matches.count
            table.collect(found, filter: filter, into: &scratch.matches)
            if scratch.matches.count > before { contributors += 1 }
        }
        // Step 2: buckets are in order already.
        guard contributors > 1 else { return }
        table.sort(&scratch.matches, order: rules.order)
    }

    private var matchingCookies: [Cookie] {
        scratch.matches.map { table.buckets[$0.bucket].cookie(table.buckets[$0.bucket].entries[$0.entry]) }
    }

    /// Visits every cookie of the URL's site, and of its host and the domains above it where they are no site.
    private mutating func forEachOfSameSite(
        _ url: CookieURL, _ body: (JarEntry, CookieBucket, AccessFilter.Relation) -> Void
    ) {
        var buckets = table.buckets(covering: url)
        let (onTheWay, host) = (Set(buckets), url.host)
        settleSites()
        if let site = table.site(named: siteName(of: host)) {
            buckets += table.sites[site].buckets.filter { !onTheWay.contains($0) }
        }
        for bucket in buckets {
            let contents = table.buckets[bucket]
            let relation: AccessFilter.Relation =
                contents.domain == host ? .same : onTheWay.contains(bucket) ? .parent : .other
            for entry in contents.entries { body(entry, contents, relation) }
        }
    }
}
