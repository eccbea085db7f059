import BridgePrimitives

/// The jar's memory: one bucket a domain, found by hash; buckets of one site know each other.
///
/// A look-up costs one probe for each label of the host, however many cookies the jar holds.
struct CookieTable: Sendable {
    /// The domains under one registrable domain (or a host that has none).
    struct Site: Sendable {
        let name: String
        var buckets: [Int] = []
        var count = 0
        /// No cookie of the site expires before this moment, in milliseconds since the epoch.
        var earliestExpiry = Int64.max
    }

    private(set) var buckets: [CookieBucket] = []
    private(set) var sites: [Site] = []
    /// All cookies, expired ones that nobody has looked at included.
    private(set) var count = 0
    private(set) var partitionedCount = 0
    /// No cookie expires before this moment, in milliseconds since the epoch.
    private(set) var earliestExpiry = Int64.max
    /// The buckets whose site nobody has asked for yet; some may be gone.
    private var withoutSite: [Int] = []
    private var index = DomainIndex()
    private var siteIndex: [String: Int] = [:]
    private var freeBuckets: [Int] = []
    private var freeSites: [Int] = []

    func site(named name: String) -> Int? { siteIndex[name] }

    func bucket(of key: DomainKey, in text: [UInt8]) -> Int? {
        index.first(key.tag) { bucket in buckets[bucket].isFor(text, key.range) }
    }

    /// Puts the buckets of a host and of the domains above it into `scratch`, the farthest first.
    ///
    /// - Parameters:
    ///   - host: where the host stands in `bytes`.
    ///   - scratch: without buckets and domains.
    /// - Complexity: O(n) in the host's bytes.
    func findBuckets(_ bytes: [UInt8], host: Range<Int>, isIPAddress: Bool, into scratch: inout LookupScratch) {
        var hash = ByteHash()
        var position = host.upperBound
        while position > host.lowerBound {
            let byte = bytes[position - 1]
            if byte == Byte.dot, position < host.upperBound, !isIPAddress {
                scratch.domains.append(DomainOnTheWay(tag: hash.tag, rank: position - host.lowerBound))
            }
            hash.combine(byte)
            position -= 1
        }
        scratch.domains.append(DomainOnTheWay(tag: hash.tag, rank: 0))
        scratch.readAhead &+= readAhead(scratch.domains)
        for domain in scratch.domains {
            let range = host.lowerBound + domain.rank..<host.upperBound
            guard let bucket = index.first(domain.tag, where: { buckets[$0].isFor(bytes, range) }) else { continue }
            scratch.buckets.append(BucketOnTheWay(bucket: bucket, rank: domain.rank))
        }
    }

    /// Reads from each piece of memory that a look-up of these domains is going to need.
    ///
    /// In a large jar none of it is in a cache. What one domain needs does not depend on what another does, so that all
    /// of it is under way at once; in the look-up itself, decisions about what was read stand between.
    private func readAhead(_ domains: [DomainOnTheWay]) -> UInt64 {
        var sum: UInt64 = 0
        for domain in domains {
            if let bucket = index.likely(domain.tag) { sum &+= buckets[bucket].readAhead() }
        }
        return sum
    }

    /// The buckets of a host and of the domains above it, nearest first.
    func buckets(covering bytes: [UInt8], _ host: Range<Int>, isIPAddress: Bool) -> [Int] {
        var scratch = LookupScratch()
        findBuckets(bytes, host: host, isIPAddress: isIPAddress, into: &scratch)
        return scratch.buckets.reversed().map(\.bucket)
    }

    /// The same for a URL.
    func buckets(covering url: CookieURL) -> [Int] {
        buckets(covering: url.bytes, url.hostRange, isIPAddress: url.hostIsIPAddress)
    }

    /// Where in its bucket a cookie of that identity stands.
    ///
    /// - Complexity: O(n) in the cookies of a small bucket, O(log n) in those of a large one.
    func position(of cookie: Cookie, in bucket: Int, order: HeaderOrder) -> Int? {
        if buckets[bucket].isIndexed { return buckets[bucket].indexedPosition(of: cookie, order: order) }
        // Field by field: a bucket as a whole would be copied.
        for position in buckets[bucket].entries.indices
        where buckets[bucket].entries[position].hasIdentity(of: cookie, in: buckets[bucket].text) {
            return position
        }
        return nil
    }

    /// Makes the bucket of a cookie's domain that has none.
    mutating func makeBucket(for cookie: borrowing Cookie, tag: UInt32) -> Int {
        let key = DomainKey(cookie, tag: tag)
        let position: Int
        if let free = freeBuckets.popLast() {
            position = free
            buckets[free] = CookieBucket(key, in: cookie.text, room: cookie.neededRoom)
        } else {
            position = buckets.count
            buckets.append(CookieBucket(key, in: cookie.text, room: cookie.neededRoom))
        }
        index.insert(position, tag: tag)
        if withoutSite.count > 2 * buckets.count { withoutSite = bucketsWithoutSite }
        withoutSite.append(position)
        return position
    }

    var hasDomainsWithoutSite: Bool { !withoutSite.isEmpty }

    /// Domains are put under their sites only when somebody asks: for most writes and look-ups nobody does, and
    /// finding a registrable domain costs more than storing a cookie.
    ///
    /// - Complexity: O(n) in the domains that came since the last time.
    mutating func settleSites(name: (String) -> String) {
        for bucket in bucketsWithoutSite {
            let site = makeSite(named: name(buckets[bucket].domain))
            buckets[bucket].site = site
            sites[site].buckets.append(bucket)
            sites[site].count += buckets[bucket].entries.count
            for entry in buckets[bucket].entries {
                sites[site].earliestExpiry = min(sites[site].earliestExpiry, entry.expiry)
            }
        }
        withoutSite = []
    }

    private var bucketsWithoutSite: [Int] {
        var seen: Set<Int> = []
        return withoutSite.filter { !buckets[$0].isFree && buckets[$0].site == nil && seen.insert($0).inserted }
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

    mutating func insert(_ cookie: borrowing Cookie, sequence: UInt64, into bucket: Int, order: HeaderOrder) {
        buckets[bucket].insert(cookie, sequence: sequence, order: order)
        let expiry = cookie.end
        earliestExpiry = min(earliestExpiry, expiry)
        if let site = buckets[bucket].site {
            sites[site].count += 1
            sites[site].earliestExpiry = min(sites[site].earliestExpiry, expiry)
        }
        count += 1
        if cookie.flags.contains(.hasPartition) { partitionedCount += 1 }
    }

    /// Takes an entry out and leaves the bucket in place, for an update that follows at once.
    mutating func take(at position: Int, from bucket: Int) -> JarEntry {
        let entry = buckets[bucket].remove(at: position)
        if let site = buckets[bucket].site { sites[site].count -= 1 }
        count -= 1
        if entry.flags.contains(.hasPartition) { partitionedCount -= 1 }
        return entry
    }

    /// Removes one entry, and the bucket if nothing is left.
    mutating func remove(at position: Int, from bucket: Int) {
        _ = take(at: position, from: bucket)
        dropIfEmpty(bucket)
    }

    /// Removes the entries of `bucket` that `isLeaving` names, and the bucket if nothing is left.
    ///
    /// - Returns: their cookies, the last in the header first.
    mutating func remove(from bucket: Int, where isLeaving: (JarEntry) -> Bool) -> [Cookie] {
        let left = buckets[bucket].removeAll(where: isLeaving)
        if let site = buckets[bucket].site { sites[site].count -= left.count }
        count -= left.count
        partitionedCount -= left.count { $0.flags.contains(.hasPartition) }
        dropIfEmpty(bucket)
        return left
    }

    private mutating func dropIfEmpty(_ bucket: Int) {
        guard buckets[bucket].entries.isEmpty, !buckets[bucket].isFree else { return }
        index.remove(bucket, tag: buckets[bucket].tag)
        freeBuckets.append(bucket)
        let site = buckets[bucket].site
        buckets[bucket].free()
        guard let site else { return }
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

    mutating func markTakesDomainCookies(_ bucket: Int) { buckets[bucket].isKnownToTakeDomainCookies = true }

    /// Adds the cookies of `bucket` that `filter` lets through to `matches`, and moves their access times.
    mutating func collect(_ found: BucketOnTheWay, filter: borrowing AccessFilter, into matches: inout [CookieMatch]) {
        buckets[found.bucket].collect(found, filter: filter, into: &matches)
    }

    /// Brings matches of several domains into the header's order.
    func sort(_ matches: inout [CookieMatch], order: HeaderOrder) {
        guard matches.count > 32 else { return insertionSort(&matches, order: order) }
        matches.sort { precedes($0, $1, order: order) }
    }

    /// Few matches, most of them in order: nothing is quicker.
    private func insertionSort(_ matches: inout [CookieMatch], order: HeaderOrder) {
        for next in matches.indices.dropFirst() {
            var position = next
            let match = matches[next]
            while position > 0, precedes(match, matches[position - 1], order: order) {
                matches[position] = matches[position - 1]
                position -= 1
            }
            if position < next { matches[position] = match }
        }
    }

    /// Whether one match stands before another in the header, across domains.
    private func precedes(_ a: CookieMatch, _ b: CookieMatch, order: HeaderOrder) -> Bool {
        if order == .domainGroups, a.rank != b.rank {
            return a.key.pathLength != b.key.pathLength ? a.key.pathLength > b.key.pathLength : a.rank < b.rank
        }
        return a.key.precedes(b.key, order: order, names: (name(of: a), name(of: b)))
    }

    private func name(of match: CookieMatch) -> ArraySlice<UInt8> {
        buckets[match.bucket].text[buckets[match.bucket].entries[match.entry].name]
    }

    /// The pairs of `matches`, in their order, as one header's text; nil for none.
    func headerText(of matches: [CookieMatch], buffer: inout [UInt8]) -> String? {
        guard !matches.isEmpty else { return nil }
        buffer.removeAll(keepingCapacity: true)
        for match in matches {
            if !buffer.isEmpty {
                buffer.append(Byte.semicolon)
                buffer.append(Byte.space)
            }
            buffer.append(contentsOf: buckets[match.bucket].text[match.pair])
        }
        return String(decoding: buffer, as: UTF8.self)
    }
}

/// A host, or a domain above it, before its bucket is known.
struct DomainOnTheWay: Sendable {
    let tag: UInt32
    /// How many bytes of the host stand before it.
    let rank: Int
}

/// A bucket whose domain is a host or above it.
struct BucketOnTheWay: Sendable {
    let bucket: Int
    /// 0 for the host's own domain, more for those above, the more the farther.
    let rank: Int
}

/// Where a cookie that goes out stands in the table, and what its place in the header depends on.
struct CookieMatch: Sendable {
    let bucket: Int
    let entry: Int
    let rank: Int
    let key: OrderKey
    let pair: Range<Int>
}
