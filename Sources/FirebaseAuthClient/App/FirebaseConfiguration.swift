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
    /// Where the service listens: scheme, host and port; the rest of the URL is not looked at. Nil until
    /// `useEmulator(withHost:port:)` says.
    public var host: WebURL?
    public var platform: Platform
    /// Part of the keychain item's service.
    public var googleAppID: String
    /// The OAuth client of the app, for web sign-ins; nil when the project has none.
    public var clientID: String?
    /// Part of the keychain item's account; the default app's name.
    public var appName: String

    public init(
        apiKey: String, projectID: String, host: WebURL?, platform: Platform,
        googleAppID: String = "1:12345:ios:0123456789abcdef", clientID: String? = nil,
        appName: String = FirebaseConfiguration.defaultAppName
    ) {
        (self.apiKey, self.projectID, self.host, self.platform) = (apiKey, projectID, host, platform)
        (self.googleAppID, self.clientID, self.appName) = (googleAppID, clientID, appName)
    }

    /// The name of the app that `FirebaseApp.configure()` makes.
    public static let defaultAppName = "__FIRAPP_DEFAULT"

    /// A token is used again only while more than this remains of it.
    var refreshMargin: Duration {
        switch platform {
        case .ios: .seconds(300)
        case .web: .seconds(30)
        }
    }

    /// `CLIENT_TYPE_IOS` or `CLIENT_TYPE_WEB`, which the SDKs send with sign-ups and passwords.
    var clientType: JSONValue {
        switch platform {
        case .ios: "CLIENT_TYPE_IOS"
        case .web: "CLIENT_TYPE_WEB"
        }
    }

    var isIOS: Bool { if case .ios = platform { true } else { false } }
}
