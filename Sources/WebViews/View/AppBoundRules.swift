import Cookies
import CookieStores

/// What App-Bound Domains let one web view do.
///
/// Without the key in Info.plist everything is as ever. With it, a view either gives up what apps do to pages
/// (scripts, message handlers), or limits its navigations to the listed domains and keeps all that there.
struct AppBoundRules: Sendable {
    /// Nil when the app has no such key.
    let domains: AppBoundDomains?
    /// `WKWebViewConfiguration.limitsNavigationsToAppBoundDomains`.
    let limitsNavigations: Bool
    let publicSuffixes: any PublicSuffixes

    /// Whether the main frame may go there.
    func permitsNavigation(to url: CookieURL?) -> Bool { !limitsNavigations || isBound(url) }

    /// Whether the app may run scripts there and hear messages: a frame must be app-bound, and all around it.
    func permitsScripts(at place: DocumentPlace) -> Bool {
        (place.ancestors + [place]).allSatisfy { permitsScripts(in: $0.url) }
    }

    /// Whether the app may run scripts in such a document.
    private func permitsScripts(in document: DocumentURL) -> Bool {
        guard domains != nil, !document.isAppContent, !Self.isLocal(document.cookieURL) else { return true }
        return limitsNavigations && isBound(document.cookieURL)
    }

    /// Whether a document counts as app-bound.
    private func isBound(_ url: CookieURL?) -> Bool {
        guard let domains, let url, !Self.isLocal(url) else { return true }
        return domains.schemes.contains(url.scheme)
            || (!url.host.isEmpty && domains.contains(host: url.host, publicSuffixes: publicSuffixes))
    }

    /// Local files, data URLs and blank documents belong to the app.
    private static func isLocal(_ url: CookieURL?) -> Bool {
        guard let url else { return true }
        return ["about", "blob", "data", "file"].contains(url.scheme)
    }
}
