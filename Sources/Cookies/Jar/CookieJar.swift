public import BridgePrimitives

/// A cookie jar that always says why (RFC 6265bis §5.7 and §5.8, with an engine's deviations).
///
/// A value without locks, clock or randomness: callers wrap it in their own lock and pass `now`.
/// Methods that read are `mutating` because reading moves a cookie's last access time.
public struct CookieJar: Sendable {
    public let profile: CookieProfile
    public let publicSuffixes: any PublicSuffixes

    let parsing: ParsingRules
    var table: CookieTable
    var removed = RemovedCookies()
    var nextSequence: UInt64 = 0
    let rules: AccessRules

    public init(profile: CookieProfile, publicSuffixes: any PublicSuffixes) {
        (self.profile, self.publicSuffixes) = (profile, publicSuffixes)
        table = CookieTable(publicSuffixes: publicSuffixes)
        parsing = ParsingRules(profile)
        rules = AccessRules(profile)
    }

    /// How many cookies the jar holds, including expired ones that nothing has asked about since.
    public var count: Int { table.count }

    /// All cookies that have not expired, in the order in which they were created.
    ///
    /// - Complexity: O(n log n) in the jar's cookies.
    public func all(now: Instant) -> [Cookie] {
        table.domains.flatMap(\.cookies).filter { !$0.cookie.isExpired(at: now) }
            .sorted { $0.sequence < $1.sequence }.map(\.cookie)
    }

    /// The process ends: only persistent cookies remain. Requests say `send/session-ended` of the others.
    ///
    /// - Complexity: O(n) in the jar's cookies.
    public mutating func removeNonPersistent() {
        guard !profile.nonPersistentSurvive.value else { return }
        for domain in table.domains.indices {
            remove(from: domain, reason: .sessionEnded) { !$0.cookie.isPersistent }
        }
    }

    /// Deletes what script wrote for a site that nobody has used
    /// (``ScriptLifetimeRule/deletedAfterInactivity(window:decorated:)``).
    ///
    /// - Parameter site: a registrable domain, or a host that has none.
    /// - Returns: the deleted cookies.
    @discardableResult
    public mutating func removeScriptWritten(site: String) -> [Cookie] {
        remove(site: site, reason: .deletedByInactivity) { $0.cookie.isScriptWritten }
    }

    /// Deletes all cookies of a site, as a response of it asks (Clear Site Data §4.2.3). Requests say
    /// `send/cleared-by-site` of them.
    ///
    /// - Parameter site: a registrable domain, or a host that has none.
    /// - Returns: the deleted cookies.
    public mutating func clear(site: String) -> [Cookie] { remove(site: site, reason: .clearedBySite) { _ in true } }

    private mutating func remove(
        site: String, reason: SendReason, where isLeaving: (StoredCookie) -> Bool
    ) -> [Cookie] {
        table.domains(ofSite: site).flatMap { remove(from: $0, reason: reason, where: isLeaving) }
    }

    /// Empties the jar, memory of lost cookies included.
    public mutating func removeAll() {
        table = CookieTable(publicSuffixes: publicSuffixes)
        removed = RemovedCookies()
    }

    /// Removes cookies of one domain and remembers why they went.
    @discardableResult
    mutating func remove(
        from domain: Int, reason: SendReason, where isLeaving: (StoredCookie) -> Bool
    ) -> [Cookie] {
        let gone = table.remove(from: domain, where: isLeaving)
        guard !gone.isEmpty else { return [] }
        let site = table.site(of: domain)
        for cookie in gone { removed.remember(cookie, site: site, reason: reason) }
        return gone
    }

    /// Removes the expired cookies of a domain's site; cheap as long as no cookie of the jar is due.
    mutating func sweepExpired(around domain: Int, now: Instant) {
        guard table.earliestExpiry <= now else { return }
        removeExpired(from: table.domains(ofSite: table.site(of: domain)), now: now)
    }

    mutating func removeExpired(from domains: some Sequence<Int>, now: Instant) {
        for domain in domains { remove(from: domain, reason: .expired) { $0.cookie.isExpired(at: now) } }
    }
}

extension CookieJar {
    /// Whether cookies outside partitions are kept from a third party here.
    func blocksThirdParty(_ url: CookieURL, party: PartyContext, whenStoring: Bool) -> Bool {
        guard let first = party.siteForCookies, !party.hasStorageAccess else { return false }
        let rule =
            party.trackingPrevention
            ? profile.thirdPartyUnderTrackingPrevention.value : profile.thirdParty.value
        switch rule {
        case .allowed: return false
        case .storedFromFirstPartyOnly where !whenStoring: return false
        case .storedFromFirstPartyOnly, .blocked: break
        }
        guard !first.host.isEmpty else { return profile.blocksUnderPagesWithoutSite.value }
        return !SiteComparison.isSame(host: first.host, url.host, suffixes: publicSuffixes)
    }

    /// Scheme and site of the top-level page, the key of its partition.
    func partitionKey(for url: CookieURL, party: PartyContext) -> String {
        let top = party.siteForCookies ?? url
        let scheme = top.schemeHoldsCookies ? (top.isSecure ? "https" : "http") : top.scheme
        return "\(scheme)://\(publicSuffixes.site(of: top.host))"
    }

    /// Whether documents, or requests, of this scheme have cookies.
    func supports(_ url: CookieURL, isScript: Bool) -> Bool {
        url.schemeHoldsCookies || (isScript && url.scheme == "file" && profile.fileDocumentsHaveCookies.value)
    }
}
