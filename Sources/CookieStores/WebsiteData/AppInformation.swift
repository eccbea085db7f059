/// What an app's Info.plist, and the system it was built for, say about its web views.
public struct AppInformation: Hashable, Sendable {
    /// `WKAppBoundDomains` as written; nil when the key is absent. See ``AppBoundDomains`` for how it is read.
    public var appBoundDomains: [String]?
    /// Whether there is an `NSCrossWebsiteTrackingUsageDescription`. It gives the user a switch for tracking
    /// prevention.
    public var asksForTracking: Bool
    /// Whether the user has switched cross-website tracking on. Looked at only if the app asks.
    public var userAllowsTracking: Bool
    /// Whether the app was linked against an SDK before iOS 14, in which web views of apps knew no tracking prevention.
    public var linkedBeforeIOS14: Bool

    public init(
        appBoundDomains: [String]? = nil, asksForTracking: Bool = false, userAllowsTracking: Bool = false,
        linkedBeforeIOS14: Bool = false
    ) {
        (self.appBoundDomains, self.asksForTracking) = (appBoundDomains, asksForTracking)
        (self.userAllowsTracking, self.linkedBeforeIOS14) = (userAllowsTracking, linkedBeforeIOS14)
    }

    /// Whether tracking prevention is on (WebKit's DefaultWebBrowserChecks.mm), where `engineDefault` says whether the
    /// engine turns it on at all.
    package func preventsTracking(engineDefault: Bool) -> Bool {
        guard engineDefault, !linkedBeforeIOS14 else { return false }
        return !(asksForTracking && userAllowsTracking)
    }
}
