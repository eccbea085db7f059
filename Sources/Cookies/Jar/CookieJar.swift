public import BridgePrimitives

/// A cookie jar that always says why (RFC 6265bis §5.7 and §5.8, with an engine's deviations).
///
/// A value without locks, clock or randomness: callers wrap it in their own lock and pass `now`.
/// Methods that read are `mutating` because reading moves a cookie's last access time.
public struct CookieJar: Sendable {
    public let profile: CookieProfile
    public let publicSuffixes: any PublicSuffixes

    let parsing: ParsingRules
    var table = CookieTable()
    var removed = RemovedCookies()
    var nextSequence: UInt64 = 0
    let rules: AccessRules
    /// Room for one look-up, kept so that the next one needs no memory.
    var scratch = LookupScratch()

    public init(profile: CookieProfile, publicSuffixes: any PublicSuffixes) {
        (self.profile, self.publicSuffixes) = (profile, publicSuffixes)
        parsing = ParsingRules(profile)
        rules = AccessRules(profile)
    }

    /// How many cookies the jar holds, including expired ones that nothing has asked about since.
    public var count: Int { table.count }

    /// All cookies that have not expired, in the order in which they were created.
    ///
    /// - Complexity: O(n log n) in the jar's cookies.
    public func all(now: Instant) -> [Cookie] {
        var found: [(sequence: UInt64, cookie: Cookie)] = []
        for bucket in table.buckets {
            for entry in bucket.entries where !entry.isExpired(at: now.millisecondsSinceEpoch) {
                found.append((entry.sequence, bucket.cookie(entry)))
            }
        }
        return found.sorted { $0.sequence < $1.sequence }.map(\.cookie)
    }

    /// The process ends: only persistent cookies remain. Requests say `send/session-ended` of the others.
    ///
    /// - Complexity: O(n) in the jar's cookies.
    public mutating func removeNonPersistent() {
        guard !profile.nonPersistentSurvive.value else { return }
        for bucket in table.buckets.indices {
            remove(from: bucket, reason: .sessionEnded) { !$0.flags.contains(.persistent) }
        }
    }

    /// Deletes what script wrote for a site that nobody has used
    /// (``ScriptLifetimeRule/deletedAfterInactivity(window:decorated:)``).
    ///
    /// - Parameter site: a registrable domain, or a host that has none.
    /// - Returns: the deleted cookies.
    @discardableResult
    public mutating func removeScriptWritten(site: String) -> [Cookie] {
        remove(site: site, reason: .deletedByInactivity) { $0.flags.contains(.scriptWritten) }
    }

    /// Deletes all cookies of a site, as a response of it asks (Clear Site Data §4.2.3). Requests say
    /// `send/cleared-by-site` of them.
    ///
    /// - Parameter site: a registrable domain, or a host that has none.
    /// - Returns: the deleted cookies.
    public mutating func clear(site: String) -> [Cookie] { remove(site: site, reason: .clearedBySite) { _ in true } }

    private mutating func remove(
        site: String, reason: SendReason, where isLeaving: (JarEntry) -> Bool
    ) -> [Cookie] {
        settleSites()
        guard let position = table.site(named: site) else { return [] }
        return table.sites[position].buckets.flatMap { remove(from: $0, reason: reason, where: isLeaving) }
    }

    /// Empties the jar, memory of lost cookies included.
    public mutating func removeAll() {
        table = CookieTable()
        removed = RemovedCookies()
    }

    /// Removes entries of one domain and remembers why they went.
    @discardableResult
    mutating func remove(from bucket: Int, reason: SendReason, where isLeaving: (JarEntry) -> Bool) -> [Cookie] {
        guard !table.buckets[bucket].entries.isEmpty else { return [] }
        let site = siteName(of: bucket)
        let gone = table.remove(from: bucket, where: isLeaving)
        for cookie in gone { removed.remember(cookie, site: site, reason: reason) }
        return gone
    }

    /// The site that a domain's cookies are counted under.
    func siteName(of domain: String) -> String { publicSuffixes.registrableDomain(of: domain) ?? domain }

    /// The site of a bucket that has cookies, in the table.
    mutating func site(of bucket: Int) -> Int {
        settleSites()
        return table.buckets[bucket].site ?? 0
    }

    mutating func siteName(of bucket: Int) -> String {
        let site = site(of: bucket)
        return table.sites[site].name
    }

    /// Puts new domains under their sites; to be done before sites are asked for.
    mutating func settleSites() {
        guard table.hasDomainsWithoutSite else { return }
        let suffixes = publicSuffixes
        table.settleSites { suffixes.registrableDomain(of: $0) ?? $0 }
    }

    /// Removes the expired cookies of a bucket's site; cheap when none is due.
    ///
    /// - Returns: whether there was one, so that buckets may be gone.
    @discardableResult
    mutating func sweepExpired(around bucket: Int, now: Instant) -> Bool {
        guard table.earliestExpiry <= now.millisecondsSinceEpoch else { return false }
        return sweepExpired(site: site(of: bucket), now: now)
    }

    /// Removes the site's cookies that have expired; cheap when none is due.
    ///
    /// - Returns: whether there was one, so that buckets may be gone.
    @discardableResult
    mutating func sweepExpired(site: Int, now: Instant) -> Bool {
        let moment = now.millisecondsSinceEpoch
        guard table.sites[site].earliestExpiry <= moment else { return false }
        for bucket in table.sites[site].buckets {
            remove(from: bucket, reason: .expired) { $0.isExpired(at: moment) }
        }
        table.refreshEarliestExpiry(of: site)
        return true
    }
}
