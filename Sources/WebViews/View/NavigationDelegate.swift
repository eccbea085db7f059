public import HTTPLoader

/// Who is asked and told about navigations, as `WKNavigationDelegate`; every method has a default.
///
/// Order: action, start, then for each redirect action and redirect, then response, commit, finish. When a redirect's
/// action is decided, its cookies are in the store and the next request has not been made: a cookie that is set while
/// the delegate thinks is sent. Redirect responses are not offered to ``decidePolicy(for:)-(NavigationResponse)``.
/// About frames the delegate is asked, actions and responses, and told nothing.
public protocol NavigationDelegate: Sendable {
    func decidePolicy(for action: NavigationAction) async -> NavigationPolicy
    /// By default allows what can be shown.
    func decidePolicy(for response: NavigationResponse) async -> NavigationPolicy
    func didStartProvisionalNavigation(to url: WebURL?) async
    func didReceiveServerRedirect(to url: WebURL) async
    func didCommit(_ url: WebURL?) async
    func didFinish(_ url: WebURL?) async
    func didFail(_ url: WebURL?, failure: NavigationFailure) async
    /// The document is gone with the process that held it.
    func webContentDidTerminate() async
}

extension NavigationDelegate {
    public func decidePolicy(for action: NavigationAction) async -> NavigationPolicy { .allow }
    public func decidePolicy(for response: NavigationResponse) async -> NavigationPolicy {
        response.canShow ? .allow : .cancel
    }
    public func didStartProvisionalNavigation(to url: WebURL?) async {}
    public func didReceiveServerRedirect(to url: WebURL) async {}
    public func didCommit(_ url: WebURL?) async {}
    public func didFinish(_ url: WebURL?) async {}
    public func didFail(_ url: WebURL?, failure: NavigationFailure) async {}
    public func webContentDidTerminate() async {}
}

public enum NavigationPolicy: String, CaseIterable, Sendable {
    case allow, cancel
    /// Ends the load, as ``cancel`` does: what would be downloaded is not the view's. (`page/download`.)
    case download
}

/// A request that is about to be made.
public struct NavigationAction: Hashable, Sendable {
    public enum Kind: String, Sendable {
        case load, reload, redirect, frame, htmlString = "html-string", backForward = "back-forward"
        /// The user follows a link, or sends a form.
        case link, form
        /// A script of the document, or a refresh that it asks for, leads elsewhere.
        case page
    }

    /// Whose document is about to change.
    public enum Target: Hashable, Sendable {
        /// The view's own.
        case mainFrame
        case frame
        /// That of a window that is still to be made.
        case newWindow
    }
    public let kind: Kind
    public let method: String
    /// Nil for a document without a web URL.
    public let url: WebURL?
    /// As the app, the document or the redirect has made them: those of the engine's own, cookies among them, come later.
    public let headers: HTTPHeaders
    public let target: Target

    /// Whether the view's own document is about to change, and not that of a frame or of another window.
    public var isForMainFrame: Bool { target == .mainFrame }
}

/// What in a document leads elsewhere.
public enum PageTrigger: Hashable, Sendable {
    case link, form, script

    var kind: NavigationAction.Kind {
        switch self {
        case .link: .link
        case .form: .form
        case .script: .page
        }
    }
}

/// A response whose document is about to be shown.
public struct NavigationResponse: Hashable, Sendable {
    public let url: WebURL
    public let status: Int
    public let headers: HTTPHeaders
    /// Lower-case, without parameters; empty when the server gave none.
    public let mimeType: String
    /// Whether a web view can show content of this type.
    public let canShow: Bool
    public let isForMainFrame: Bool
}

/// Follows WebKit's defaults, for views without a delegate.
struct DefaultNavigationDelegate: NavigationDelegate {}
