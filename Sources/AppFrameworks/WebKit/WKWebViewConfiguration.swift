import CookieStores
import WebViews

/// What a web view is made with.
///
/// A view takes a copy: what is changed here later has no effect on it, and neither has a change of what its own
/// `configuration` gives. Controller, store, pool and preferences are objects that copies share, so scripts that are added to
/// the controller do reach the view.
@preconcurrency @MainActor
public final class WKWebViewConfiguration {
    /// The app's own unless set.
    public lazy var websiteDataStore = WKWebsiteDataStore.default()
    public var userContentController = WKUserContentController()
    public lazy var processPool = WKProcessPool()
    /// Added to the end of the user agent.
    public var applicationNameForUserAgent: String?
    /// Whether the main frame may only go to the app's app-bound domains, which gives the app its scripts, message
    /// handlers and cookies back there. Says nothing in an app without `WKAppBoundDomains`.
    public var limitsNavigationsToAppBoundDomains = false
    public var preferences = WKPreferences()
    public var defaultWebpagePreferences = WKWebpagePreferences()

    public init() {}

    func copied() -> WKWebViewConfiguration {
        let copy = WKWebViewConfiguration()
        (copy.websiteDataStore, copy.userContentController) = (websiteDataStore, userContentController)
        (copy.processPool, copy.applicationNameForUserAgent) = (processPool, applicationNameForUserAgent)
        copy.limitsNavigationsToAppBoundDomains = limitsNavigationsToAppBoundDomains
        (copy.preferences, copy.defaultWebpagePreferences) = (preferences, defaultWebpagePreferences)
        return copy
    }

    var engine: WebViewConfiguration {
        var engine = WebViewConfiguration(
            websiteDataStore: websiteDataStore.store, userContentController: userContentController.controller,
            processPool: processPool.pool, applicationNameForUserAgent: applicationNameForUserAgent)
        engine.limitsNavigationsToAppBoundDomains = limitsNavigationsToAppBoundDomains
        engine.scriptsOpenWindowsAutomatically = preferences.javaScriptCanOpenWindowsAutomatically
        engine.allowsContentJavaScript = defaultWebpagePreferences.allowsContentJavaScript
        return engine
    }
}
