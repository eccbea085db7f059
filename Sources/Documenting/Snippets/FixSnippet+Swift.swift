import Cookies
import CookieStores
import Diagnosis
import RouterGuard
import Tokens
import WebViews

extension FixSnippet {
    /// The app's side: cookies and their stores.
    static let swiftCookies: [FixSnippet] = [
        FixSnippet(
            .swift, "Put the cookie into the web view's own store, and load when it is there.",
            mends: [
                SendReason.otherStore, SendReason.notCommittedYet, SendReason.setAfterRequest,
                SendReason.manualHeaderWins,
                SendReason.manualHeaderDropped, SendReason.lostBeforeFlush, HandoffReason.cookieInHeaderOnly,
                HandoffReason.headerOnly, HandoffReason.neverHandedOver, HandoffReason.wrongDataStore,
            ],
            """
            let store = webView.configuration.websiteDataStore.httpCookieStore
            await store.setCookie(cookie)
            webView.load(URLRequest(url: page))
            """),
        FixSnippet(
            .swift, "Make the cookie with all that HTTPCookie wants, for the page's host.",
            mends: [
                NativeCookieReason.missingName, NativeCookieReason.missingValue, NativeCookieReason.missingPath,
                NativeCookieReason.missingDomain, NativeCookieReason.invalidDomain, NativeCookieReason.sameSiteNone,
                StoreReason.sameSiteNoneLost, SendReason.otherHost, SendReason.path, SendReason.nameless,
                ScriptReason.otherHost, ScriptReason.path, ScriptReason.nameless, StoreReason.empty,
                HandoffReason.copyForOtherHost, HandoffReason.cookieRejected,
            ],
            """
            let properties: [HTTPCookiePropertyKey: Any] = [
                .name: "customtoken", .value: token,
                .domain: "app.example.com", .path: "/", .secure: "TRUE",
                .expires: Date(timeIntervalSinceNow: 3600),
            ]
            guard let cookie = HTTPCookie(properties: properties) else {
                throw HandoffError.cookieNotMade
            }
            """),
        FixSnippet(
            .swift, "Cover the hosts below a domain: a leading dot says so.",
            mends: [SendReason.hostOnly, ScriptReason.hostOnly, SendReason.severalOfOneName],
            """
            properties[.domain] = ".example.com"
            """),
        FixSnippet(
            .swift, "Give the cookie an expiry, so that it outlives the app's process.",
            mends: [SendReason.sessionEnded, SendReason.expired, ScriptReason.expired, StoreReason.expiredOnArrival],
            """
            properties[.expires] = Date(timeIntervalSinceNow: 3600)
            """),
        FixSnippet(
            .swift, "Set the cookie natively: what script writes is deleted after a while, or never gets in.",
            mends: [
                SendReason.deletedByInactivity, StoreReason.lifetimeCapped7d, StoreReason.lifetimeCapped24h,
                StoreReason.deletedAfterInactivity, StoreReason.httpOnlyFromScript, StoreReason.httpOnlyProtected,
                ScriptReason.phantom, StoreReason.valueClobbered,
            ],
            """
            let store = webView.configuration.websiteDataStore.httpCookieStore
            for old in await store.allCookies() where old.name == "customtoken" {
                await store.deleteCookie(old)
            }
            await store.setCookie(cookie)
            """),
        FixSnippet(
            .swift, "Make the copy without HttpOnly where the page's script has to read it.",
            mends: [ScriptReason.httpOnly, HandoffReason.httpOnlyLost, GuardReason.cookieAbsent],
            """
            // Short-lived and used once: any script of the page can read it.
            let copy = HTTPCookie(properties: [
                .name: cookie.name, .value: cookie.value,
                .domain: "app.example.com", .path: "/", .secure: "TRUE",
                .expires: Date(timeIntervalSinceNow: 60),
            ])
            """),
        FixSnippet(
            .swift, "Read the response's cookies one line at a time, and check whom they are for.",
            mends: [
                FoundationReason.noCookie, FoundationReason.splitAtComma, FoundationReason.foreignDomainAccepted,
                FoundationReason.publicSuffixAccepted, FoundationReason.secureFromInsecureAccepted,
                FoundationReason.partitionedIgnored,
            ],
            """
            let fields = response.allHeaderFields as? [String: String] ?? [:]
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: url)
            let host = url.host ?? ""
            let own = cookies.filter { cookie in
                let domain = cookie.domain.hasPrefix(".") ? String(cookie.domain.dropFirst()) : cookie.domain
                return host == domain || host.hasSuffix("." + domain)
            }
            """),
        FixSnippet(
            .swift, "Let the store take cookies again.", mends: [StoreReason.cookiesDisabled],
            """
            await webView.configuration.websiteDataStore.httpCookieStore.setCookiePolicy(.allow)
            """),
        FixSnippet(
            .swift, "Limit the view to the app's bound domains, and keep scripts, handlers and cookies there.",
            mends: [
                StoreReason.appBoundFiltered, ScriptFailureReason.appBoundDomain, ScriptFailureReason.injectionSkipped,
                NavigationReason.userScriptsSkipped, NavigationReason.messageHandlersUnavailable,
                NavigationReason.appBoundDomain, NavigationReason.appBoundDomainsIgnored,
                ServiceWorkerReason.needsAppBoundDomain,
            ],
            """
            // Info.plist, WKAppBoundDomains: ten hosts at most, without scheme: app.example.com
            let configuration = WKWebViewConfiguration()
            configuration.limitsNavigationsToAppBoundDomains = true
            let webView = WKWebView(frame: .zero, configuration: configuration)
            """),
        FixSnippet(
            .swift, "Show the HTML as a document of the web app's own origin.",
            mends: [
                StoreReason.documentWithoutCookies, ScriptReason.documentWithoutCookies, StoreReason.schemeNotSupported,
                ScriptReason.schemeNotSupported, SendReason.schemeNotSupported, StoreReason.secureFromInsecure,
                SendReason.secure,
                ScriptReason.secure,
            ],
            """
            let page = URL(string: "https://app.example.com/")!
            webView.loadHTMLString(html, baseURL: page)
            """),
    ]

    /// The app's side: scripts, tokens, sign-out.
    static let swiftHandoff: [FixSnippet] = [
        FixSnippet(
            .swift,
            "Write the cookie in a user script at document start, on the app's host, with the token as a JSON string.",
            mends: [
                ScriptFailureReason.syntaxError, StoreReason.tokenOnForeignOrigin, HandoffReason.scriptWroteNothing,
                HandoffReason.writtenTooLate, HandoffReason.writtenWhileLoading, HandoffReason.emptyCookie,
                GuardReason.readBeforeDocumentEnd, GuardReason.cookieUnreadable, StoreReason.equalsAppended,
                StoreReason.syntax,
                HandoffReason.neverHandedOver, HandoffReason.otherName,
            ],
            #"""
            let quoted = String(decoding: try JSONEncoder().encode(token), as: UTF8.self)
            let source = """
                if (location.hostname === "app.example.com") {
                  document.cookie = "customtoken=" + \(quoted) + "; path=/; secure; max-age=60";
                }
                """
            let script = WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true)
            configuration.userContentController.addUserScript(script)
            """#),
        FixSnippet(
            .swift, "Ask for a fresh ID token just before the exchange, and for a custom token just before the page.",
            mends: [
                TokenReason.expired, GuardReason.tokenRefused, HandoffReason.exchangeRefused, TokenReason.noAuthTime,
                TokenReason.noSubject, TokenReason.isCustomToken, TokenReason.isSessionCookie, TokenReason.empty,
                HandoffReason.noExchange, HandoffReason.notSignedIn, HandoffReason.nothingToInject,
                HandoffReason.fieldMismatch,
                HandoffReason.noTokenInAnswer, HandoffReason.dataRemoved,
            ],
            """
            guard let user = Auth.auth().currentUser else { throw HandoffError.notSignedIn }
            let idToken = try await user.getIDTokenResult(forcingRefresh: true).token
            var request = URLRequest(url: exchange)
            request.httpMethod = "POST"
            request.httpBody = Data("idtoken=\\(idToken)".utf8)
            let (_, response) = try await URLSession.shared.data(for: request)
            """),
        FixSnippet(
            .swift, "Sign out everywhere: natively, in the web view, in the app's own storage.",
            mends: [
                HandoffReason.otherUser, HandoffReason.pageStillSignedIn, HandoffReason.leftInWebView,
                HandoffReason.leftInNativeStorage, HandoffReason.copyLeftInPreferences, HandoffReason.cookieDeleted,
            ],
            """
            try Auth.auth().signOut()
            HTTPCookieStorage.shared.cookies?.forEach(HTTPCookieStorage.shared.deleteCookie)
            UserDefaults.standard.removeObject(forKey: "transferredUser")
            let store = webView.configuration.websiteDataStore
            await store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
            configuration.userContentController.removeAllUserScripts()
            """),
        FixSnippet(
            .swift, "See each redirect before it is followed, and open foreign pages outside the view.",
            mends: [
                HandoffReason.leftTheApp, HandoffReason.redirectedAway, NavigationReason.cancelledByDelegate,
                NavigationReason.unsupportedScheme,
            ],
            """
            func webView(
                _ webView: WKWebView, decidePolicyFor action: WKNavigationAction
            ) async -> WKNavigationActionPolicy {
                guard let url = action.request.url, action.targetFrame?.isMainFrame == true else { return .allow }
                guard url.scheme == "https", url.host == "app.example.com" else {
                    await UIApplication.shared.open(url)
                    return .cancel
                }
                return .allow
            }
            """),
        FixSnippet(
            .swift, "Answer what the page asks of its view, and bring it back when its process has ended.",
            mends: [
                PageWishReason.panel, PageWishReason.panelInForeignFrame, PageWishReason.unanswered,
                PageWishReason.newWindow, PageWishReason.windowWithoutGesture, PageWishReason.credentialsWanted,
                PageWishReason.contentProcessEnded,
            ],
            """
            func webView(
                _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration, for action: WKNavigationAction,
                windowFeatures: WKWindowFeatures
            ) -> WKWebView? {
                webView.load(action.request)
                return nil
            }

            func webView(
                _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
            ) async {
                await showAlert(message)
            }

            func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { webView.reload() }
            """),
        FixSnippet(
            .swift, "Give the handler the name that the page posts to, before the view is made.",
            mends: [PageReason.neverAsked, HandoffReason.needsEngine, UserContentReason.noSuchHandler],
            """
            let configuration = WKWebViewConfiguration()
            configuration.userContentController.add(handler, name: "session")
            let webView = WKWebView(frame: .zero, configuration: configuration)
            """),
        FixSnippet(
            .swift, "Start the next step when the one before it has ended.",
            mends: [
                HandoffReason.nothingToReload, HandoffReason.notOpened, HandoffReason.appNotRunning,
                NavigationReason.nothingToReload, ScriptReason.staleCopy,
            ],
            """
            let cookie = try await exchange()
            await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
            webView.load(URLRequest(url: page))
            """),
    ]
}
