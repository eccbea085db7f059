import BridgePrimitives

/// The jar's memory: an array of cookies for each domain.
///
/// A look-up costs one probe for each label of the host, however many cookies the jar holds. Whoever asks for a site
/// looks at every domain.
struct CookieTable: Sendable {
    let publicSuffixes: any PublicSuffixes
    /// By position. One without cookies waits to be used again.
    private(set) var domains: [DomainCookies] = []
    private var positions: [String: Int] = [:]
    private var free: [Int] = []
    /// In bytes, of all names that a domain ever had: a host may have many labels, and no others are looked for.
    private var hasNameOfLength: [Bool] = []
    /// All cookies, expired ones that nobody has looked at included.
    private(set) var count = 0
    private(set) var partitionedCount = 0
    /// No cookie expires before this moment.
    private(set) var earliestExpiry = Instant(millisecondsSinceEpoch: .max)

    init(publicSuffixes: any PublicSuffixes) { self.publicSuffixes = publicSuffixes }

    func domain(named name: String) -> Int? { positions[name] }

    /// The cookies that go out, in order; their access times are moved (RFC 6265bis §5.8.3, steps 1 to 3).
    mutating func matches(
        for url: CookieURL, isIPAddress: Bool, filter: borrowing AccessFilter, order: HeaderOrder
    ) -> [CookieMatch] {
        var matches: [CookieMatch] = []
        matches.reserveCapacity(8)
        var contributors = 0
        // Step 1: the cookies whose domain, path and flags fit.
        forEachDomain(covering: url.bytes, url.hostRange, isIPAddress: isIPAddress) { domain, rank in
            let before = matches.count
            domains[domain].collect(domain: domain, rank: rank, filter: filter, into: &matches)
            if matches.count > before { contributors += 1 }
        }
        // Step 2: those of one domain are in order already.
        if contributors > 1 { matches.sort { precedes($0, $1, order: order) } }
        // Step 3.
        for match in matches { domains[match.domain].touch(match.position, now: filter.now) }
        return matches
    }

    subscript(match: CookieMatch) -> StoredCookie { domains[match.domain].cookies[match.position] }

    /// Whether one match stands before another in the header, across domains.
    private func precedes(_ a: CookieMatch, _ b: CookieMatch, order: HeaderOrder) -> Bool {
        if order == .domainGroups, a.rank != b.rank {
            return a.key.pathLength != b.key.pathLength ? a.key.pathLength > b.key.pathLength : a.rank < b.rank
        }
        return a.key.precedes(b.key, order: order, names: (self[a].name, self[b].name))
    }

    /// The pairs of `matches`, in their order, as one header's text; nil for none.
    func headerText(of matches: [CookieMatch]) -> String? {
        guard !matches.isEmpty else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(matches.count * 64)
        for match in matches {
            if !text.isEmpty {
                text.append(Byte.semicolon)
                text.append(Byte.space)
            }
            domains[match.domain].append(pairOf: match.position, to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The domains with cookies that are a host or above it, nearest first.
    ///
    /// - Parameter host: where it stands in `text`.
    func domains(covering text: [UInt8], _ host: Range<Int>, isIPAddress: Bool) -> [Int] {
        var found: [Int] = []
        forEachDomain(covering: text, host, isIPAddress: isIPAddress) { domain, _ in found.append(domain) }
        return found
    }

    /// - Parameter body: is given the domain and how many bytes of the host stand before it.
    /// - Complexity: O(n) in the host's bytes, for each length of a name that a domain has.
    private func forEachDomain(
        covering text: [UInt8], _ host: Range<Int>, isIPAddress: Bool, _ body: (_ domain: Int, _ rank: Int) -> Void
    ) {
        var start = host.lowerBound
        repeat {
            let length = host.upperBound - start
            if length < hasNameOfLength.count, hasNameOfLength[length],
                let domain = positions[String(decoding: text[start..<host.upperBound], as: UTF8.self)]
            {
                body(domain, start - host.lowerBound)
            }
            start = text.position(of: Byte.dot, in: start..<host.upperBound) + 1
        } while start < host.upperBound && !isIPAddress
    }

    /// The same for a URL.
    func domains(covering url: CookieURL) -> [Int] {
        domains(covering: url.bytes, url.hostRange, isIPAddress: url.hostIsIPAddress)
    }

    /// The domains of a site that have cookies.
    ///
    /// - Complexity: O(n) in the domains.
    mutating func domains(ofSite site: String) -> [Int] {
        domains.indices.filter { !domains[$0].cookies.isEmpty && self.site(of: $0) == site }
    }

    /// The site of a domain, which is looked for once.
    mutating func site(of domain: Int) -> String {
        if let site = domains[domain].site { return site }
        let site = publicSuffixes.site(of: domains[domain].name)
        domains[domain].site = site
        return site
    }

    /// The domain of that name, new if there is none.
    mutating func makeDomain(named name: String) -> Int {
        if let domain = positions[name] { return domain }
        let domain = free.popLast() ?? domains.count
        let entry = DomainCookies(name: name)
        if domain == domains.count { domains.append(entry) } else { domains[domain] = entry }
        positions[name] = domain
        let unknownLengths = name.utf8.count + 1 - hasNameOfLength.count
        if unknownLengths > 0 { hasNameOfLength += Array(repeating: false, count: unknownLengths) }
        hasNameOfLength[name.utf8.count] = true
        return domain
    }

    mutating func insert(_ stored: StoredCookie, into domain: Int, order: HeaderOrder) {
        domains[domain].insert(stored, order: order)
        count += 1
        if stored.cookie.flags.contains(.hasPartition) { partitionedCount += 1 }
        if let expiry = stored.cookie.expiry { earliestExpiry = min(earliestExpiry, expiry) }
    }

    /// Takes a cookie out and leaves the domain in place, for an update that follows at once.
    mutating func take(at place: CookiePlace) -> StoredCookie {
        let stored = domains[place.domain].remove(at: place.position)
        count -= 1
        if stored.cookie.flags.contains(.hasPartition) { partitionedCount -= 1 }
        return stored
    }

    /// Removes the cookies of a domain that `isLeaving` names, and the domain if nothing is left.
    ///
    /// - Returns: the cookies that left, the last in the header first.
    mutating func remove(from domain: Int, where isLeaving: (StoredCookie) -> Bool) -> [Cookie] {
        let left = domains[domain].removeAll(where: isLeaving)
        count -= left.count
        partitionedCount -= left.count { $0.flags.contains(.hasPartition) }
        dropIfEmpty(domain)
        return left
    }

    mutating func dropIfEmpty(_ domain: Int) {
        let name = domains[domain].name
        guard domains[domain].cookies.isEmpty, positions[name] == domain else { return }
        positions[name] = nil
        free.append(domain)
    }

    func isKnownToTakeDomainCookies(_ name: String) -> Bool {
        positions[name].map { domains[$0].isKnownToTakeDomainCookies } ?? false
    }

    mutating func markTakesDomainCookies(named name: String) {
        if let domain = positions[name] { domains[domain].isKnownToTakeDomainCookies = true }
    }
}

/// Where one cookie stands in the table.
struct CookiePlace {
    let domain: Int
    let position: Int
}

/// A cookie that goes out.
struct CookieMatch: Sendable {
    let domain: Int
    let position: Int
    /// 0 for the host's own domain, more for those above it, the more the farther.
    let rank: Int
    let key: OrderKey
}
