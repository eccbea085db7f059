public import WebViews

/// A `WKWebsiteDataStore` of a real engine.
public struct EngineStoreSettings: Hashable, Sendable {
    /// An absolute path; nil for `nonPersistent()`.
    public var folder: String?
    /// `http://HOST:PORT`, which all of its requests go through; nil for none, whatever the environment says.
    public var proxy: String?
    /// Whether WebKit's tracking prevention is on; WebKitGTK has it off, WKWebView on.
    public var trackingPrevention: Bool

    public init(folder: String? = nil, proxy: String? = nil, trackingPrevention: Bool = false) {
        (self.folder, self.proxy, self.trackingPrevention) = (folder, proxy, trackingPrevention)
    }
}

/// The configuration of a view.
public struct EngineViewSettings: Hashable, Sendable {
    public var userScripts: [UserScript]
    /// Names under `window.webkit.messageHandlers`.
    public var messageHandlers: [String]
    /// `customUserAgent`; nil for the engine's own.
    public var userAgent: String?
    /// Whether the page's console is listened to, for which it is wrapped by a user script.
    public var tellsConsole: Bool
    /// Whether a window that the page opens is a view of its own, as with a delegate that makes one: in the same store,
    /// without user scripts and handlers. Otherwise `window.open` gives null.
    public var opensWindows: Bool

    public init(
        userScripts: [UserScript] = [], messageHandlers: [String] = [], userAgent: String? = nil,
        tellsConsole: Bool = true, opensWindows: Bool = false
    ) {
        self.userScripts = userScripts
        self.messageHandlers = messageHandlers
        self.userAgent = userAgent
        self.tellsConsole = tellsConsole
        self.opensWindows = opensWindows
    }
}
