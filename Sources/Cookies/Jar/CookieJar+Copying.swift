public import BridgePrimitives

// What an engine does with finished cookies when it copies a jar, or reads it back from disk.

extension CookieJar {
    /// The cookies whose domain covers the URL's host, of any path and with any flags, in the order in which each
    /// domain keeps them.
    ///
    /// - Complexity: one probe a label of the host, then O(n) in the cookies found.
    public func cookies(coveringHostOf url: CookieURL, now: Instant) -> [Cookie] {
        table.domains(covering: url).flatMap { domain in
            let isHost = table.domains[domain].name == url.host
            return table.domains[domain].cookies.map(\.cookie).filter {
                !$0.isExpired(at: now) && (isHost || !$0.isHostOnly)
            }
        }
    }

    /// Puts a cookie in as it is, with its creation time and marks, and with no check at all; one that has expired
    /// is left out.
    ///
    /// - Returns: whether the jar holds it now.
    @discardableResult
    public mutating func reinstate(_ cookie: Cookie, now: Instant) -> Bool {
        guard !cookie.isExpired(at: now) else { return false }
        let existing = place(of: cookie.identity, now: now)
        return commit(cookie, replacing: existing, now: now, notes: []).isInJar
    }

    /// Takes a cookie out that got lost, and lets later requests say why.
    ///
    /// - Returns: the cookie; nil when the jar held none of that identity.
    @discardableResult
    public mutating func lose(_ identity: CookieIdentity, because reason: SendReason, now: Instant) -> Cookie? {
        guard let place = place(of: identity, now: now) else { return nil }
        let sequence = stored(at: place).sequence
        return remove(from: place.domain, reason: reason) { $0.sequence == sequence }.first
    }
}

extension RequestCookies {
    /// The same request, going without `cookies` too.
    public func withholding(_ cookies: [Cookie], because reason: SendReason) -> RequestCookies {
        guard !cookies.isEmpty else { return self }
        return RequestCookies(
            header: header, sent: sent,
            withheld: withheld + cookies.map { Withheld(cookie: $0, reasons: [reason]) })
    }

    /// The same request, going without all that it would have carried.
    public func withholdingAll(because reason: SendReason) -> RequestCookies {
        RequestCookies(
            header: nil, sent: [], withheld: sent.map { Withheld(cookie: $0, reasons: [reason]) } + withheld)
    }
}
