extension CookieJar {
    /// Whether cookies outside partitions are kept from a third party here.
    func blocksThirdParty(_ url: CookieURL, party: PartyContext, whenStoring: Bool) -> Bool {
        guard let first = party.siteForCookies, !party.hasStorageAccess else { return false }
        let rule =
            party.trackingPrevention
            ? profile.thirdPartyUnderTrackingPrevention.value : profile.thirdParty.value
        switch rule {
        case .allowed: return false
        case .storedFromFirstPartyOnly where !whenStoring: return false
        case .storedFromFirstPartyOnly, .blocked: break
        }
        guard !first.host.isEmpty else { return profile.blocksUnderPagesWithoutSite.value }
        return !SiteComparison.isSame(host: first.host, url.host, suffixes: publicSuffixes)
    }

    /// Scheme and site of the top-level page, the key of its partition.
    func partitionKey(for url: CookieURL, party: PartyContext) -> String {
        let top = party.siteForCookies ?? url
        let scheme = top.schemeHoldsCookies ? (top.isSecure ? "https" : "http") : top.scheme
        return "\(scheme)://\(publicSuffixes.site(of: top.host))"
    }

    /// Whether documents, or requests, of this scheme have cookies.
    func supports(_ url: CookieURL, isScript: Bool) -> Bool {
        url.schemeHoldsCookies || (isScript && url.scheme == "file" && profile.fileDocumentsHaveCookies.value)
    }
}
