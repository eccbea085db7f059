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
    /// Whether tracking prevention is on; the profile's default unless set.
    public var trackingPrevention: Bool
    /// Real time that one script, or one promise reaction, may run.
    public var scriptTimeLimit: Duration
    /// The value of `Accept-Language`.
    public var acceptLanguage: String
    /// Whether the documents' frames are loaded.
    public var loadsFrames = true

    public init(
        websiteDataStore: WebsiteDataStore, userContentController: UserContentController = UserContentController(),
        processPool: ProcessPool? = nil, applicationNameForUserAgent: String? = nil, profile: CookieProfile? = nil,
        scriptTimeLimit: Duration = .seconds(2)
    ) {
        self.processPool = processPool ?? ProcessPool()
        (self.websiteDataStore, self.userContentController) = (websiteDataStore, userContentController)
        (self.applicationNameForUserAgent, self.scriptTimeLimit) = (applicationNameForUserAgent, scriptTimeLimit)
        let profile = profile ?? websiteDataStore.jar.profile
        self.profile = profile
        trackingPrevention = profile.trackingPreventionByDefault.value
        acceptLanguage = "en-US,en;q=0.9"
    }

    /// The form that WKWebView on an iPhone has.
    public var userAgent: String {
        if let customUserAgent { return customUserAgent }
        let base =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
        return base + " " + (applicationNameForUserAgent ?? "Mobile/15E148")
    }
}
