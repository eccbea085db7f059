public import CookieStores
public import Cookies

/// What a web view is made with, as `WKWebViewConfiguration`.
public struct WebViewConfiguration: Sendable {
    /// The thread and the JavaScript machine; views that share one are cheap to make.
    public var processPool: ProcessPool
    public var userContentController: UserContentController
    public var websiteDataStore: WebsiteDataStore
    /// Added to the end of the user agent.
    public var applicationNameForUserAgent: String?
    /// Replaces the user agent as a whole, as `customUserAgent`.
    public var customUserAgent: String?
    /// How the view behaves around cookies; the store's own profile unless set.
    public var profile: CookieProfile
    /// What the app's Info.plist says of its views; the store's unless given.
    public let appInformation: AppInformation
    /// Whether the main frame may only go to the app's app-bound domains; in return the app keeps its scripts, message
    /// handlers and cookies there. Says nothing for an app without the key.
    public var limitsNavigationsToAppBoundDomains = false
    /// Whether tracking prevention is on; by profile and app information unless set.
    public var trackingPrevention: Bool
    /// Time of the processor that one script may take, with the promise reactions that it leads to.
    public var scriptTimeLimit: Duration
    /// Bytes that the process may grow by while one script runs.
    public var scriptMemoryLimit = 1 << 30
    /// The value of `Accept-Language`.
    public var acceptLanguage: String
    /// Whether service workers are for app-bound domains only; so in iOS profiles.
    public var serviceWorkersNeedAppBoundDomains: Bool
    /// Whether the page's own scripts, and what stands in for them, run; user scripts and what the app evaluates do anyway.
    public var allowsContentJavaScript = true
    /// Whether scripts open windows also where nothing that the user did has led to it; on iOS they don't.
    public var scriptsOpenWindowsAutomatically = false
    /// Whether the documents' frames are loaded.
    public var loadsFrames = true

    public init(
        websiteDataStore: WebsiteDataStore, userContentController: UserContentController = UserContentController(),
        processPool: ProcessPool? = nil, applicationNameForUserAgent: String? = nil, profile: CookieProfile? = nil,
        scriptTimeLimit: Duration = .seconds(2), appInformation: AppInformation? = nil
    ) {
        self.processPool = processPool ?? ProcessPool()
        (self.websiteDataStore, self.userContentController) = (websiteDataStore, userContentController)
        (self.applicationNameForUserAgent, self.scriptTimeLimit) = (applicationNameForUserAgent, scriptTimeLimit)
        let profile = profile ?? websiteDataStore.jar.profile
        self.profile = profile
        let appInformation = appInformation ?? websiteDataStore.app
        self.appInformation = appInformation
        trackingPrevention = appInformation.preventsTracking(engineDefault: profile.trackingPreventionByDefault.value)
        serviceWorkersNeedAppBoundDomains = profile.name.hasPrefix("ios")
        acceptLanguage = "en-US,en;q=0.9"
    }

    var scriptLimits: ScriptLimits { ScriptLimits(time: scriptTimeLimit, memory: scriptMemoryLimit) }

    /// The form that WKWebView on an iPhone has.
    public var userAgent: String {
        if let customUserAgent { return customUserAgent }
        let base =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
        return base + " " + (applicationNameForUserAgent ?? "Mobile/15E148")
    }
}

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
