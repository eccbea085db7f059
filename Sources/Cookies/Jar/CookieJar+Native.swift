public import BridgePrimitives

extension CookieJar {
    /// Puts in a cookie that native code made, with the checks of ``CookieProfile/nativeWrites``: in WebKit none of the
    /// web's, no prefix, SameSite, public-suffix or size rule and no cap. HttpOnly is protected all the same.
    ///
    /// Control characters are refused, since no header could carry them. An expired cookie deletes its namesake.
    public mutating func store(native given: NativeCookie, now: Instant) -> StoreDecision {
        var reasons: [StoreReason] = [], notes: [StoreReason] = []
        let cookie = asKept(given, now: now, notes: &notes)
        let identity = cookie.identity
        let made = Cookie(
            name: cookie.name, value: cookie.value, domain: identity.domain, isHostOnly: identity.isHostOnly,
            path: identity.path, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly, sameSite: cookie.sameSite,
            creationTime: now, lastAccessTime: now, expiry: cookie.expiry)
        if cookie.name.isEmpty, cookie.value.isEmpty { reasons.append(.empty) }
        if [cookie.name, cookie.value, cookie.path].contains(where: { $0.utf8.contains(where: \.isForbiddenControl) }) {
            reasons.append(.controlCharacter)
        }
        if identity.domain.isEmpty || !identity.domain.utf8.allSatisfy({ $0 > Byte.space && $0 < 0x7F }) {
            reasons.append(.domainInvalid)
        }
        switch profile.nativeWrites.value {
        case .asGiven: break
        case .judged: reasons += objections(to: made)
        }
        let existing = place(of: identity, now: now)
        if let existing, !cookie.isHTTPOnly, stored(at: existing).cookie.isHTTPOnly {
            reasons.append(.httpOnlyProtected)
        }
        guard reasons.isEmpty else { return StoreDecision(outcome: .rejected, reasons: reasons, cookie: made) }
        return commit(made, replacing: existing, now: now, notes: notes)
    }

    /// The cookie with what the engine does not keep of a native one taken away.
    private func asKept(_ given: NativeCookie, now: Instant, notes: inout [StoreReason]) -> NativeCookie {
        var cookie = given
        if cookie.sameSite == .none, profile.nativeNoneIsReadAs.value != .none {
            cookie.sameSite = profile.nativeNoneIsReadAs.value
            notes.append(.sameSiteNoneLost)
        }
        if profile.nativeWrites.value == .judged, let longest = profile.lifetimeCap.value, let expiry = cookie.expiry,
            expiry > now + longest
        {
            cookie.expiry = now + longest
            notes.append(.lifetimeCapped400d)
        }
        return cookie
    }

    /// The storage model's checks that need neither a response nor a document.
    private func objections(to cookie: Cookie) -> [StoreReason] {
        var reasons: [StoreReason] = []
        if let limit = profile.pairLimit.value, cookie.name.utf8.count + cookie.value.utf8.count > limit {
            reasons.append(.pairTooLarge)
        }
        if !cookie.isHostOnly, publicSuffixes.isPublicSuffix(cookie.domain) { reasons.append(.domainPublicSuffix) }
        if cookie.sameSite == .none, !cookie.isSecure, profile.noneNeedsSecure.value {
            reasons.append(.sameSiteNoneInsecure)
        }
        return reasons
            + CookiePrefix.brokenPromises(
                of: cookie, hasRootPathAttribute: true, writer: .response, profile: profile)
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
        let cookie = stored(at: place).cookie
        guard isHTTPOnly || !cookie.isHTTPOnly else {
            return StoreDecision(outcome: .rejected, reasons: [.httpOnlyProtected], cookie: cookie)
        }
        table.take(at: place)
        return StoreDecision(outcome: .deleted, cookie: cookie)
    }
}
