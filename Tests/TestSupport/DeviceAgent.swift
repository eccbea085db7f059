/// What the user agents of one phone call themselves, in recordings.
package enum DeviceAgent {
    /// A WKWebView.
    package static let webView =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
    /// The app's own URLSession.
    package static let app = "Shop/1 CFNetwork/1568 Darwin/24.1.0"
}
