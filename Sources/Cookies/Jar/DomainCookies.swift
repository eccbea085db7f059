import BridgePrimitives

/// The cookies of one domain, in the order of the header.
struct DomainCookies: Sendable {
    let name: String
    private(set) var cookies: [StoredCookie] = []
    /// The registrable domain, or the name where there is none; nil until a site is asked for, because finding it costs
    /// more than storing a cookie.
    var site: String?
    /// Whether a domain cookie has passed the check against public suffixes, so that it need not be made again.
    var isKnownToTakeDomainCookies = false

    init(name: String) { self.name = name }

    /// The position of the cookie with the same identity, whose domain is this one.
    ///
    /// - Complexity: O(n) in the cookies of the domain.
    func position(of cookie: Cookie) -> Int? {
        for position in cookies.indices
        where cookies[position].cookie.nameLength == cookie.nameLength
            && cookies[position].cookie.hasIdentityInDomain(of: cookie)
        {
            return position
        }
        return nil
    }

    /// Adds the cookies that `filter` lets through to `matches`.
    ///
    /// - Parameters:
    ///   - domain: this one, in the table.
    ///   - rank: 0 for the host's own domain, more for those above it, the more the farther.
    func collect(domain: Int, rank: Int, filter: borrowing AccessFilter, into matches: inout [CookieMatch]) {
        let forbidden = filter.forbiddenFlags(isParent: rank > 0)
        for position in cookies.indices
        where cookies[position].cookie.flags.isDisjoint(with: forbidden) && filter.admits(cookies, position) {
            matches.append(
                CookieMatch(domain: domain, position: position, rank: rank, key: cookies[position].orderKey))
        }
    }

    func append(pairOf position: Int, to text: inout [UInt8]) {
        text.append(contentsOf: cookies[position].cookie.text[..<Int(cookies[position].cookie.pairLength)])
    }

    mutating func touch(_ position: Int, now: Instant) { cookies[position].cookie.lastAccessTime = now }

    mutating func insert(_ stored: StoredCookie, order: HeaderOrder) {
        // Most often the newest stands last.
        if let last = cookies.last, !last.precedes(stored, order: order) {
            cookies.insert(stored, at: cookies.partitioningIndex { !$0.precedes(stored, order: order) })
        } else {
            cookies.append(stored)
        }
    }

    mutating func remove(at position: Int) -> StoredCookie { cookies.remove(at: position) }

    /// - Returns: the cookies that left, the last in the header first.
    mutating func removeAll(where isLeaving: (StoredCookie) -> Bool) -> [Cookie] {
        let leaving = cookies.filter(isLeaving)
        if !leaving.isEmpty { cookies.removeAll(where: isLeaving) }
        return leaving.reversed().map(\.cookie)
    }
}

/// A cookie in a jar.
struct StoredCookie: Sendable {
    var cookie: Cookie
    /// The order in which cookies came; an update keeps it together with the creation time.
    let sequence: UInt64
}
