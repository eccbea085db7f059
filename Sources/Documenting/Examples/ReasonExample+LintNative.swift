import Linting

private let start = """
    .name: "customtoken", .value: token, .domain: "app.example.com",
        .path: "/"
    """

private func cookie(_ more: String) -> String {
    """
    let cookie = HTTPCookie(properties: [
        \(start), \(more),
    ])
    """
}

extension ReasonExample {
    /// What an app's own sources do to cookies, stores and scripts.
    static let nativeSources = propertySets + storeCalls + userScripts

    private static let propertySets: [ReasonExample] = [
        native(
            .nativeCookieNil, "The path was forgotten, and Apple's initializer says nil rather than why.",
            """
            let cookie = HTTPCookie(properties: [
                .name: "customtoken", .value: token, .domain: "app.example.com",
            ])
            """, mended: "let cookie = HTTPCookie(properties: [\n    \(start),\n])"),
        native(
            .nativeCookieForced, "The host comes from a configuration; where it is empty, the app ends here.",
            """
            let cookie = HTTPCookie(properties: [
                .name: "locale", .value: "ja", .domain: host, .path: "/",
            ])!
            """,
            mended: """
                guard let cookie = HTTPCookie(properties: [
                    .name: "locale", .value: "ja", .domain: host, .path: "/",
                ]) else { return }
                """),
        native(
            .nativeSameSiteNone, "The server's line says SameSite=None, and the copy is to say it too.",
            cookie(#".sameSitePolicy: "None""#), mended: cookie(".sameSitePolicy: HTTPCookieStringPolicy.sameSiteLax")),
        native(
            .nativeCookieRefused, "The value ends with the line end of the file that it was read from.",
            """
            let cookie = HTTPCookie(properties: [
                .name: "theme", .value: "dark\\n", .domain: "app.example.com", .path: "/",
            ])
            """,
            mended: """
                let cookie = HTTPCookie(properties: [
                    .name: "theme", .value: "dark", .domain: "app.example.com", .path: "/",
                ])
                """),
        native(
            .secureFalse, "FALSE is to keep Secure off for a development server, and puts it on.",
            cookie(#".secure: "FALSE""#), mended: "let cookie = HTTPCookie(properties: [\n    \(start),\n])"),
        native(
            .expiresUnreadable, "A number of seconds stands where a Date belongs.", cookie(".expires: 3600"),
            mended: cookie(".expires: Date(timeIntervalSinceNow: 3600)")),
        native(
            .maximumAgeWithoutVersion, "A lifetime that only version 1 of the old standard reads.",
            cookie(#".maximumAge: "3600""#), mended: cookie(#".maximumAge: "3600", .version: "1""#)),
        native(
            .discardWithExpiry, "Both at once: the cookie goes with the process all the same.",
            cookie(#".expires: end, .discard: "TRUE""#), mended: cookie(".expires: end")),
        native(
            .httpOnlyUndocumented, "A key without a constant, which works until it does not.",
            cookie(#".init("HttpOnly"): "TRUE""#), mended: "let cookie = HTTPCookie(properties: [\n    \(start),\n])"),
        native(
            .sessionEndsWithProcess, "Signed in yesterday, signed out after the night.",
            """
            let cookie = HTTPCookie(properties: [
                .name: "__session", .value: session, .domain: "app.example.com", .path: "/",
            ])
            """,
            mended: """
                let cookie = HTTPCookie(properties: [
                    .name: "__session", .value: session, .domain: "app.example.com", .path: "/",
                    .expires: session.end,
                ])
                """),
        native(
            .cookieNotSent, "A domain without a leading dot is one host, and the page is on another.",
            """
            func open() {
                let cookie = HTTPCookie(properties: [
                    .name: "theme", .value: "dark", .domain: "example.com", .path: "/",
                ])
                webView.load(URLRequest(url: URL(string: "https://app.example.com/")!))
            }
            """,
            mended: """
                func open() {
                    let cookie = HTTPCookie(properties: [
                        .name: "theme", .value: "dark", .domain: ".example.com", .path: "/",
                    ])
                    webView.load(URLRequest(url: URL(string: "https://app.example.com/")!))
                }
                """),
        native(
            .lifetimeBeyondToken, "Five days for a token that is refused after one hour.",
            cookie(".expires: Date().addingTimeInterval(60 * 60 * 24 * 5)"),
            mended: cookie(".expires: Date().addingTimeInterval(60 * 60)")),
    ]

    private static let storeCalls: [ReasonExample] = [
        native(
            .wrongStore, "URLSession's jar has the cookie, and no web view looks there.",
            """
            let webView = WKWebView()
            HTTPCookieStorage.shared.setCookie(cookie)
            webView.load(request)
            """,
            mended: """
                let webView = WKWebView()
                await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                webView.load(request)
                """),
        native(
            .writeNotAwaited, "On a fast phone it works, on a slow one the first request is without.",
            """
            func open() {
                webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                webView.load(request)
            }
            """,
            mended: """
                func open() async {
                    await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                    webView.load(request)
                }
                """),
        native(
            .deleteNotAwaited, "The last user's data goes, and with it the new user's cookie.",
            """
            func change() async {
                store.removeData(ofTypes: types, modifiedSince: .distantPast) {}
                await store.httpCookieStore.setCookie(cookie)
            }
            """,
            mended: """
                func change() async {
                    await store.removeData(ofTypes: types, modifiedSince: .distantPast)
                    await store.httpCookieStore.setCookie(cookie)
                }
                """),
        native(
            .storeThrownAway, "A private store that lives for one line.",
            "await WKWebsiteDataStore.nonPersistent().httpCookieStore.setCookie(cookie)",
            mended: """
                let store = WKWebsiteDataStore.nonPersistent()
                configuration.websiteDataStore = store
                await store.httpCookieStore.setCookie(cookie)
                """),
        native(
            .storesTwice, "Two tabs that are to share a session, and share nothing.",
            """
            first.websiteDataStore = WKWebsiteDataStore.nonPersistent()
            second.websiteDataStore = WKWebsiteDataStore.nonPersistent()
            """,
            mended: """
                let store = WKWebsiteDataStore.nonPersistent()
                first.websiteDataStore = store
                second.websiteDataStore = store
                """),
        native(
            .cookieHeader, "The first request has it; its redirects, scripts and images do not.",
            """
            let webView = WKWebView()
            request.setValue("customtoken=\\(value)", forHTTPHeaderField: "Cookie")
            webView.load(request)
            """,
            mended: """
                let webView = WKWebView()
                await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                webView.load(request)
                """),
        native(
            .writeBeforePage, "The document is still about:blank.",
            """
            func open() {
                webView.evaluateJavaScript("document.cookie = 'theme=dark'")
                webView.load(request)
            }
            """,
            mended: """
                func open() async {
                    await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                    webView.load(request)
                }
                """),
    ]

    private static func userScript(_ source: String, _ time: String = ".atDocumentStart", main: String = "true")
        -> String
    {
        """
        let source = "\(source)"
        let script = WKUserScript(source: source, injectionTime: \(time), forMainFrameOnly: \(main))
        """
    }

    private static let ownPage =
        "if (location.origin === 'https://app.example.com') document.cookie = 'theme=dark; path=/'"

    private static let userScripts: [ReasonExample] = [
        native(
            .scriptAtDocumentEnd, "The page's guard has asked for the cookie by then.",
            userScript(ownPage, ".atDocumentEnd"), mended: userScript(ownPage)),
        native(
            .scriptInAllFrames, "An advertisement's frame runs the script as well.", userScript(ownPage, main: "false"),
            mended: userScript(ownPage)),
        native(
            .scriptOnEveryOrigin, "A link leads to another site, and the script writes there.",
            userScript("document.cookie = 'theme=dark; path=/'"), mended: userScript(ownPage)),
        native(
            .scriptNeverRemoved, "The next load signs the user in again.",
            userScript(ownPage) + "\nfunc signOut() { try? Auth.auth().signOut() }",
            mended: userScript(ownPage)
                + "\nfunc signOut() {\n    try? Auth.auth().signOut()\n    controller.removeAllUserScripts()\n}"),
        native(
            .tokenUnescaped, "One quote in the value, and the rest of it is run.",
            #"let source = "document.cookie='customtoken=\(customToken)'""#,
            mended: #"let source = "document.cookie='customtoken=' + \(jsonEncoded(customToken))""#),
    ]
}
