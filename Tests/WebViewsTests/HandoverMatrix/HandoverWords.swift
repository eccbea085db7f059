/// The matrix in words, for `docs/handover-matrix.md`.
extension HandoverMethod {
    /// What the app, or the server, does.
    var words: String {
        switch self {
        case .userScriptAtStart: "A user script at document start writes `document.cookie`"
        case .userScriptAtEnd: "A user script at document end writes it"
        case .sharedStorageNonPersistent: "`HTTPCookieStorage.shared` alone, a cookie without an expiry"
        case .sharedStoragePersistent: "`HTTPCookieStorage.shared` alone, a cookie with one"
        case .awaitedNativeCookie: "`WKHTTPCookieStore.setCookie`, awaited, then the load"
        case .unawaitedNativeCookie: "The same, not awaited, where the write comes first (else: “Where it depends”)"
        case .cookieHeader: "A Cookie header on the URLRequest, nothing in the store"
        case .cookieHeaderAndJar: "A Cookie header, and the cookie in the store"
        case .authorizationHeader: "An Authorization header on the URLRequest"
        case .setCookieOnDocument: "`Set-Cookie` in the answer to the page itself"
        case .bootstrapRedirect: "A one-time code in the URL; the server answers 302 with `Set-Cookie`"
        case .bootstrapPost: "The code in a POST; the server answers 303 with `Set-Cookie`"
        case .tokenInQuery: "The token in the query"
        case .tokenInFragment: "The token in the fragment"
        case .evaluateAfterLoad: "`evaluateJavaScript` writes `document.cookie` after the load"
        case .evaluateBeforeLoad: "The same before anything was loaded"
        case .fetchFromPage: "The page's `fetch` posts the token; the answer sets an HttpOnly cookie"
        case .messageBridge: "The page asks the app by a message, and sends the token itself"
        case .serviceWorker: "A service worker adds Authorization"
        case .firebaseSessionCookie: "A Firebase session cookie `__session`, set by the server"
        case .firebaseIDTokenCookie: "The ID token as a cookie, by an awaited `setCookie`"
        case .warmUpDocument: "`loadHTMLString` with the page's URL writes the cookie, then the load"
        case .nativeHTTPOnlyAndScript: "An HttpOnly cookie by `setCookie`, and a script that writes one of its name"
        }
    }

    /// The shipped scenario that shows the way, from the folder `Scenarios`; nil for none.
    var scenario: (file: String, name: String)? {
        switch self {
        case .userScriptAtStart: ("behaviour/01-happy-path", "The cookie arrives, the page opens signed in")
        case .userScriptAtEnd:
            (
                "behaviour/21-how-the-guard-is-written",
                "A guard that reads in the turn of mounting misses a script at document end"
            )
        case .sharedStorageNonPersistent:
            ("wrong-store", "A cookie in the native storage only never reaches the page")
        case .sharedStoragePersistent:
            ("behaviour/35-ways-of-handing-over", "A persistent cookie stays in the native storage as well")
        case .awaitedNativeCookie: ("happy-path", "The cookie is set and awaited, then the page is loaded")
        case .unawaitedNativeCookie: ("load-before-cookie", "The load leaves before the cookie is in the store")
        case .cookieHeader:
            ("behaviour/20-cookie-header", "A cookie in a header of the app's own is on the first request")
        case .cookieHeaderAndJar:
            ("behaviour/20-cookie-header", "The app's header keeps the store's cookie at home")
        case .authorizationHeader:
            (
                "behaviour/35-ways-of-handing-over",
                "An Authorization header goes with one load and its redirect, and with nothing after it"
            )
        case .tokenInQuery:
            (
                "findings/token-seen",
                "A token in the query is in the address, and in the Referer of what the page loads"
            )
        case .tokenInFragment: ("findings/token-seen", "A token in the fragment is in the address alone")
        case .evaluateAfterLoad:
            (
                "behaviour/35-ways-of-handing-over",
                "A cookie that evaluateJavaScript writes comes after the first page, and is there for the next"
            )
        case .messageBridge:
            ("behaviour/24-views-and-stores", "A page that asks its app for the session gets it after its own request")
        case .serviceWorker:
            (
                "behaviour/26-service-worker",
                "On a bound domain the service worker adds the token from the second visit on"
            )
        case .firebaseSessionCookie:
            (
                "behaviour/28-server-handover",
                "A session cookie is for the server, which shows its page to whoever has one"
            )
        case .firebaseIDTokenCookie:
            (
                "behaviour/35-ways-of-handing-over",
                "An ID token in the store's cookie is sent with each request, and signs no client in"
            )
        case .warmUpDocument:
            ("behaviour/12-writes-and-processes", "A blank page with the web app's URL takes the cookie in time")
        case .nativeHTTPOnlyAndScript:
            (
                "behaviour/35-ways-of-handing-over",
                "An HttpOnly cookie in the store keeps a script from writing one of its name"
            )
        // The scenarios' own redirect is led to by a header, not by a code in the URL.
        case .bootstrapRedirect, .setCookieOnDocument, .bootstrapPost, .evaluateBeforeLoad, .fetchFromPage: nil
        }
    }
}

extension HandoverColumn {
    var words: String {
        switch self {
        case .first: "first request"
        case .documentStart: "document start"
        case .later: "later request"
        case .redirect: "behind a redirect"
        case .reload: "reload"
        case .relaunch: "after a relaunch"
        case .sameSiteFrame: "frame, same site"
        case .crossSiteFrame: "frame, other site"
        }
    }

    var legend: String {
        switch self {
        case .first: "The very first request for the page."
        case .documentStart: "The first document, when the user scripts at its start have run."
        case .later: "A request that the page makes later, to its own origin."
        case .redirect: "The request after a redirect within the site."
        case .reload: "The request of a native reload."
        case .relaunch: "The first request after the app has ended and started again; nothing is handed over again."
        case .sameSiteFrame: "The requests of two frames: one of the page's origin, one of a sibling host of the site."
        case .crossSiteFrame: "The request of a frame of another site."
        }
    }
}

extension HandoverSetting {
    /// Behind a comma; empty for the table's own.
    var words: String {
        switch self {
        case .ios: ""
        case .webkitgtk: "in WebKitGTK"
        case .manualHeaderSentAlong: "where the app's Cookie header is sent down the whole chain"
        case .manualHeaderDropped: "where the engine drops an app's Cookie header"
        case .redirectToSibling: "to a sibling host"
        case .locationRepeatsToken: "whose Location repeats the token"
        case .locationHasFragment: "whose Location has a fragment of its own"
        case .plainRequest: "of an image, say, to which the page's code adds nothing"
        case .lateNativeWrite: "when the write arrives after the request has left"
        case .noAppBoundDomains: "without App-Bound Domains"
        case .hostOnlyCookie: "with a cookie for the one host alone"
        case .crashAtOnce: "when the network process died right after the handing over"
        case .crashLater: "when it died ten seconds later"
        case .anHourLater: "when an hour has passed"
        }
    }
}

extension HandoverViews {
    /// What the request carries.
    var requestWords: String {
        switch request {
        case "C": "cookie"
        case "c": "cookie, if persistent"
        case "o": "cookie, own origin only"
        case "M": "the app's header"
        case "Z": "Authorization"
        case "z": "Authorization, own origin only"
        case "Q": "in the URL"
        case "B": "in the body"
        case "r": "in the Referer, own origin only"
        default: "–"
        }
    }

    /// What `document.cookie` and `location` show.
    var pageWords: String {
        switch page {
        case "P": "cookie"
        case "p": "cookie, unless HttpOnly"
        case "q": "cookie, if persistent and not HttpOnly"
        case "k": "cookie, unless HttpOnly, own origin only"
        case "J": "the script's value"
        case "j": "the script's value, own origin only"
        case "L": "in location"
        default: "–"
        }
    }

    /// Which of the two listings has the cookie.
    var placeWords: String {
        switch (store, app) {
        case (_, "A"): "app"
        case ("S", _): "view"
        case ("s", _): "view, if persistent"
        default: "–"
        }
    }

    var words: String { "request \(requestWords); script \(pageWords); listed \(placeWords)" }
}
