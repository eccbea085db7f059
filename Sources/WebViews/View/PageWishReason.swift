public import BridgePrimitives

/// What a page wants of the app that shows it, and does not get.
public enum PageWishReason: String, Reason {
    case download = "page/download"
    case credentialsWanted = "page/credentials-wanted"
    case panel = "page/panel"
    case panelInForeignFrame = "page/panel-in-foreign-frame"
    case unanswered = "page/unanswered"
    case newWindow = "page/new-window"
    case windowWithoutGesture = "page/window-without-gesture"
    case contentProcessEnded = "page/content-process-ended"

    public var meaning: String {
        switch self {
        case .download:
            "By the server's answer, or by the app's decision, this is a download, which a web view does not show."
        case .credentialsWanted: "The server asks for a password or a client certificate, and nobody answers."
        case .panel: "The page asks by alert, confirm or prompt; without a delegate of the app's nobody sees it."
        case .panelInForeignFrame:
            "A frame of another origin asks by alert, confirm or prompt, which engines don't show."
        case .unanswered: "The app's delegate did not answer while the page's script could wait."
        case .newWindow: "The page opens a window; without a delegate of the app's there is none."
        case .windowWithoutGesture: "The page opens a window, and no tap of the user's has led to it."
        case .contentProcessEnded: "The web content process ended, and the view is blank."
        }
    }

    public var fix: String {
        switch self {
        case .download: "Answer with text/html, and without Content-Disposition: attachment; let decidePolicy allow it."
        case .credentialsWanted: "Let the page in without, or answer didReceive challenge in the app."
        case .panel: "Ask in the page itself, or answer in the app's WKUIDelegate."
        case .panelInForeignFrame: "Ask in the page around the frame."
        case .unanswered: "Call the panel's completion handler, and wait for no view of the same process before that."
        case .newWindow:
            """
            Stay in the view, or show the page in a view of the app's createWebViewWith. Where signInWithPopup says \
            auth/popup-blocked: sign in natively, and hand the session over.
            """
        case .windowWithoutGesture:
            "Open it in the tap's own handler, or set javaScriptCanOpenWindowsAutomatically in the app's WKPreferences."
        case .contentProcessEnded: "Reload in webViewWebContentProcessDidTerminate."
        }
    }
}

extension PageWishReason {
    /// By the name of the delegate's method that a real engine calls for it; nil for what is none of these.
    package init?(askedBy name: String) {
        switch name {
        case "didBecomeDownload": self = .download
        case "didReceiveAuthenticationChallenge": self = .credentialsWanted
        case "runJavaScriptAlertPanel", "runJavaScriptConfirmPanel", "runJavaScriptTextInputPanel": self = .panel
        case "createWebView": self = .newWindow
        default: return nil
        }
    }
}
