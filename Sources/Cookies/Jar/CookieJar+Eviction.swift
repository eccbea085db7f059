import BridgePrimitives

extension CookieJar {
    /// Evicts cookies until the limits hold again (RFC 6265bis §5.7, last steps). The newest one stays.
    ///
    /// The order is: expired ones; of a crowded site those that are not Secure, then all; of the whole jar any.
    /// Within each, the least recently used goes first.
    /// - Complexity: O(1) below the limits; else O(n log n) in the cookies of the site or of the jar.
    mutating func makeRoom(around bucket: Int, for cookie: borrowing Cookie, sequence: UInt64, now: Instant) -> [Cookie]
    {
        guard let limits = profile.limits.value else { return [] }
        var evicted: [Cookie] = []
        let site = site(of: bucket)
        sweepExpired(site: site, now: now)
        if let key = cookie.partitionKey {
            evicted += crowded(
                candidates(in: table.sites[site].buckets) { $1.partitionKey(of: $0) == key }, limits.perSite, 0,
                bytes: limits.partitionBytes, sparing: sequence)
        } else if table.sites[site].count > limits.perSite {
            evicted += crowded(
                candidates(in: table.sites[site].buckets) { entry, _ in !entry.flags.contains(.hasPartition) },
                limits.perSite, limits.sitePurge,
                sparing: sequence)
        }
        guard table.count > limits.total else { return evicted }
        for site in table.sites.indices { sweepExpired(site: site, now: now) }
        let everyone = candidates(in: Array(table.buckets.indices)) { _, _ in true }
        return evicted
            + crowded(
                everyone, limits.total, limits.totalPurge, isSecureLast: false, sparing: sequence)
    }

    /// What eviction looks at in a cookie.
    private struct Candidate {
        let bucket: Int
        let sequence: UInt64
        let access: Int64
        let isSecure: Bool
        let size: Int
    }

    private func candidates(in buckets: [Int], where counts: (JarEntry, CookieBucket) -> Bool) -> [Candidate] {
        var found: [Candidate] = []
        for bucket in buckets {
            for entry in table.buckets[bucket].entries where counts(entry, table.buckets[bucket]) {
                found.append(
                    Candidate(
                        bucket: bucket, sequence: entry.sequence, access: entry.access,
                        isSecure: entry.flags.contains(.secure), size: entry.size))
            }
        }
        return found
    }

    /// Brings a group of cookies that is over its limit down to `limit` less `purge`.
    private mutating func crowded(
        _ group: [Candidate], _ limit: Int, _ purge: Int, bytes: Int = .max, isSecureLast: Bool = true,
        sparing newest: UInt64
    ) -> [Cookie] {
        var size = group.reduce(0) { $0 + $1.size }
        guard group.count > limit || size > bytes else { return [] }
        let target = group.count > limit ? max(1, limit - purge) : limit
        let order = group.filter { $0.sequence != newest }.sorted { a, b in
            if isSecureLast, a.isSecure != b.isSecure { return b.isSecure }
            return (a.access, a.sequence) < (b.access, b.sequence)
        }
        var (left, leaving) = (group.count, [Int: Set<UInt64>]())
        for candidate in order where left > target || size > bytes {
            leaving[candidate.bucket, default: []].insert(candidate.sequence)
            left -= 1
            size -= candidate.size
        }
        return leaving.sorted { $0.key < $1.key }.flatMap { bucket, sequences in
            remove(from: bucket, reason: .evicted) { sequences.contains($0.sequence) }
        }
    }
}
