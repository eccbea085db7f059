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

    public init(
        userScripts: [UserScript] = [], messageHandlers: [String] = [], userAgent: String? = nil,
        tellsConsole: Bool = true
    ) {
        (self.userScripts, self.messageHandlers) = (userScripts, messageHandlers)
        (self.userAgent, self.tellsConsole) = (userAgent, tellsConsole)
    }
}
