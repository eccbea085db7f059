import HTTPLoader
import WebViews

/// A request that is about to be made for a document.
@preconcurrency @MainActor
public final class WKNavigationAction {
    /// Without cookies and what else the engine adds.
    public let request: URLRequest
    public let navigationType: WKNavigationType
    /// Whose document is to change; nil where that is to be in a new window.
    public let targetFrame: WKFrameInfo?
    /// The page that is shown.
    public let sourceFrame: WKFrameInfo

    init(_ action: NavigationAction, in view: WKWebView) {
        let address = action.url?.string ?? URL.blank.absoluteString
        var request = URLRequest(address: address)
        request.httpMethod = action.method
        request.headers = action.headers
        self.request = request
        navigationType = WKNavigationType(action)
        targetFrame =
            action.target == .newWindow
            ? nil : WKFrameInfo(isMainFrame: action.isForMainFrame, address: address, webView: view)
        sourceFrame = WKFrameInfo(
            isMainFrame: true, address: (view.committedURL ?? URL.blank).absoluteString, webView: view)
    }
}

/// What led to a navigation.
public enum WKNavigationType: Int, Sendable {
    case linkActivated = 0
    case formSubmitted = 1
    case backForward = 2
    case reload = 3
    case formResubmitted = 4
    case other = -1

    /// What a script or a refresh goes on with is `other`. A form that would be sent once more is so by its method, in
    /// WebKit too.
    init(_ action: NavigationAction) {
        let repeats = action.method == "POST"
        self =
            switch action.kind {
            case .link: .linkActivated
            case .form: .formSubmitted
            case .reload: repeats ? .formResubmitted : .reload
            case .backForward: repeats ? .formResubmitted : .backForward
            case .load, .redirect, .frame, .htmlString, .page: .other
            }
    }
}

/// A response whose document is about to be shown. Redirects are not among them.
@preconcurrency @MainActor
public final class WKNavigationResponse {
    public let isForMainFrame: Bool
    public let response: URLResponse
    /// Whether a web view can show content of this type.
    public let canShowMIMEType: Bool

    init(_ response: NavigationResponse) {
        (isForMainFrame, canShowMIMEType) = (response.isForMainFrame, response.canShow)
        self.response = HTTPURLResponse(
            url: URL(string: response.url.string) ?? .blank, status: response.status, headers: response.headers)
    }
}

public enum WKNavigationActionPolicy: Int, Sendable {
    case cancel = 0
    case allow = 1
    /// Ends the load as WebKit does, with `WebKitErrorDomain` 102 (`page/download`). Nothing is downloaded: there is no
    /// `WKDownload` here.
    case download = 2

    var engine: NavigationPolicy {
        switch self {
        case .cancel: .cancel
        case .allow: .allow
        case .download: .download
        }
    }
}

public enum WKNavigationResponsePolicy: Int, Sendable {
    case cancel = 0
    case allow = 1
    /// As ``WKNavigationActionPolicy/download``.
    case download = 2

    var engine: NavigationPolicy {
        switch self {
        case .cancel: .cancel
        case .allow: .allow
        case .download: .download
        }
    }
}
