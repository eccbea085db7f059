// What articles on handing a Firebase session to a web view have their readers write, with the one line that a file
// needs here: `import AppFrameworks` in place of `import WebKit`. The mistakes are theirs.

import AppFrameworks
import Foundation

/// Exchanges an ID token for a cookie and opens the web app with it.
@MainActor
final class WebViewController: NSObject, WKNavigationDelegate, WKScriptMessageHandler {
    let webView: WKWebView
    let pageURL: URL
    private(set) var finished: [String] = []
    private(set) var received: [String] = []
    var didFinish: (() -> Void)?

    init(pageURL: URL, configuration: WKWebViewConfiguration = WKWebViewConfiguration()) {
        self.pageURL = pageURL
        webView = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        webView.navigationDelegate = self
    }

    func tokenCookie(_ token: String, expires: Date? = nil) -> HTTPCookie? {
        guard let host = pageURL.host else { return nil }
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: "customtoken",
            .value: token,
            .domain: host,
            .path: "/",
        ]
        if let expires { properties[.expires] = expires }
        return HTTPCookie(properties: properties)
    }

    // MARK: Where the cookie goes

    /// "HTTPCookieStorage is shared by everything in the app."
    func openWithSharedStorage(token: String) {
        if let cookie = tokenCookie(token) {
            HTTPCookieStorage.shared.setCookie(cookie)
        }
        webView.load(URLRequest(url: pageURL))
    }

    /// The handler is optional, so it was left out.
    func openWithoutWaiting(token: String) {
        if let cookie = tokenCookie(token) {
            webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
        }
        webView.load(URLRequest(url: pageURL))
    }

    func openWhenSet(token: String, expires: Date? = nil) {
        guard let cookie = tokenCookie(token, expires: expires) else { return }
        webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie) {
            self.webView.load(URLRequest(url: self.pageURL))
        }
    }

    func openAwaiting(token: String) async {
        guard let cookie = tokenCookie(token) else { return }
        await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
        webView.load(URLRequest(url: pageURL))
    }

    /// "The request carries it, so the server knows who you are."
    func openWithHeader(token: String) {
        var request = URLRequest(url: pageURL)
        request.addValue("customtoken=\(token)", forHTTPHeaderField: "Cookie")
        webView.load(request)
    }

    /// As a user script that every page gets.
    func openWithScript(token: String) {
        let script = WKUserScript(
            source: "document.cookie = 'customtoken=\(token);path=/'",
            injectionTime: .atDocumentStart, forMainFrameOnly: true)
        webView.configuration.userContentController.addUserScript(script)
        webView.load(URLRequest(url: pageURL))
    }

    /// The whole of it: the backend's cookies, copied to the web view.
    func open(exchanging idToken: String, at exchangeURL: URL) {
        var request = URLRequest(url: exchangeURL, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 30)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONSerialization.data(withJSONObject: ["idtoken": idToken])

        let task = URLSession.shared.dataTask(with: request) { data, response, error in
            guard error == nil, let response = response as? HTTPURLResponse, response.statusCode == 200,
                let url = response.url, let fields = response.allHeaderFields as? [String: String]
            else { return }
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: url)
            Task { @MainActor in
                let store = self.webView.configuration.websiteDataStore.httpCookieStore
                for cookie in cookies {
                    await store.setCookie(cookie)
                }
                self.webView.load(URLRequest(url: self.pageURL))
            }
        }
        task.resume()
    }

    // MARK: Signing out

    func signOut() async {
        let store = webView.configuration.websiteDataStore
        await store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
        HTTPCookieStorage.shared.cookies?.forEach(HTTPCookieStorage.shared.deleteCookie)
    }

    // MARK: WKNavigationDelegate

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = navigationAction.request.url, url.scheme == "http" || url.scheme == "https" else {
            decisionHandler(.cancel)
            return
        }
        decisionHandler(.allow)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        finished.append(webView.url?.path ?? "")
        didFinish?()
    }

    // MARK: WKScriptMessageHandler

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.name == "native", let body = message.body as? [String: Any],
            let event = body["event"] as? String
        else { return }
        received.append(event)
    }
}
