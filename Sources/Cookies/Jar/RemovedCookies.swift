import Reasons

/// The cookies that a jar remembers losing, so that it can say why a request went without them.
///
/// Bounded: the oldest of a site make room, and sites beyond the limit are not remembered.
struct RemovedCookies: Sendable {
    static let perSite = 64, sites = 1024

    private var bySite: [String: [RequestCookies.Withheld]] = [:]

    var isEmpty: Bool { bySite.isEmpty }

    mutating func remember(_ cookie: Cookie, site: String, reason: SendReason) {
        guard bySite[site] != nil || bySite.count < Self.sites else { return }
        forget(cookie.identity, site: site)
        var removed = bySite[site] ?? []
        if removed.count >= Self.perSite { removed.removeFirst() }
        removed.append(RequestCookies.Withheld(cookie: cookie, reasons: [reason]))
        bySite[site] = removed
    }

    /// Forgets a cookie that is back, or that somebody deleted on purpose.
    mutating func forget(_ identity: CookieIdentity, site: String) {
        guard !bySite.isEmpty, let removed = bySite[site], removed.contains(where: { $0.cookie.identity == identity })
        else { return }
        bySite[site] = removed.filter { $0.cookie.identity != identity }
    }

    func ofSite(_ site: String) -> [RequestCookies.Withheld] { bySite[site] ?? [] }
}
