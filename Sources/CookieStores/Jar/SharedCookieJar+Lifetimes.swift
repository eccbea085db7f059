import BridgePrimitives
import BridgeTrace
public import Cookies

extension SharedCookieJar {
    /// Puts cookies in that were there in an earlier life, as they were and on disk already; see
    /// ``CookieJar/restore(_:now:)``. Neither traced nor told to anybody: it is where the process begins.
    public func restore(_ cookies: [Cookie]) {
        let now = now
        state.withLock { state in
            let changes = state.jar.restore(cookies, now: now).compactMap { decision in
                decision.isInJar ? decision.cookie.map { CookieChange.put($0) } : nil
            }
            state.spread(changes, now: now)
            state.disk?.flush()
        }
    }

    /// The jar as another engine opens it: the same name and cookies, by that engine's rules from now on.
    ///
    /// The old one is nobody's any more: what is written there arrives nowhere.
    package func reopened(by profile: CookieProfile) -> SharedCookieJar {
        let isOnDisk = state.withLock { $0.disk != nil }
        let jar = SharedCookieJar(
            name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace,
            disk: isOnDisk ? DurableCookies(delay: profile.diskWriteDelay.value ?? .zero) : nil)
        jar.restore(all())
        (jar.policy, jar.arrivals) = (policy, arrivals)
        return jar
    }

    /// The process ends in order: what has no expiry is gone, the rest is on disk. Nobody is left to be told.
    public func removeNonPersistent() {
        state.withLock { state in
            state.disk?.flush()
            state.jar.removeNonPersistent()
            state.forgetCopies()
        }
    }

    /// Native code deletes all cookies, each of which is traced; observers are told once, if there were any.
    public func deleteAll() {
        if let arrivals {
            delete { !arrivals.keeps($0.name) }
            return
        }
        for cookie in all() { traceDeletion(of: cookie) }
        removeAll()
    }

    /// Native code deletes the cookies that are meant, HttpOnly ones too. Each is traced; observers are told once, if
    /// there were any.
    ///
    /// - Parameter isMeant: is asked under the jar's lock.
    /// - Returns: how many there were.
    @discardableResult
    package func delete(where isMeant: (Cookie) -> Bool) -> Int {
        let now = now
        let gone = state.withLock { state in
            let meant = state.jar.all(now: now).filter(isMeant)
            for cookie in meant {
                state.spread(CookieChange.of(state.jar.delete(cookie.identity, now: now)), now: now)
            }
            return meant
        }
        for cookie in gone { traceDeletion(of: cookie) }
        if !gone.isEmpty { tellObservers() }
        return gone.count
    }

    private func traceDeletion(of cookie: Cookie) {
        let event = CookieWriteEvent(
            store: name, source: .native, host: cookie.isHostOnly ? cookie.domain : "." + cookie.domain,
            name: cookie.name, value: trace.masking.secret(cookie.value), attributes: cookie.attributes,
            outcome: .deleted, reasons: [])
        trace.record(.cookieWrite(event), by: .app)
    }

    /// Takes all cookies out, with no word in the trace: their process or their app is gone. Observers are told once, if
    /// there were any.
    public func removeAll() {
        let now = now
        let wasEmpty = state.withLock { state in
            let wasEmpty = state.jar.all(now: now).isEmpty
            state.jar.removeAll()
            state.disk?.removeAll()
            state.forgetCopies()
            return wasEmpty
        }
        if !wasEmpty { tellObservers() }
    }

    /// The process that holds the jar dies: only what was on disk is there again.
    ///
    /// Each cookie that is lost is traced, and later requests say why they go without it.
    func crash() {
        let now = now
        let lost = state.withLock { state -> [(Cookie, SendReason)] in
            var onDisk = state.disk?.crash(now: now)
            let isInMemory = onDisk == nil
            var lost: [(Cookie, SendReason)] = []
            for cookie in state.jar.all(now: now) {
                let isUnwritten = isInMemory || onDisk?.unwritten.contains(cookie.identity) == true
                guard !cookie.isPersistent || isUnwritten else { continue }
                let reason: SendReason = cookie.isPersistent ? .lostBeforeFlush : .sessionEnded
                if state.jar.lose(cookie.identity, because: reason, now: now) != nil { lost.append((cookie, reason)) }
            }
            // What had been overwritten or deleted in memory only comes back as it was.
            let unwritten = onDisk?.unwritten ?? []
            onDisk?.written.removeAll { !unwritten.contains($0.identity) }
            for cookie in onDisk?.written ?? [] { state.jar.reinstate(cookie, now: now) }
            // The web processes' subscriptions end with the process that served them (assumed).
            state.forgetCopies()
            return lost
        }
        for (cookie, reason) in lost { traceLoss(of: cookie, because: reason) }
    }

    /// Deletes what script wrote for a site that nobody has used.
    ///
    /// - Parameter site: a registrable domain, or a host that has none.
    @discardableResult
    func removeScriptWritten(site: String) -> [Cookie] {
        lose(because: .deletedByInactivity) { $0.removeScriptWritten(site: site) }
    }

    /// Deletes all cookies of a URL's site, as `Clear-Site-Data` asks.
    func clear(siteOf url: CookieURL) {
        let site = site(of: url.host)
        lose(because: .clearedBySite) { $0.clear(site: site) }
    }

    @discardableResult
    private func lose(because reason: SendReason, _ remove: (inout CookieJar) -> [Cookie]) -> [Cookie] {
        let now = now
        let lost = state.withLock { state in
            let lost = remove(&state.jar)
            state.spread(lost.map { .removed($0) }, now: now)
            return lost
        }
        for cookie in lost { traceLoss(of: cookie, because: reason) }
        if !lost.isEmpty { tellObservers() }
        return lost
    }

    /// Whether the store takes cookies. A change lets web processes copy anew.
    var policy: CookiePolicy {
        get { state.withLock { $0.policy } }
        set {
            state.withLock { state in
                guard state.policy != newValue else { return }
                state.policy = newValue
                state.forgetCopies()
            }
        }
    }

    private func traceLoss(of cookie: Cookie, because reason: SendReason) {
        let event = CookieWriteEvent(
            store: name, source: .engine, host: cookie.domain, name: cookie.name,
            value: trace.masking.secret(cookie.value), attributes: cookie.attributes,
            outcome: .deleted, reasons: [reason.code])
        trace.record(.cookieWrite(event), by: .webView)
    }
}
