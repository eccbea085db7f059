public import BridgePrimitives

extension CookieJar {
    /// Puts cookies back that a jar has given away before: times, flags, partition and order stay as they are.
    ///
    /// None of the web's checks applies, nor native code's: HttpOnly cookies are replaced too. What has expired is
    /// left out, and its namesake stays. What no header could carry is refused. The limits of the profile hold.
    ///
    /// - Parameter cookies: in the order of ``all(now:)``. Of two of one identity the later one counts.
    /// - Returns: a decision for each cookie, in the same order: `stored`, `replaced`, `ignored` with
    ///   `store/expired-on-arrival`, or `rejected`.
    /// - Complexity: O(n) in the cookies, each times those of its domain.
    @discardableResult
    public mutating func restore(_ cookies: [Cookie], now: Instant) -> [StoreDecision] {
        cookies.map { restore($0, now: now) }
    }

    private mutating func restore(_ cookie: Cookie, now: Instant) -> StoreDecision {
        var refusals: [StoreReason] = []
        if cookie.name.isEmpty, cookie.value.isEmpty { refusals.append(.empty) }
        if [cookie.name, cookie.value].contains(where: { $0.utf8.contains(where: \.splitsHeader) }) {
            refusals.append(.controlCharacter)
        }
        guard refusals.isEmpty else { return StoreDecision(outcome: .rejected, reasons: refusals, cookie: cookie) }
        guard !cookie.isExpired(at: now) else {
            return StoreDecision(outcome: .ignored, reasons: [.expiredOnArrival], cookie: cookie)
        }
        let namesake = place(of: cookie.identity, now: now)
        // Taken out first: an update would give its creation time to the cookie that comes.
        if let namesake { table.take(at: namesake) }
        let decision = commit(cookie, replacing: nil, now: now, notes: [])
        return StoreDecision(
            outcome: namesake == nil ? .stored : .replaced, reasons: decision.reasons, cookie: cookie,
            evicted: decision.evicted)
    }
}

extension UInt8 {
    /// Control characters below the space but TAB. DEL is not among them: some engines keep it.
    fileprivate var splitsHeader: Bool { self < Byte.space && self != Byte.tab }
}
