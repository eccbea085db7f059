import BridgePrimitives

extension CookieJar {
    func stored(at place: CookiePlace) -> StoredCookie { table.domains[place.domain].cookies[place.position] }

    /// Where the cookie of that identity stands, expired ones having left.
    mutating func place(of identity: CookieIdentity, now: Instant) -> CookiePlace? {
        guard let domain = table.domain(named: identity.domain) else { return nil }
        return place(
            of: Cookie(
                name: identity.name, value: "", domain: identity.domain, isHostOnly: identity.isHostOnly,
                path: identity.path, creationTime: now, lastAccessTime: now, partitionKey: identity.partitionKey),
            in: domain, now: now)
    }

    /// Where the cookie stands that has the identity of this one, expired ones having left.
    ///
    /// - Parameter domain: the cookie's.
    mutating func place(of cookie: Cookie, in domain: Int, now: Instant) -> CookiePlace? {
        sweepExpired(around: domain, now: now)
        return table.domains[domain].position(of: cookie).map { CookiePlace(domain: domain, position: $0) }
    }

    /// Puts a cookie in that nothing speaks against (RFC 6265bis §5.7, steps 23 and 24), or deletes its namesake.
    ///
    /// - Parameter domain: the cookie's, if the caller has looked it up and the table has it.
    /// - Returns: a decision that has the cookie as it is stored.
    mutating func commit(
        _ cookie: consuming Cookie, in domain: Int? = nil, replacing existing: CookiePlace?, now: Instant,
        notes: [StoreReason]
    ) -> StoreDecision {
        var cookie = consume cookie
        guard !cookie.isExpired(at: now) else {
            guard let existing else {
                return StoreDecision(
                    outcome: .ignored, reasons: [.expiredOnArrival, .nothingToDelete] + notes, cookie: cookie)
            }
            table.take(at: existing)
            return StoreDecision(outcome: .deleted, reasons: [.expiredOnArrival] + notes, cookie: cookie)
        }
        var sequence = nextSequence
        if let existing {
            let old = table.take(at: existing)
            // An update keeps the creation time, and so its place in the header.
            if profile.updatePlace.value == .kept || old.cookie.hasSameValue(as: cookie) {
                cookie.creationTime = old.cookie.creationTime
                sequence = old.sequence
            }
        }
        if sequence == nextSequence { nextSequence += 1 }
        let domain = existing?.domain ?? domain ?? table.makeDomain(named: cookie.domain)
        table.insert(StoredCookie(cookie: cookie, sequence: sequence), into: domain, order: rules.order)
        if !removed.isEmpty { removed.forget(cookie.identity, site: table.site(of: domain)) }
        let evicted = makeRoom(around: domain, for: cookie, sequence: sequence, now: now)
        return StoreDecision(
            outcome: existing == nil ? .stored : .replaced, reasons: evicted.isEmpty ? notes : notes + [.evictedOthers],
            cookie: cookie, evicted: evicted)
    }
}
