import Faults

// What breaks while the app signs in, asks for an ID token and trades it.
extension ShippedFault {
    private static func auth(
        _ endpoint: String, _ effect: Fault.Effect, times: Fault.Times = .always
    ) -> Fault { Fault(endpoint: endpoint, effect: effect, times: times) }

    private static func backend(_ effect: Fault.Effect, times: Fault.Times = .always) -> Fault {
        Fault(.backend, effect: effect, times: times)
    }

    static let signIn: [ShippedFault] = [
        .init(
            "sign-in-503", auth("signInWithPassword", .status(503, message: "UNAVAILABLE")),
            "The auth service answers 503 to the app's sign-in.",
            wanted: "Say that it did not work, and let the person try again.", source: "Identity Toolkit, 5xx"),
        .init(
            "sign-in-429",
            auth(
                "signInWithPassword", .status(429, message: "TOO_MANY_ATTEMPTS_TRY_LATER", retryAfter: 120)),
            "The auth service wants the app to wait.",
            wanted: "Wait as Retry-After says; no second attempt before.", source: "Identity Toolkit, quotas"),
        .init(
            "sign-in-hangs", auth("signInWithPassword", .hang), "The auth service never answers the app's sign-in.",
            wanted: "Give up after a minute and say so.", source: "firebase-ios-sdk, network timeouts"),
        .init(
            "sign-in-drops-once", auth("signInWithPassword", .drop, times: .once),
            "The connection breaks during the app's sign-in, once.",
            wanted: "Sign in with the next attempt.", source: "mobile networks"),
    ]

    static let idToken: [ShippedFault] = [
        .init(
            "refresh-503", auth("token", .status(503, message: "UNAVAILABLE")),
            "The app gets no fresh ID token: 503.",
            wanted: "Keep the user signed in natively, and say that the page cannot be opened now.",
            source: "firebase-ios-sdk#8695"),
        .init(
            "refresh-hangs", auth("token", .hang), "The app's wish for a fresh ID token is never answered.",
            wanted: "Give up after a minute; never leave a blank page.", source: "firebase-ios-sdk, network timeouts"),
        .init(
            "refresh-drops-once", auth("token", .drop, times: .once),
            "The connection breaks during the refresh, once.", wanted: "Hand over with the next attempt.",
            source: "mobile networks"),
        .init(
            "refresh-not-json", auth("token", .body(.captivePortal)),
            "A captive portal answers in place of the token endpoint.",
            wanted: "Treat it as no network; never sign the user out.", source: "captive portals"),
        .init(
            "token-wrong-audience", auth("token", .wrongAudience), "ID tokens are for another project.",
            wanted: "The backend refuses them by name, and nobody is signed in.",
            source: "firebase-admin-node#2215; firebase-admin-go#451"),
        .init(
            "token-expired", auth("token", .expired), "ID tokens are over when they arrive.",
            wanted: "The backend refuses them; the app asks for a fresh one once, not for ever.",
            source: "firebase-js-sdk#6032"),
        .init(
            "token-from-the-future", auth("token", .skew(.seconds(600))),
            "The auth service's clock is ten minutes ahead.",
            wanted: "The backend refuses tokens that were issued in the future, and names the clock.",
            source: "firebase-admin-python#624; firebase_id_token#21"),
    ]

    static let exchange: [ShippedFault] = [
        .init(
            "exchange-503", backend(.status(503, message: "unavailable")), "The backend answers 503.",
            wanted: "Say so in the app, or show the sign-in page; no storm of attempts.", source: "every outage"),
        .init(
            "exchange-500-once", backend(.status(500, message: "error"), times: .once),
            "The backend fails once.", wanted: "Hand over with the next attempt.", source: "every deployment"),
        .init(
            "exchange-429", backend(.status(429, message: "slow down", retryAfter: 30)),
            "The backend wants the app to wait.", wanted: "Wait as Retry-After says.", source: "rate limits"),
        .init(
            "exchange-hangs", backend(.hang), "The backend takes the request and never answers.",
            wanted: "Give up after URLSession's minute; open the page without a session, or say so.",
            source: "mobile networks"),
        .init(
            "exchange-slow", backend(.delay(.seconds(20)), times: .once), "The backend answers after twenty seconds.",
            wanted: "Wait, then open the page signed in.", source: "cold starts"),
        .init(
            "exchange-drops-once", backend(.drop, times: .once), "The connection to the backend breaks, once.",
            wanted: "Hand over with the next attempt.", source: "mobile networks"),
        .init(
            "exchange-truncated", backend(.truncated), "The backend's answer ends in the middle.",
            wanted: "Use nothing of it; no half a token in a cookie.", source: "proxies"),
        .init(
            "exchange-empty", backend(.body(.empty)), "The backend's answer has no body.",
            wanted: "Say that there is no token, unless it came in the cookie.", source: "proxies"),
        .init(
            "exchange-captive-portal", backend(.body(.captivePortal)),
            "A captive portal answers 200 with HTML in place of the backend.",
            wanted: "Take it for no answer; no HTML in a cookie.", source: "captive portals"),
        .init(
            "exchange-redirects-to-itself", backend(.redirect(.itself)),
            "The backend redirects the exchange to itself.", wanted: "Stop, and say that it loops.",
            source: "sign-in checks in front of the exchange"),
        .init(
            "exchange-redirects-elsewhere", backend(.redirect(.otherHost)),
            "The exchange is redirected to another host.",
            wanted: "The ID token does not go along.", source: "whatwg/fetch#944; CVE-2026-63481"),
        .init(
            "exchange-without-cookie", backend(.header("Set-Cookie", value: nil)),
            "Something takes Set-Cookie out of the backend's answer.",
            wanted: "Say that the answer sets no cookie.", source: "firebase-tools#6716; react-native-webview#1053"),
        .init(
            "exchange-cached", Fault(.backend, effect: .replay), after: .otherUserFirst,
            "A cache gives the backend's answer for somebody else.",
            wanted: "Nobody is signed in as somebody else: the app compares the uid.",
            source: "caches without Vary; Cache-Control missing"),
        .init(
            "backend-clock-behind", backend(.skew(.seconds(-301))), "The backend's clock is five minutes behind.",
            wanted: "Tokens are refused as issued in the future, and the clock is named.",
            source: "firebase-admin-python#624; serverpod#4943"),
    ]
}
