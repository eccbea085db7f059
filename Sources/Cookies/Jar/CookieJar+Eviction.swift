import BridgePrimitives

extension CookieJar {
    /// Evicts cookies until the limits hold again (RFC 6265bis §5.7, last steps). The newest one stays.
    ///
    /// The order is: expired ones; of a crowded site those that are not Secure, then all; of the whole jar any.
    /// Within each, the least recently used goes first.
    /// - Complexity: O(1) in a jar that is below all limits; else O(n log n) in its cookies.
    mutating func makeRoom(
        around domain: Int, for cookie: borrowing Cookie, sequence: UInt64, now: Instant
    ) -> [Cookie] {
        guard let limits = profile.limits.value else { return [] }
        var evicted: [Cookie] = []
        sweepExpired(around: domain, now: now)
        if let key = cookie.partitionKey {
            let domains = table.domains(ofSite: table.site(of: domain))
            evicted += crowded(
                candidates(in: domains) { $0.partitionKey == key },
                limits.perSite, 0, bytes: limits.partitionBytes, sparing: sequence)
        } else if table.count > limits.perSite {
            let domains = table.domains(ofSite: table.site(of: domain))
            evicted += crowded(
                candidates(in: domains) { !$0.flags.contains(.hasPartition) },
                limits.perSite, limits.sitePurge, sparing: sequence)
        }
        guard table.count > limits.total else { return evicted }
        removeExpired(from: table.domains.indices, now: now)
        let everyone = candidates(in: table.domains.indices) { _ in true }
        return evicted
            + crowded(everyone, limits.total, limits.totalPurge, isSecureLast: false, sparing: sequence)
    }

    /// What eviction looks at.
    private struct Candidate {
        let domain: Int
        let stored: StoredCookie

        /// Of name and value together, in bytes.
        var size: Int { Int(stored.cookie.pairLength) - (stored.cookie.flags.contains(.nameless) ? 0 : 1) }
    }

    private func candidates(in domains: some Sequence<Int>, where counts: (Cookie) -> Bool) -> [Candidate] {
        domains.flatMap { domain in
            table.domains[domain].cookies.filter { counts($0.cookie) }.map { Candidate(domain: domain, stored: $0) }
        }
    }

    /// Brings a group of cookies that is over its limit down to `limit` less `purge`.
    private mutating func crowded(
        _ group: [Candidate], _ limit: Int, _ purge: Int, bytes: Int = .max, isSecureLast: Bool = true,
        sparing newest: UInt64
    ) -> [Cookie] {
        var size = group.reduce(0) { $0 + $1.size }
        guard group.count > limit || size > bytes else { return [] }
        let target = group.count > limit ? max(1, limit - purge) : limit
        let order = group.filter { $0.stored.sequence != newest }.sorted { a, b in
            let (first, second) = (a.stored.cookie, b.stored.cookie)
            if isSecureLast, first.isSecure != second.isSecure { return second.isSecure }
            return (first.lastAccessTime, a.stored.sequence) < (second.lastAccessTime, b.stored.sequence)
        }
        var (left, leaving) = (group.count, [Int: Set<UInt64>]())
        for candidate in order where left > target || size > bytes {
            leaving[candidate.domain, default: []].insert(candidate.stored.sequence)
            left -= 1
            size -= candidate.size
        }
        return leaving.sorted { $0.key < $1.key }.flatMap { domain, sequences in
            remove(from: domain, reason: .evicted) { sequences.contains($0.sequence) }
        }
    }
}
