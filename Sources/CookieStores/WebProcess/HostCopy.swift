import BridgePrimitives
import Cookies

/// A web process's own copy of one host's script-visible cookies, as WebKit's WebCookieCache keeps it.
///
/// It never holds an HttpOnly cookie of the store. What the page writes is applied here first, without asking the
/// store, and so the two can come apart in two ways; ``differing`` remembers where they have.
struct HostCopy: Sendable {
    let host: CookieURL
    private(set) var jar: CookieJar
    /// Cookies that the page sees and the store does not hold like that: it holds, or held, an HttpOnly namesake.
    private(set) var differing: [CookieIdentity: ScriptReason] = [:]

    /// Copies what the store has for the URL's host.
    init(of url: CookieURL, from store: CookieJar, now: Instant) {
        host = url
        jar = CookieJar(profile: store.profile, publicSuffixes: store.publicSuffixes)
        for cookie in store.cookies(coveringHostOf: url, now: now) where !cookie.isHTTPOnly {
            jar.reinstate(cookie, now: now)
        }
    }

    /// The page's own write, which has come to `decision` in the store.
    mutating func write(
        _ text: String, from url: CookieURL, context: StoreContext, decision: StoreDecision, now: Instant
    ) {
        let local = jar.store(scriptCookie: text, from: url, context: context, now: now)
        let pairs = zip([local] + local.further, [decision] + decision.further)
        for (mine, theirs) in pairs {
            guard let identity = mine.cookie?.identity else { continue }
            if mine.isInJar, !theirs.isInJar {
                differing[identity] = .phantom
            } else if mine.isInJar || mine.outcome == .deleted {
                differing[identity] = nil
            }
        }
    }

    /// News from the store. It leaves HttpOnly cookies out, and that is how a copy grows stale.
    mutating func take(_ change: CookieChange, now: Instant) {
        switch change {
        case .put(let cookie):
            guard covers(cookie) else { return }
            guard !cookie.isHTTPOnly else {
                if holds(cookie.identity, now: now), differing[cookie.identity] == nil {
                    differing[cookie.identity] = .staleCopy
                }
                return
            }
            jar.reinstate(cookie, now: now)
            differing[cookie.identity] = nil
        case .removed(let cookie):
            // Where the two differ, what left the store was HttpOnly, and of that there is no news.
            guard differing[cookie.identity] == nil else { return }
            _ = jar.delete(cookie.identity, now: now)
        }
    }

    private func covers(_ cookie: Cookie) -> Bool {
        guard !cookie.isHostOnly, cookie.domain != host.host else { return cookie.domain == host.host }
        return host.host.utf8.count > cookie.domain.utf8.count && host.host.hasSuffix("." + cookie.domain)
            && !host.hostIsIPAddress
    }

    private func holds(_ identity: CookieIdentity, now: Instant) -> Bool {
        jar.cookies(coveringHostOf: host, now: now).contains { $0.identity == identity }
    }

    /// What the page sees, with what the store itself would have shown beside it.
    mutating func read(
        _ url: CookieURL, context: ScriptContext, store: ScriptCookies, now: Instant
    ) -> ScriptCookies {
        let mine = jar.scriptCookies(for: url, context: context, now: now)
        let shown = mine.visible.compactMap { cookie in
            differing[cookie.identity].map { ScriptCookies.Shown(cookie: cookie, reason: $0) }
        }
        return ScriptCookies(value: mine.value, visible: mine.visible, hidden: store.hidden, shown: shown)
    }
}
