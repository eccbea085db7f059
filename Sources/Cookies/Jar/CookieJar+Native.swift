public import BridgePrimitives

extension CookieJar {
    /// Puts in a cookie that native code made, with none of the web's checks: no prefix, SameSite, Secure,
    /// third-party or public-suffix rule and no cap applies. HttpOnly is protected all the same.
    ///
    /// Control characters are refused, since no header could carry them. An expired cookie deletes its namesake.
    public mutating func store(native cookie: NativeCookie, now: Instant) -> StoreDecision {
        let identity = cookie.identity
        var stored = Cookie(
            name: cookie.name, value: cookie.value, domain: identity.domain, isHostOnly: identity.isHostOnly,
            path: identity.path, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly, sameSite: cookie.sameSite,
            creationTime: now, lastAccessTime: now, expiry: cookie.expiry)
        var reasons: [StoreReason] = []
        if cookie.name.isEmpty, cookie.value.isEmpty { reasons.append(.empty) }
        if [cookie.name, cookie.value, cookie.path].contains(where: { $0.utf8.contains(where: \.isForbiddenControl) }) {
            reasons.append(.controlCharacter)
        }
        if identity.domain.isEmpty || !identity.domain.utf8.allSatisfy({ $0 > Byte.space && $0 < 0x7F }) {
            reasons.append(.domainInvalid)
        }
        let existing = place(of: identity, now: now)
        if let existing, !cookie.isHTTPOnly, entry(at: existing).flags.contains(.httpOnly) {
            reasons.append(.httpOnlyProtected)
        }
        guard reasons.isEmpty else { return StoreDecision(outcome: .rejected, reasons: reasons, cookie: stored) }
        return commit(&stored, replacing: existing, now: now, notes: [])
    }

    /// Deletes what native code holds an object of: an object without HttpOnly cannot delete an HttpOnly cookie.
    public mutating func delete(native cookie: NativeCookie, now: Instant) -> StoreDecision {
        delete(cookie.identity, isHTTPOnly: cookie.isHTTPOnly, now: now)
    }

    /// Deletes the cookie of that identity.
    ///
    /// - Parameter isHTTPOnly: whether the caller holds an HttpOnly cookie's object, which may delete any.
    public mutating func delete(_ identity: CookieIdentity, isHTTPOnly: Bool = true, now: Instant) -> StoreDecision {
        guard let place = place(of: identity, now: now) else {
            return StoreDecision(outcome: .ignored, reasons: [.nothingToDelete], name: identity.name)
        }
        let cookie = table.buckets[place.bucket].cookie(entry(at: place))
        guard isHTTPOnly || !cookie.isHTTPOnly else {
            return StoreDecision(outcome: .rejected, reasons: [.httpOnlyProtected], cookie: cookie)
        }
        discard(place)
        return StoreDecision(outcome: .deleted, cookie: cookie)
    }
}
