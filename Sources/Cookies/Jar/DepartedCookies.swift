/// The cookies that a jar remembers losing, so that it can say why a request went without them.
///
/// Bounded: the oldest of a site make room, and sites beyond the limit are not remembered.
struct DepartedCookies: Sendable {
    static let perSite = 64, sites = 1024

    private var bySite: [String: [RequestCookies.Withheld]] = [:]

    var isEmpty: Bool { bySite.isEmpty }

    mutating func remember(_ cookie: Cookie, site: String, reason: SendReason) {
        guard bySite[site] != nil || bySite.count < Self.sites else { return }
        forget(cookie.identity, site: site)
        var departed = bySite[site] ?? []
        if departed.count >= Self.perSite { departed.removeFirst() }
        departed.append(RequestCookies.Withheld(cookie: cookie, reasons: [reason]))
        bySite[site] = departed
    }

    /// Forgets a cookie that is back, or that somebody deleted on purpose.
    mutating func forget(_ identity: CookieIdentity, site: String) {
        guard !bySite.isEmpty, let departed = bySite[site], departed.contains(where: { $0.cookie.identity == identity })
        else { return }
        bySite[site] = departed.filter { $0.cookie.identity != identity }
    }

    func ofSite(_ site: String) -> [RequestCookies.Withheld] { bySite[site] ?? [] }
}
