import Cookies
import CookieStores

extension PartyContext {
    /// Who is first party in a frame: the page, unless a document of another site stands in between and the engine
    /// looks at those (RFC 6265bis §5.2.1: then no site is; the one in between stands for that).
    static func firstParty(
        top: CookieURL?, ancestors: [CookieURL], profile: CookieProfile, jar: SharedCookieJar
    ) -> CookieURL? {
        guard profile.ancestorsCount.value, let top else { return top }
        return ancestors.first { !jar.isSameSite($0, top) } ?? top
    }

    /// Whether the page's view of `url` is that of a third party whose cookies are blocked altogether.
    ///
    /// The jar makes the same decision for each cookie; this one is for `navigator.cookieEnabled`, which has no cookie
    /// to ask about.
    func blocks(_ url: CookieURL, profile: CookieProfile, suffixes: any PublicSuffixes) -> Bool {
        let rule = trackingPrevention ? profile.thirdPartyUnderTrackingPrevention.value : profile.thirdParty.value
        // A first party without a host (file:, about:blank) blocks nothing, as in WebKit.
        guard rule == .blocked, !hasStorageAccess, let first = siteForCookies, !first.host.isEmpty,
            first.host != url.host
        else { return false }
        guard let site = suffixes.registrableDomain(of: first.host) else { return true }
        return site != suffixes.registrableDomain(of: url.host)
    }
}
