import BridgePrimitives
public import HTTPLoader

/// Which project a client belongs to, and where the project's auth service is: what `GoogleService-Info.plist` or
/// `firebaseConfig` and `useEmulator` say.
public struct FirebaseConfiguration: Sendable {
    /// As which SDK the client speaks: paths, headers and the form of the refresh differ.
    public enum Platform: Hashable, Sendable {
        /// The iOS SDK: version 3 paths, refreshes in JSON.
        case ios(bundleID: String)
        /// The JavaScript SDK in a page of `origin`: version 1 paths, refreshes as forms.
        case web(origin: String)
    }

    public var apiKey: String
    public var projectID: String
    /// Where the service listens: scheme, host and port; the rest of the URL is not looked at.
    public var host: WebURL
    public var platform: Platform
    /// Part of the keychain item's service.
    public var googleAppID: String
    /// Part of the keychain item's account; the default app's name.
    public var appName: String

    public init(
        apiKey: String, projectID: String, host: WebURL, platform: Platform,
        googleAppID: String = "1:12345:ios:0123456789abcdef", appName: String = "__FIRAPP_DEFAULT"
    ) {
        (self.apiKey, self.projectID, self.host, self.platform) = (apiKey, projectID, host, platform)
        (self.googleAppID, self.appName) = (googleAppID, appName)
    }

    /// A token is used again only while more than this remains of it.
    var refreshMargin: Duration {
        switch platform {
        case .ios: .seconds(300)
        case .web: .seconds(30)
        }
    }
}
