/// A request's relation to the site that it goes to (RFC 6265bis §5.2).
public struct SameSiteContext: Hashable, Sendable {
    /// Whether the request counts as same-site, after all rules of the profile.
    public var isSameSite: Bool
    public var isTopLevelNavigation: Bool
    /// Whether the method is safe: GET, HEAD, OPTIONS or TRACE (RFC 9110 §9.2.1).
    public var hasSafeMethod: Bool
    /// Whether only a redirect, through another site say, made the request cross-site.
    public var isTaintedByRedirect: Bool

    public init(
        isSameSite: Bool, isTopLevelNavigation: Bool = false, hasSafeMethod: Bool = true,
        isTaintedByRedirect: Bool = false
    ) {
        (self.isSameSite, self.isTopLevelNavigation) = (isSameSite, isTopLevelNavigation)
        (self.hasSafeMethod, self.isTaintedByRedirect) = (hasSafeMethod, isTaintedByRedirect)
    }

    /// A load that the app started itself, or a request within one site.
    public static let sameSite = SameSiteContext(isSameSite: true, isTopLevelNavigation: true)

    /// Decides the relation from who asks for what.
    ///
    /// - Parameters:
    ///   - url: where this hop of the request goes.
    ///   - siteForCookies: the top-level document, for requests below it; not looked at for a top-level navigation.
    ///   - initiator: the document that started the request; nil for loads by the app.
    ///   - ancestors: the documents between the top-level one and the requesting frame, in any order.
    ///   - redirectedFrom: earlier hops, first one first.
    public static func computed(
        for url: CookieURL, siteForCookies: CookieURL? = nil, initiator: CookieURL? = nil,
        ancestors: [CookieURL] = [], isTopLevelNavigation: Bool, method: String = "GET",
        redirectedFrom: [CookieURL] = [], profile: CookieProfile, suffixes: any PublicSuffixes
    ) -> SameSiteContext {
        let sites = SiteComparison(
            isSchemeful: profile.schemefulSites.value, nonWebIsSameSite: profile.nonWebPagesAreSameSite.value,
            suffixes: suffixes)
        func isSame(_ other: CookieURL?) -> Bool { other.map { sites.areSameSite($0, url) } ?? true }

        var started = true
        if isTopLevelNavigation {
            started = isSame(initiator)
        } else if profile.ancestorsCount.value {
            started = isSame(siteForCookies) && isSame(initiator) && ancestors.allSatisfy { isSame($0) }
        } else {
            // WebKit asks the top document alone, so A in B in A is same-site.
            started = isSame(siteForCookies ?? initiator)
        }
        let isTainted =
            switch profile.redirectTaintsChain.value {
            case .never: false
            case .otherSite: !redirectedFrom.allSatisfy { isSame($0) }
            case .otherSiteOrScheme:
                !redirectedFrom.allSatisfy { isSame($0) } || changesScheme(within: redirectedFrom + [url])
            }
        return SameSiteContext(
            isSameSite: started && !isTainted, isTopLevelNavigation: isTopLevelNavigation,
            hasSafeMethod: ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method),
            isTaintedByRedirect: started && isTainted)
    }

    /// Whether a hop goes from http to https, or back, on one host.
    private static func changesScheme(within chain: [CookieURL]) -> Bool {
        zip(chain, chain.dropFirst()).contains { $0.host == $1.host && $0.isSecure != $1.isSecure }
    }
}
