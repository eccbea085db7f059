public import BridgePrimitives

extension CookieJar {
    /// The `Cookie` header's value alone; nil when nothing is sent.
    ///
    /// The same decision as ``requestCookies(for:now:)`` without its explanation.
    /// - Complexity: one probe a label of the host, then O(n) in the cookies of the host and the domains above it.
    public mutating func requestHeader(for request: RequestContext, now: Instant) -> String? {
        let filter = filter(for: request, now: now)
        if let header = wholeHeader(for: request.url, filter: filter) { return header }
        let (matches, areOfOneDomain) = self.matches(for: request.url, filter: filter)
        defer { scratch = matches }
        return table.headerText(of: matches, areOfOneDomain: areOfOneDomain)
    }

    /// What a request carries and what it goes without, with all reasons.
    ///
    /// - Complexity: as ``requestHeader(for:now:)``, plus O(n) in the cookies of the site.
    public mutating func requestCookies(for request: RequestContext, now: Instant) -> RequestCookies {
        let filter = filter(for: request, now: now)
        let (matches, areOfOneDomain) = self.matches(for: request.url, filter: filter)
        defer { scratch = matches }
        var withheld: [RequestCookies.Withheld] = []
        forEachOfSameSite(request.url) { entry, bucket, relation in
            let reasons = filter.sendReasons(entry, relation: relation)
            guard !reasons.isEmpty else { return }
            withheld.append(RequestCookies.Withheld(cookie: bucket.cookie(entry), reasons: reasons))
        }
        withheld += departed.ofSite(siteName(of: request.url.host))
        let header = table.headerText(of: matches, areOfOneDomain: areOfOneDomain)
        return RequestCookies(header: header, sent: cookies(of: matches), withheld: withheld)
    }

    /// What a document's script reads in `document.cookie`, and what it does not see.
    ///
    /// - Complexity: as ``requestCookies(for:now:)``.
    public mutating func scriptCookies(
        for url: CookieURL, context: ScriptContext = .firstParty, now: Instant
    ) -> ScriptCookies {
        let filter = filter(url, sameSite: context.sameSite, party: context.party, isScript: true, now: now)
        let (matches, areOfOneDomain) = self.matches(for: url, filter: filter)
        defer { scratch = matches }
        var hidden: [ScriptCookies.Hidden] = []
        forEachOfSameSite(url) { entry, bucket, relation in
            let reasons = filter.scriptReasons(entry, relation: relation)
            guard !reasons.isEmpty else { return }
            hidden.append(ScriptCookies.Hidden(cookie: bucket.cookie(entry), reasons: reasons))
        }
        let value = table.headerText(of: matches, areOfOneDomain: areOfOneDomain) ?? ""
        return ScriptCookies(value: value, visible: cookies(of: matches), hidden: hidden)
    }

    private func filter(for request: RequestContext, now: Instant) -> AccessFilter {
        filter(request.url, sameSite: request.sameSite, party: request.party, isScript: false, now: now)
    }

    private func filter(
        _ url: CookieURL, sameSite: SameSiteContext, party: PartyContext, isScript: Bool, now: Instant
    ) -> AccessFilter {
        AccessFilter(
            url: url, sameSite: sameSite, isScript: isScript, isSupported: supports(url, isScript: isScript),
            isThirdPartyBlocked: blocksThirdParty(url, party: party, whenStoring: false),
            partitionKey: table.partitionedCount > 0 ? partitionKey(for: url, party: party) : nil,
            profile: profile, now: now)
    }

    /// The header's text if all cookies of one domain go out and the other domains of the host have none.
    private mutating func wholeHeader(for url: CookieURL, filter: AccessFilter) -> String? {
        let domains = url.domains
        var only: Int?
        for rank in domains.indices {
            guard let bucket = table.bucket(of: domains[rank]) else { continue }
            guard only == nil, table.buckets[bucket].whole?.isAdmitted(by: filter, isParent: rank > 0) == true else {
                return nil
            }
            only = bucket
        }
        guard let only else { return nil }
        table.touchAll(of: only, now: filter.now)
        return table.buckets[only].whole?.header
    }

    /// The cookies that go out, in order; their access times are moved (RFC 6265bis §5.8.3, steps 1 to 5).
    private mutating func matches(
        for url: CookieURL, filter: AccessFilter
    ) -> (matches: [CookieMatch], areOfOneDomain: Bool) {
        var matches = scratch
        scratch = []
        matches.removeAll(keepingCapacity: true)
        // Step 1: the cookies whose domain, path and flags fit.
        var contributors = 0
        let domains = url.domains
        for rank in domains.indices {
            guard let bucket = table.bucket(of: domains[rank]) else { continue }
            let before = matches.count
            table.buckets[bucket].collect(into: &matches, bucket: bucket, rank: rank, filter: filter)
            if matches.count > before { contributors += 1 }
        }
        // Step 2: buckets are in order already.
        if contributors > 1 {
            let order = profile.headerOrder.value
            matches.sort { table.precedes($0, $1, order: order) }
        }
        // Step 3: access times.
        for match in matches { table.touch(match, now: filter.now) }
        return (matches, contributors == 1)
    }

    private func cookies(of matches: [CookieMatch]) -> [Cookie] {
        matches.map { table.buckets[$0.bucket].cookie(table.buckets[$0.bucket].entries[$0.entry]) }
    }

    /// Visits every cookie of the URL's site, and of its host and the domains above it where they are no site.
    private func forEachOfSameSite(
        _ url: CookieURL, _ body: (JarEntry, CookieTable.Bucket, AccessFilter.Relation) -> Void
    ) {
        var buckets = url.domains.compactMap { table.bucket(of: $0) }
        let onTheWay = Set(buckets)
        if let site = table.site(named: siteName(of: url.host)) {
            buckets += table.sites[site].buckets.filter { !onTheWay.contains($0) }
        }
        for bucket in buckets {
            let bucket = (position: bucket, contents: table.buckets[bucket])
            let relation: AccessFilter.Relation =
                bucket.contents.domain == url.host ? .same : onTheWay.contains(bucket.position) ? .parent : .other
            for entry in bucket.contents.entries { body(entry, bucket.contents, relation) }
        }
    }
}
