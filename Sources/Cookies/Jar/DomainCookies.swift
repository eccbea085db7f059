import BridgePrimitives

/// The cookies of one domain, in the order of the header.
struct DomainCookies: Sendable {
    let name: String
    private(set) var cookies: [StoredCookie] = []
    /// The registrable domain, or the name if it has none; nil until a site is asked for, because finding it costs
    /// more than storing a cookie.
    var site: String?
    /// Whether a domain cookie has passed the check against public suffixes, so that it need not be made again.
    var isKnownToTakeDomainCookies = false

    init(name: String) { self.name = name }

    /// The position of the cookie with the same identity, whose domain is this one.
    ///
    /// - Complexity: O(log n) in the cookies of the domain, and O(n) in those with a path of the same length.
    func position(of cookie: Cookie) -> Int? {
        // Every order puts longer paths first.
        var position = cookies.partitioningIndex { $0.cookie.pathLength <= cookie.pathLength }
        while position < cookies.count, cookies[position].cookie.pathLength == cookie.pathLength {
            if cookies[position].cookie.nameLength == cookie.nameLength,
                cookies[position].cookie.hasIdentityInDomain(of: cookie)
            {
                return position
            }
            position += 1
        }
        return nil
    }

    /// Adds the cookies that `filter` lets through to `matches`, and moves their access times.
    ///
    /// - Parameters:
    ///   - domain: this one, in the table.
    ///   - rank: 0 for the host's own domain, more for those above it, the more the farther.
    mutating func collect(domain: Int, rank: Int, filter: borrowing AccessFilter, into matches: inout [CookieMatch]) {
        let forbidden = filter.forbiddenFlags(isParent: rank > 0)
        for position in cookies.indices
        where cookies[position].cookie.flags.isDisjoint(with: forbidden) && filter.admits(cookies, position) {
            cookies[position].cookie.lastAccessTime = filter.now
            matches.append(
                CookieMatch(domain: domain, position: position, rank: rank, key: cookies[position].orderKey))
        }
    }

    mutating func insert(_ stored: StoredCookie, order: HeaderOrder) {
        cookies.insert(stored, at: cookies.partitioningIndex { !$0.precedes(stored, order: order) })
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
