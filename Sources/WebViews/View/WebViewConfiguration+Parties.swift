import Cookies
import CookieStores

extension WebViewConfiguration {
    /// Who is first party around a request to `url`, or around its document.
    ///
    /// - Parameter first: the top-level document; nil where there is none.
    func party(for url: CookieURL?, siteForCookies first: CookieURL?) -> PartyContext {
        var party = PartyContext(siteForCookies: first, trackingPrevention: trackingPrevention)
        if let url, let first { party.hasStorageAccess = websiteDataStore.relaxesBlocking(of: url, on: first) }
        return party
    }

    /// The web process that keeps a copy of the document's cookies. Only main frames and frames of their site are
    /// copied (WebKit's WebCookieJar.cpp).
    func process(for url: CookieURL?, siteForCookies first: CookieURL?) -> WebContentProcess? {
        guard let url, url.schemeHoldsCookies, let first, websiteDataStore.jar.isSameSite(url, first) else {
            return nil
        }
        return processPool.process
    }

    var appBoundRules: AppBoundRules {
        let suffixes = websiteDataStore.jar.publicSuffixes
        return AppBoundRules(
            domains: appInformation.appBoundDomains.map { AppBoundDomains($0, publicSuffixes: suffixes) },
            limitsNavigations: limitsNavigationsToAppBoundDomains, publicSuffixes: suffixes)
    }
}
