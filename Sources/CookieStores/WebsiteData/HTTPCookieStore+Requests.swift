import BridgePrimitives
package import Cookies

extension HTTPCookieStore {
    /// What a request leaves with, and what it goes without: of this store, of the writes on their way to it, and of
    /// the jars that it is compared with.
    ///
    /// The request has left when this returns, and so what was under way arrives.
    package func cookies(leavingWith request: RequestContext) -> RequestCookies {
        let underWay = mailbox.withLock { $0.cookies }
        var cookies = jar.requestCookies(for: request)
        if !underWay.isEmpty {
            cookies = cookies.withholding(jar.matching(underWay, request), because: .notCommittedYet)
        }
        requestHasLeft()
        for other in comparisons.withLock({ $0 }) {
            let known = Set((cookies.sent + cookies.withheld.map(\.cookie)).map(\.identity))
            let elsewhere = other.wouldSend(for: request).filter { !known.contains($0.identity) }
            cookies = cookies.withholding(elsewhere, because: .otherStore)
        }
        return cookies
    }

    /// Names a jar that people mistake for this store, as the app's `HTTPCookieStorage.shared`: requests list the
    /// cookies that it would have sent, and this store does not have, as `send/other-store`.
    ///
    /// Costs a copy of that jar for each request.
    public func compare(with other: SharedCookieJar) {
        comparisons.withLock { comparisons in
            guard other !== jar, !comparisons.contains(where: { $0 === other }) else { return }
            comparisons.append(other)
        }
    }
}

extension SharedCookieJar {
    /// Which of these cookies the request would carry if they were in the jar; of one identity the last.
    fileprivate func matching(_ cookies: [NativeCookie], _ request: RequestContext) -> [Cookie] {
        var scratch = CookieJar(profile: profile, publicSuffixes: publicSuffixes)
        for cookie in cookies { _ = scratch.store(native: cookie, now: now) }
        return scratch.requestCookies(for: request, now: now).sent
    }

    /// What the request would carry from here. Leaves no access times behind.
    fileprivate func wouldSend(for request: RequestContext) -> [Cookie] {
        var copy = state.withLock { $0.jar }
        return copy.requestCookies(for: request, now: now).sent
    }
}
