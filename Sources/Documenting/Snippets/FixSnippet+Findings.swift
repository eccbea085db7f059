import Diagnosis

extension FixSnippet {
    /// What findings of a handoff ask for, on both sides.
    static let findings: [FixSnippet] = [
        FixSnippet(
            .swift, "Give the copy the token's own lifetime and the web app's host alone, and no SameSite=None.",
            mends: [
                HandoffReason.cookieOutlivesToken, HandoffReason.cookieForSubdomains, HandoffReason.sameSiteNone,
                HandoffReason.tokenOverHTTP,
            ],
            """
            let properties: [HTTPCookiePropertyKey: Any] = [
                .name: "customtoken", .value: token,
                .domain: "app.example.com", .path: "/", .secure: "TRUE",
                .expires: Date(timeIntervalSinceNow: 3600),
                .sameSitePolicy: HTTPCookieStringPolicy.sameSiteLax,
            ]
            """),
        FixSnippet(
            .swift, "Hand the token over in a cookie, and not in the address, which logs and Referers keep.",
            mends: [HandoffReason.tokenInURL, HandoffReason.tokenInReferer],
            """
            let page = URL(string: "https://app.example.com/")!
            let store = webView.configuration.websiteDataStore.httpCookieStore
            await store.setCookie(cookie)
            webView.load(URLRequest(url: page))
            """),
        FixSnippet(
            .swift, "Ask for a fresh ID token before the exchange, also when claims have changed.",
            mends: [HandoffReason.idTokenNearItsEnd, HandoffReason.staleClaims],
            """
            let token = try await user.getIDTokenResult(forcingRefresh: true).token
            """),
        FixSnippet(
            .swift, "Take the user scripts away with the sign-out, and the web view's data with them.",
            mends: [HandoffReason.scriptStillInstalled, HandoffReason.uidDiffers],
            """
            webView.configuration.userContentController.removeAllUserScripts()
            let store = webView.configuration.websiteDataStore
            await store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
            """),
        FixSnippet(
            .swift, "Exchange once for each view, and give views of different users stores of their own.",
            mends: [HandoffReason.twoViewsOneCookie, HandoffReason.tokenRedeemedTwice],
            """
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = WKWebsiteDataStore.nonPersistent()
            let second = WKWebView(frame: .zero, configuration: configuration)
            """),
        FixSnippet(
            .swift, "Open the web app itself, in nobody's frame, and exchange again where its session is gone.",
            mends: [HandoffReason.thirdParty, HandoffReason.pageSessionEvicted],
            """
            let token = try await exchange(idToken: user.getIDToken())
            await handOver(token)
            webView.load(URLRequest(url: URL(string: "https://app.example.com/")!))
            """),
        FixSnippet(
            .javaScript, "Delete the cookie when its token has served, so that nobody redeems it again.",
            mends: [HandoffReason.tokenRedeemedTwice, HandoffReason.cookieOutlivesToken],
            """
            await signInWithCustomToken(auth, token);
            document.cookie = "customtoken=; Path=/; Max-Age=0; Secure";
            """),
        FixSnippet(
            .javaScript, "Say that there is a token, and not which.",
            mends: [HandoffReason.tokenInConsole],
            """
            console.log("custom token", token ? "present" : "absent");
            """),
        FixSnippet(
            .javaScript, "Put few claims into the token, and never the ID token itself into the cookie.",
            mends: [HandoffReason.cookieNearlyTooLarge, HandoffReason.idTokenInCookie],
            """
            // The backend: the custom token is what goes into the cookie.
            const { uid } = await getAuth().verifyIdToken(request.body.idtoken);
            const token = await getAuth().createCustomToken(uid, { role: "member" });
            response.cookie("customtoken", token, { path: "/", secure: true, maxAge: 3_600_000 });
            """),
    ]
}
