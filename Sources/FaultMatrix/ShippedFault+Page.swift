import Faults

// What breaks while the backend fetches certificates, the page loads, and the page signs in.
extension ShippedFault {
    private static func auth(
        _ endpoint: String, _ effect: Fault.Effect, times: Fault.Times = .always
    ) -> Fault { Fault(endpoint: endpoint, effect: effect, times: times) }

    static let certificates: [ShippedFault] = [
        .init(
            "certificates-503", auth("keys:certificates", .status(503, message: "UNAVAILABLE")),
            "The backend cannot fetch the certificates of ID tokens: 503.",
            wanted: "Answer 5xx and try again later; do not call the token forged.", source: "firebase_id_token#35"),
        .init(
            "certificates-hang", auth("keys:certificates", .hang), "The certificates never come.",
            wanted: "Give up well before the app does.", source: "firebase_id_token#29"),
        .init(
            "certificates-portal", auth("keys:certificates", .body(.captivePortal)),
            "HTML comes in place of the certificates.",
            wanted: "Keep the certificates that there are, and say what came.", source: "egress proxies"),
        .init(
            "certificates-kept-a-year", auth("keys:certificates", .cacheControl("public, max-age=31536000")),
            after: .keysRotated, "The certificates may be kept for a year, and the keys have been rotated.",
            wanted: "Fetch once more for a key that is not known.",
            source: "external-auth-server#155; next-firebase-auth-edge#203"),
    ]

    private static func web(_ effect: Fault.Effect, times: Fault.Times = .always) -> Fault {
        Fault(.web, effect: effect, times: times)
    }

    static let page: [ShippedFault] = [
        .init(
            "page-503", web(.status(503, message: "unavailable")), "The page's server answers 503.",
            wanted: "A page that says so, and a reload that works.", source: "every outage"),
        .init(
            "page-hangs", web(.hang), "The page's server never answers.",
            wanted: "The load fails in time, and the app can load again.", source: "mobile networks"),
        .init(
            "page-truncated", web(.truncated, times: .once), "The page ends in the middle, once.",
            wanted: "A reload brings the whole page, signed in.", source: "mobile networks"),
        .init(
            "page-redirects-to-itself", web(.redirect(.itself)), "The page redirects to itself.",
            wanted: "The load ends, and the app says so.", source: "YWebView#11; react-native-webview#1053"),
        .init(
            "page-captive-portal", web(.redirect(.otherHost)), "A captive portal redirects the page to its own host.",
            wanted: "The session goes to nobody else, and a reload later opens the page.", source: "captive portals"),
    ]

    static let customToken: [ShippedFault] = [
        .init(
            "page-sign-in-503", auth("signInWithCustomToken", .status(503, message: "UNAVAILABLE")),
            "The auth service answers 503 to the page's sign-in.",
            wanted: "The sign-in page, with a reason; no loop of attempts.", source: "auth0-vue#208"),
        .init(
            "page-sign-in-429",
            auth("signInWithCustomToken", .status(429, message: "TOO_MANY_ATTEMPTS_TRY_LATER", retryAfter: 60)),
            "The auth service wants the page to wait.", wanted: "One attempt, then the sign-in page.",
            source: "Identity Toolkit, quotas"),
        .init(
            "page-sign-in-drops-once", auth("signInWithCustomToken", .drop, times: .once),
            "The connection breaks during the page's sign-in, once.",
            wanted: "Keep the cookie until the sign-in has worked, and try again.", source: "mobile networks"),
        .init(
            "page-sign-in-hangs", auth("signInWithCustomToken", .hang), "The page's sign-in is never answered.",
            wanted: "The guard ends in time, on the sign-in page.", source: "firebase-js-sdk#6791, #8340"),
        .init(
            "page-sign-in-not-json", auth("signInWithCustomToken", .body(.notJSON)),
            "Something else than JSON answers the page's sign-in.",
            wanted: "The sign-in page, with a reason.", source: "proxies"),
        .init(
            "page-lookup-503", Fault(endpoint: "accounts:lookup", effect: .status(503, message: "UNAVAILABLE")),
            "The account cannot be looked up after a sign-in.",
            wanted: "Signed out on the sign-in page, or signed in; nothing in between.", source: "Identity Toolkit, 5xx"
        ),
    ]
}
