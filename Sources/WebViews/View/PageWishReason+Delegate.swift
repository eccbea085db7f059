import BridgePrimitives

extension PageWishReason {
    /// The reason for a delegate's method that a real engine calls; nil for any other method.
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
