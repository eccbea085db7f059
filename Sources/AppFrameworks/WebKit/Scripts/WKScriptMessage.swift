import HTTPLoader
import WebViews

/// What a page has posted.
@preconcurrency @MainActor
public final class WKScriptMessage {
    /// The handler's.
    public let name: String
    /// `String`, `NSNumber`, `NSNull`, arrays and dictionaries of these.
    public let body: Any
    /// The view whose page it is; nil when it is gone.
    public private(set) weak var webView: WKWebView?
    public let frameInfo: WKFrameInfo
    /// Of the script that posted.
    public let world: WKContentWorld

    init(_ message: ScriptMessage, in webView: WKWebView?) {
        (name, body, self.webView) = (message.name, message.body.foundation, webView)
        frameInfo = WKFrameInfo(
            isMainFrame: message.isMainFrame, address: message.frameURL, webView: webView)
        world = .of(message.world)
    }
}

/// A frame of a page, as it was when somebody was told of it.
@preconcurrency @MainActor
public final class WKFrameInfo {
    public let isMainFrame: Bool
    /// For the frame's document.
    public let request: URLRequest
    public let securityOrigin: WKSecurityOrigin
    public private(set) weak var webView: WKWebView?

    /// - Parameter address: of the document.
    init(isMainFrame: Bool, address: String, webView: WKWebView?) {
        (self.isMainFrame, self.webView) = (isMainFrame, webView)
        request = URLRequest(address: address)
        securityOrigin = WKSecurityOrigin(try? WebURL(address))
    }
}

/// Where a document comes from, for rules about whom to trust.
@preconcurrency @MainActor
public final class WKSecurityOrigin {
    /// `https`; empty for documents that are not of the web.
    public let `protocol`: String
    public let host: String
    /// 0 for the scheme's own.
    public let port: Int

    init(_ url: WebURL?) {
        (self.protocol, host, port) = (url?.scheme ?? "", url?.host ?? "", url?.port ?? 0)
    }
}
