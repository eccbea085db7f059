import BridgePrimitives

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
