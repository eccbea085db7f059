/// One thing to ask a jar after a cookie was set: does a request of this kind carry it, does a script of this page
/// see it?
public struct CookieProbe: Hashable, Sendable {
    public enum Access: String, Hashable, Sendable {
        case request, script
    }

    /// Who makes the request, in a few words that read on to the URL: `loaded by the app`.
    public let situation: String
    public let access: Access
    public let url: CookieURL
    /// The document that starts the request; nil for loads by the app.
    public let initiator: CookieURL?
    public let isTopLevelNavigation: Bool
    /// Upper-case.
    public let method: String
    /// Earlier hops, first one first.
    public let redirectedFrom: [CookieURL]

    /// A request for `url`.
    public init(
        _ situation: String, requesting url: CookieURL, initiator: CookieURL? = nil, isTopLevelNavigation: Bool = true,
        method: String = "GET", redirectedFrom: [CookieURL] = []
    ) {
        (self.situation, access, self.url, self.initiator) = (situation, .request, url, initiator)
        (self.isTopLevelNavigation, self.method) = (isTopLevelNavigation, method)
        self.redirectedFrom = redirectedFrom
    }

    /// The script of a page at `url`.
    ///
    /// - Parameters:
    ///   - other: the page that opened it or has it in a frame; nil for neither.
    ///   - isFramed: whether it is in a frame. A main frame's script sees the same whoever opened the page.
    public init(scriptOf url: CookieURL, from other: CookieURL? = nil, isFramed: Bool = false) {
        let place = other.map { isFramed ? "in a frame of a page at \($0.host) " : "in a page opened by \($0.host) " }
        situation = "read \(place ?? "")by a script of"
        (access, self.url, initiator) = (.script, url, isFramed ? other : nil)
        (isTopLevelNavigation, method, redirectedFrom) = (initiator == nil, "GET", [])
    }

    /// The site that plays the other one.
    public static let otherSite = CookieURL(scheme: "https", host: "elsewhere.example", path: "/")

    /// What most people ask sooner or later about a cookie that `url` has set: other paths, schemes and hosts, requests
    /// that another site starts, script.
    public static func usual(for url: CookieURL, suffixes: any PublicSuffixes) -> [CookieProbe] {
        guard url.schemeHoldsCookies else { return [CookieProbe(scriptOf: url)] }
        func at(host: String? = nil, scheme: String? = nil, path: String = "/") -> CookieURL {
            // Another scheme has another port, and nobody said which.
            CookieURL(
                scheme: scheme ?? url.scheme, host: host ?? url.host, port: scheme == nil ? url.port : nil, path: path)
        }
        var probes = [CookieProbe("loaded by the app:", requesting: url)]
        if url.path != "/" { probes.append(CookieProbe("loaded by the app:", requesting: at())) }
        probes.append(CookieProbe("loaded by the app:", requesting: at(scheme: url.isSecure ? "http" : "https")))
        if !url.hostIsIPAddress {
            probes.append(CookieProbe("loaded by the app:", requesting: at(host: "sub." + url.host)))
            if let domain = suffixes.registrableDomain(of: url.host), domain != url.host {
                probes.append(CookieProbe("loaded by the app:", requesting: at(host: domain)))
            }
        }
        let other = otherSite
        probes += [
            CookieProbe("reached by a link of another site:", requesting: url, initiator: other),
            CookieProbe("posted to by a form of another site:", requesting: url, initiator: other, method: "POST"),
            CookieProbe(
                "loaded by the app through a redirect of another site:", requesting: url, redirectedFrom: [other]),
            CookieProbe(
                "fetched by a page of another site:", requesting: url, initiator: other, isTopLevelNavigation: false),
            CookieProbe(scriptOf: url),
        ]
        if url.path != "/" { probes.append(CookieProbe(scriptOf: at())) }
        return probes
    }
}
