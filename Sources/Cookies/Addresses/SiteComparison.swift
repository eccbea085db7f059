/// Whether two URLs belong to one site: the same registrable domain, or the same host where there is none.
struct SiteComparison {
    /// Whether http and https are two sites, as HTML says, or one, as WebKit does.
    let isSchemeful: Bool
    /// Whether a page without a web scheme (file, custom schemes) counts as same-site with everything.
    let nonWebIsSameSite: Bool
    let suffixes: any PublicSuffixes

    func areSameSite(_ a: CookieURL, _ b: CookieURL) -> Bool {
        if nonWebIsSameSite, !a.schemeHoldsCookies || !b.schemeHoldsCookies { return true }
        guard Self.isSame(host: a.host, b.host, suffixes: suffixes) else { return false }
        let bothWeb = a.schemeHoldsCookies && b.schemeHoldsCookies
        return bothWeb ? !isSchemeful || a.isSecure == b.isSecure : a.scheme == b.scheme
    }

    static func isSame(host a: String, _ b: String, suffixes: any PublicSuffixes) -> Bool {
        if a == b { return true }
        guard let site = suffixes.registrableDomain(of: a) else { return false }
        return site == suffixes.registrableDomain(of: b)
    }
}
