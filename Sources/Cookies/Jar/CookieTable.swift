import BridgePrimitives

/// The jar's memory: an array of cookies for each domain.
///
/// A look-up costs one probe for each label of the host, however many cookies the jar holds.
struct CookieTable: Sendable {
    let publicSuffixes: any PublicSuffixes
    /// A domain stays when its last cookie has left, so that its position is always the same.
    private(set) var domains: [DomainCookies] = []
    private var positions: [String: Int] = [:]
    /// Positions by site, of the first ``sitedCount`` domains: finding a site costs more than storing a cookie.
    private var positionsBySite: [String: [Int]] = [:]
    private var sitedCount = 0
    /// By length in bytes: a host may have many labels, and only names of these lengths are looked for.
    private var hasNameOfLength: [Bool] = []
    /// All cookies, expired ones that nobody has looked at included.
    private(set) var count = 0
    private(set) var partitionedCount = 0
    /// No cookie expires before this moment.
    private(set) var earliestExpiry = Instant(millisecondsSinceEpoch: .max)

    init(publicSuffixes: any PublicSuffixes) { self.publicSuffixes = publicSuffixes }

    func domain(named name: String) -> Int? { positions[name] }

    private func domain(named text: [UInt8], _ name: Range<Int>) -> Int? {
        guard name.count < hasNameOfLength.count, hasNameOfLength[name.count] else { return nil }
        return positions[String(decoding: text[name], as: UTF8.self)]
    }

    /// The cookies that go out, in order; their access times are moved (RFC 6265bis §5.8.3, steps 1 to 3).
    mutating func matches(
        for url: CookieURL, isIPAddress: Bool, filter: borrowing AccessFilter, order: HeaderOrder
    ) -> [CookieMatch] {
        var matches: [CookieMatch] = []
        matches.reserveCapacity(8)
        var contributors = 0
        // Steps 1 and 3: the cookies whose domain, path and flags fit.
        for name in HostSuffixes(url.bytes, url.hostRange, isIPAddress: isIPAddress) {
            guard let domain = domain(named: url.bytes, name) else { continue }
            let before = matches.count
            let rank = name.lowerBound - url.hostRange.lowerBound
            domains[domain].collect(domain: domain, rank: rank, filter: filter, into: &matches)
            if matches.count > before { contributors += 1 }
        }
        // Step 2: those of one domain are in order already.
        if contributors > 1 { matches.sort { precedes($0, $1, order: order) } }
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
            let cookie = self[match].cookie
            text.append(contentsOf: cookie.text[..<Int(cookie.pairLength)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The domains that are a host or above it, nearest first.
    ///
    /// - Parameter host: its range in `text`.
    func domains(covering text: [UInt8], _ host: Range<Int>, isIPAddress: Bool) -> [Int] {
        HostSuffixes(text, host, isIPAddress: isIPAddress).compactMap { domain(named: text, $0) }
    }

    /// The same for a URL.
    func domains(covering url: CookieURL) -> [Int] {
        domains(covering: url.bytes, url.hostRange, isIPAddress: url.hostIsIPAddress)
    }

    /// The domains of a site.
    ///
    /// - Complexity: O(n) in the domains that are new since the last call.
    mutating func domains(ofSite site: String) -> [Int] {
        while sitedCount < domains.count {
            positionsBySite[self.site(of: sitedCount), default: []].append(sitedCount)
            sitedCount += 1
        }
        return positionsBySite[site] ?? []
    }

    /// The site of a domain, which is looked for once.
    mutating func site(of domain: Int) -> String {
        if let site = domains[domain].site { return site }
        let site = publicSuffixes.site(of: domains[domain].name)
        domains[domain].site = site
        return site
    }

    /// The domain of that name; a new one if the table does not have it.
    mutating func makeDomain(named name: String) -> Int {
        if let domain = positions[name] { return domain }
        let domain = domains.count
        domains.append(DomainCookies(name: name))
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

    /// Takes one cookie out.
    @discardableResult
    mutating func take(at place: CookiePlace) -> StoredCookie {
        let stored = domains[place.domain].remove(at: place.position)
        count -= 1
        if stored.cookie.flags.contains(.hasPartition) { partitionedCount -= 1 }
        return stored
    }

    /// Removes the cookies of a domain that `isLeaving` names.
    ///
    /// - Returns: the cookies that left, the last in the header first.
    mutating func remove(from domain: Int, where isLeaving: (StoredCookie) -> Bool) -> [Cookie] {
        let left = domains[domain].removeAll(where: isLeaving)
        count -= left.count
        partitionedCount -= left.count { $0.flags.contains(.hasPartition) }
        return left
    }

    mutating func markTakesDomainCookies(named name: String) {
        if let domain = positions[name] { domains[domain].isKnownToTakeDomainCookies = true }
    }
}

/// A host and what stands behind each of its dots, nearest first; of an address only itself.
private struct HostSuffixes: Sequence, IteratorProtocol {
    private let text: [UInt8]
    private var rest: Range<Int>?
    private let isIPAddress: Bool

    /// - Parameter host: its range in `text`.
    init(_ text: [UInt8], _ host: Range<Int>, isIPAddress: Bool) {
        self.text = text
        rest = host
        self.isIPAddress = isIPAddress
    }

    mutating func next() -> Range<Int>? {
        guard let suffix = rest else { return nil }
        let start = text.position(of: Byte.dot, in: suffix) + 1
        rest = start < suffix.upperBound && !isIPAddress ? start..<suffix.upperBound : nil
        return suffix
    }
}

/// The position of one cookie in the table.
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
