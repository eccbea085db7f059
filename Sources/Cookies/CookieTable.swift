/// The jar's memory: one bucket a domain, found by hash; buckets of one site know each other.
///
/// A look-up costs one probe for each label of the host, however many cookies the jar holds.
struct CookieTable: Sendable {
    /// The cookies of one domain, in the order of the header.
    struct Bucket: Sendable {
        let domain: String
        let key: DomainKey
        let site: Int
        /// Whether a domain cookie has passed the check against public suffixes, so that it need not be made again.
        var isKnownToTakeDomainCookies = false
        var entries: [JarEntry] = []
        /// Set once all entries have gone out together.
        var whole: WholeBucket?
        /// When all entries last went out together; an entry's own time counts if it is later.
        var wholeAccess = Int64.min
    }

    /// The domains under one registrable domain (or a host that has none).
    struct Site: Sendable {
        let name: String
        var buckets: [Int] = []
        var count = 0
        /// No cookie of the site expires before this moment, in milliseconds since the epoch.
        var earliestExpiry = Int64.max
    }

    private(set) var buckets: [Bucket] = []
    private(set) var sites: [Site] = []
    /// All cookies, expired ones that nobody has looked at included.
    private(set) var count = 0
    private(set) var partitionedCount = 0
    private var bucketIndex: [DomainKey: Int] = [:]
    private var siteIndex: [String: Int] = [:]
    private var freeBuckets: [Int] = []
    private var freeSites: [Int] = []

    func bucket(of key: DomainKey) -> Int? { bucketIndex[key] }
    func site(named name: String) -> Int? { siteIndex[name] }

    /// The bucket of `key`, made if there is none.
    mutating func bucket(of key: DomainKey, siteName: () -> String) -> Int {
        if let bucket = bucketIndex[key] { return bucket }
        let site = makeSite(named: siteName())
        // A string of its own: the key that was passed in may be a part of a longer host.
        let domain = String(key.domain)
        let bucket = Bucket(domain: domain, key: DomainKey(domain), site: site)
        let position: Int
        if let free = freeBuckets.popLast() {
            (position, buckets[free]) = (free, bucket)
        } else {
            position = buckets.count
            buckets.append(bucket)
        }
        bucketIndex[bucket.key] = position
        sites[site].buckets.append(position)
        return position
    }

    private mutating func makeSite(named name: String) -> Int {
        if let site = siteIndex[name] { return site }
        let position: Int
        if let free = freeSites.popLast() {
            (position, sites[free]) = (free, Site(name: name))
        } else {
            position = sites.count
            sites.append(Site(name: name))
        }
        siteIndex[name] = position
        return position
    }

    func position(of identity: CookieIdentity, in bucket: Int) -> Int? {
        buckets[bucket].entries.firstIndex { $0.has(identity) }
    }

    /// - Complexity: O(n) in the cookies of the domain.
    mutating func insert(_ entry: JarEntry, into bucket: Int, order: HeaderOrder) {
        buckets[bucket].settle()
        let position = buckets[bucket].place(of: entry, order: order)
        buckets[bucket].entries.insert(entry, at: position)
        let site = buckets[bucket].site
        sites[site].count += 1
        sites[site].earliestExpiry = min(sites[site].earliestExpiry, entry.expiry)
        count += 1
        if entry.partitionKey != nil { partitionedCount += 1 }
    }

    /// Takes an entry out and leaves the bucket in place, for an update that follows at once.
    mutating func take(at position: Int, from bucket: Int) -> JarEntry {
        buckets[bucket].settle()
        let entry = buckets[bucket].entries.remove(at: position)
        sites[buckets[bucket].site].count -= 1
        count -= 1
        if entry.partitionKey != nil { partitionedCount -= 1 }
        return entry
    }

    /// Removes the entries of `bucket` that `isLeaving` names, and the bucket if nothing is left.
    mutating func remove(from bucket: Int, where isLeaving: (JarEntry) -> Bool) -> [JarEntry] {
        var left: [JarEntry] = []
        var position = buckets[bucket].entries.count
        while position > 0 {
            position -= 1
            guard isLeaving(buckets[bucket].entries[position]) else { continue }
            left.append(take(at: position, from: bucket))
        }
        dropIfEmpty(bucket)
        return left
    }

    private mutating func dropIfEmpty(_ bucket: Int) {
        guard buckets[bucket].entries.isEmpty, bucketIndex[buckets[bucket].key] == bucket else { return }
        bucketIndex[buckets[bucket].key] = nil
        freeBuckets.append(bucket)
        let site = buckets[bucket].site
        sites[site].buckets.removeAll { $0 == bucket }
        guard sites[site].buckets.isEmpty else { return }
        siteIndex[sites[site].name] = nil
        freeSites.append(site)
    }

    /// Looks for the site's next expiry anew, after those that were due have left.
    mutating func refreshEarliestExpiry(of site: Int) {
        var earliest = Int64.max
        for bucket in sites[site].buckets {
            for entry in buckets[bucket].entries { earliest = min(earliest, entry.expiry) }
        }
        sites[site].earliestExpiry = earliest
    }

    mutating func touchAll(of bucket: Int, now: Int64) { buckets[bucket].wholeAccess = now }

    mutating func touch(_ match: CookieMatch, now: Int64) { buckets[match.bucket].entries[match.entry].access = now }

    /// The pairs of `matches`, in their order, as one header's text; nil for none.
    ///
    /// - Parameter areOfOneDomain: whether all come from one bucket: if that is all of it, its text is at hand.
    mutating func headerText(of matches: [CookieMatch], areOfOneDomain: Bool) -> String? {
        guard let first = matches.first else { return nil }
        let isWhole = areOfOneDomain && matches.count == buckets[first.bucket].entries.count
        if isWhole, let whole = buckets[first.bucket].whole { return whole.header }
        var length = -2
        for match in matches { length += buckets[match.bucket].entries[match.entry].pair.utf8.count + 2 }
        var text = String()
        text.reserveCapacity(length)
        for position in matches.indices {
            if position > 0 { text.append("; ") }
            text.append(buckets[matches[position].bucket].entries[matches[position].entry].pair)
        }
        if isWhole { buckets[first.bucket].whole = WholeBucket(header: text, entries: buckets[first.bucket].entries) }
        return text
    }

    mutating func markTakesDomainCookies(_ bucket: Int) { buckets[bucket].isKnownToTakeDomainCookies = true }

    /// Whether one match stands before another in the header, across domains.
    func precedes(_ a: CookieMatch, _ b: CookieMatch, order: HeaderOrder) -> Bool {
        if order == .domainGroups, a.rank != b.rank {
            let (first, second) = (buckets[a.bucket].entries[a.entry], buckets[b.bucket].entries[b.entry])
            return first.pathLength != second.pathLength ? first.pathLength > second.pathLength : a.rank < b.rank
        }
        return buckets[a.bucket].entries[a.entry].precedes(buckets[b.bucket].entries[b.entry], order: order)
    }
}

extension CookieTable.Bucket {
    func cookie(_ entry: JarEntry) -> Cookie { entry.cookie(domain: domain, access: access(of: entry)) }

    func access(of entry: JarEntry) -> Int64 { max(entry.access, wholeAccess) }

    /// Forgets what held of all entries, before one comes or goes.
    fileprivate mutating func settle() {
        guard whole != nil || wholeAccess != .min else { return }
        for position in entries.indices { entries[position].access = access(of: entries[position]) }
        (whole, wholeAccess) = (nil, .min)
    }

    /// Where `entry` belongs; by halving, since new cookies come last among equal paths but not among all.
    func place(of entry: JarEntry, order: HeaderOrder) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].precedes(entry, order: order) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Adds the cookies that `filter` lets through. `rank` is 0 for the host's own domain, more for those above.
    func collect(into matches: inout [CookieMatch], bucket: Int, rank: Int, filter: AccessFilter) {
        for position in entries.indices where filter.admits(entries[position], isParent: rank > 0) {
            matches.append(CookieMatch(bucket: bucket, entry: position, rank: rank))
        }
    }
}

/// Where a cookie that goes out stands in the table.
struct CookieMatch: Sendable {
    let bucket: Int
    let entry: Int
    let rank: Int
}
