import Linting
import Reasons

let storeRows: [RuleRow] = [
    RuleRow(
        .wrongStore, "URLSession's jar",
        swift: "let v = WKWebView()\nHTTPCookieStorage.shared.setCookie(cookie)\nv.load(request)",
        right: """
            let v = WKWebView()
            HTTPCookieStorage.shared.setCookie(cookie)
            await v.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
            v.load(request)
            """),
    RuleRow(
        .wrongStore, "another function of the same view does it right",
        swift: """
            let v = WKWebView()
            func right() async { await v.configuration.websiteDataStore.httpCookieStore.setCookie(c); v.load(r) }
            func wrong() { HTTPCookieStorage.shared.setCookie(c); v.load(r) }
            """,
        right: """
            let v = WKWebView()
            func right() async { await v.configuration.websiteDataStore.httpCookieStore.setCookie(c); v.load(r) }
            func ours() { HTTPCookieStorage.shared.setCookie(c) }
            """),
    RuleRow(
        .writeNotAwaited, "the load does not wait",
        swift: """
            func open() {
                webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                webView.load(request)
            }
            """,
        right: """
            func open() async {
                await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                webView.load(request)
            }
            """),
    RuleRow(
        .writeNotAwaited, "the completion handler is passed by",
        swift: """
            func open() {
                let store = configuration.websiteDataStore.httpCookieStore
                store.setCookie(cookie) { print("set") }
                webView.load(URLRequest(url: url))
            }
            """,
        right: """
            func open() {
                let store = configuration.websiteDataStore.httpCookieStore
                store.setCookie(cookie) {
                    webView.load(URLRequest(url: url))
                }
            }
            """),
    RuleRow(
        .writeNotAwaited, "another function loads when it is called",
        swift: """
            func open() {
                store.httpCookieStore.setCookie(cookie, completionHandler: nil)
                webView.load(request)
            }
            """,
        right: """
            func put() { store.httpCookieStore.setCookie(cookie) }
            func open() { webView.load(request) }
            """),
    RuleRow(
        .deleteNotAwaited, "the order is open",
        swift: """
            func change() async {
                store.removeData(ofTypes: types, modifiedSince: .distantPast) {}
                await store.httpCookieStore.setCookie(cookie)
            }
            """,
        right: """
            func change() async {
                await store.removeData(ofTypes: types, modifiedSince: .distantPast)
                await store.httpCookieStore.setCookie(cookie)
            }
            """),
    RuleRow(
        .storeThrownAway, "nobody holds it",
        swift: "await WKWebsiteDataStore.nonPersistent().httpCookieStore.setCookie(cookie)",
        right: "await WKWebsiteDataStore.default().httpCookieStore.setCookie(cookie)"),
    RuleRow(
        .storesTwice, "two stores, two sessions",
        swift:
            "a.websiteDataStore = .init()\na.websiteDataStore = WKWebsiteDataStore.nonPersistent()\nb.websiteDataStore = WKWebsiteDataStore.nonPersistent()",
        right: "let s = WKWebsiteDataStore.nonPersistent()\na.websiteDataStore = s\nb.websiteDataStore = s"),
    RuleRow(
        .cookieHeader, "a header is no cookie",
        swift: "let v: WKWebView\nrequest.setValue(\"a=\\(v)\", forHTTPHeaderField: \"cookie\")",
        right: "let v: WKWebView\nrequest.setValue(\"a\", forHTTPHeaderField: \"X-App\")"),
    RuleRow(
        .cookieHeader, "URLSession sends it as it is",
        swift: "import WebKit\nlet v = WKWebView()\nr.allHTTPHeaderFields = [\"Cookie\": c]",
        right: "r.allHTTPHeaderFields = [\"Cookie\": c]\nURLSession.shared.dataTask(with: r)"),
    RuleRow(
        .writeBeforePage, "about:blank keeps nothing",
        swift: """
            func open() {
                webView.evaluateJavaScript("document.cookie = 'a=1'")
                webView.load(request)
            }
            """,
        right: """
            func open() {
                webView.evaluateJavaScript("document.cookie")
                webView.load(request)
            }
            """),
]
