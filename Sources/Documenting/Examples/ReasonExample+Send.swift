import BridgePrimitives
import Cookies

private typealias Place = ExamplePlace

extension ReasonExample {
    static let anHour = "customtoken=abc; Path=/; Max-Age=3600"

    static func nativeCookie(
        domain: String = "app.example.com", path: String = "/", isHTTPOnly: Bool = false
    ) -> NativeCookie {
        NativeCookie(
            name: "customtoken", value: "abc", domain: domain, path: path, isSecure: true, isHTTPOnly: isHTTPOnly)
    }

    /// Why a request goes without a cookie.
    static let send: [ReasonExample] = [
        ReasonExample(
            SendReason.otherHost, "The backend's cookie stays with the backend: the page is on a host beside it.",
            .setCookie("customtoken=abc; Path=/; Secure", from: Place.backend, thenGet: Place.page),
            mended: .setCookie(
                "customtoken=abc; Path=/; Secure; Domain=example.com", from: Place.backend, thenGet: Place.page)),
        ReasonExample(
            SendReason.hostOnly,
            "Without a Domain, a cookie is for exactly the host that set it, and not for the hosts below it.",
            .setCookie("customtoken=abc; Path=/", from: "https://example.com/", thenGet: Place.page),
            mended: .setCookie(
                "customtoken=abc; Path=/; Domain=example.com", from: "https://example.com/", thenGet: Place.page)),
        ReasonExample(
            SendReason.path,
            "The line names no path, so the cookie is for the folder of the URL that set it, /auth.",
            .setCookie("customtoken=abc", from: "https://app.example.com/auth/exchange", thenGet: Place.page),
            mended: .setCookie(
                "customtoken=abc; Path=/", from: "https://app.example.com/auth/exchange", thenGet: Place.page)),
        ReasonExample(
            SendReason.secure, "The cookie is Secure, and the page is opened over http.",
            .setCookie("customtoken=abc; Path=/; Secure", from: Place.page, thenGet: Place.insecure),
            mended: .setCookie("customtoken=abc; Path=/; Secure", from: Place.page, thenGet: Place.page)),
        ReasonExample(
            SendReason.sameSiteStrict, "A link in another site's page leads to the app's page.",
            .setCookie(
                "customtoken=abc; Path=/; SameSite=Strict", from: Place.page, thenGet: Place.page,
                .init(startedBy: Place.other)),
            mended: .setCookie(
                "customtoken=abc; Path=/; SameSite=Lax", from: Place.page, thenGet: Place.page,
                .init(startedBy: Place.other))),
        ReasonExample(
            SendReason.sameSiteLax, "An identity provider posts its form to the app's page.",
            .setCookie(
                "customtoken=abc; Path=/; SameSite=Lax", from: Place.page, thenGet: Place.page,
                .init(startedBy: Place.other, method: "POST")),
            mended: .setCookie(
                "customtoken=abc; Path=/; SameSite=Lax", from: Place.page, thenGet: Place.page,
                .init(startedBy: Place.other))),
        ReasonExample(
            SendReason.sameSiteDefault,
            "A page of another site fetches from the backend, whose cookie says nothing of SameSite.",
            .setCookie(
                "customtoken=abc; Path=/; Secure", from: Place.page, thenGet: Place.page, .init(top: Place.other)),
            mended: .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=None", from: Place.page, thenGet: Place.page,
                .init(top: Place.other)),
            as: "rfc6265bis"),
        ReasonExample(
            SendReason.sameSiteTaintedByRedirect,
            "The load begins at a partner's site and is redirected to the app's page.",
            .setCookie(
                "customtoken=abc; Path=/; SameSite=Strict", from: Place.page, thenGet: Place.page,
                .init(redirectedFrom: [Place.other])),
            mended: .setCookie(
                "customtoken=abc; Path=/; SameSite=Lax", from: Place.page, thenGet: Place.page,
                .init(redirectedFrom: [Place.other])), besides: [SendReason.sameSiteStrict]),
        ReasonExample(
            SendReason.thirdPartyBlocked,
            "The app's page is in a frame of another site, and tracking prevention is on.",
            .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=None", from: Place.page, thenGet: Place.page,
                .init(top: Place.other)),
            mended: .setCookie("customtoken=abc; Path=/; Secure; SameSite=None", from: Place.page, thenGet: Place.page)),
        ReasonExample(
            SendReason.partitionMismatch,
            "A partitioned cookie was set in a frame of one site, and another site asks for it.",
            .cookies(
                CookieStory(
                    .response(
                        "customtoken=abc; Path=/; Secure; SameSite=None; Partitioned", from: Place.page,
                        .init(top: Place.other)),
                    .request(Place.page))),
            mended: .cookies(
                CookieStory(
                    .response(
                        "customtoken=abc; Path=/; Secure; SameSite=None; Partitioned", from: Place.page,
                        .init(top: Place.other)),
                    .request(Place.page, .init(top: Place.other)))),
            as: "chromium"),
        ReasonExample(
            SendReason.schemeNotSupported, "The page is opened under a scheme of the app's own.",
            .setCookie("customtoken=abc; Path=/", from: Place.page, thenGet: "app://app.example.com/"),
            mended: .setCookie("customtoken=abc; Path=/", from: Place.page, thenGet: Place.page)),
        ReasonExample(
            SendReason.expired, "An hour later the cookie's time is over.",
            .cookies(CookieStory(.response(anHour, from: Place.page), .wait(.seconds(3660)), .request(Place.page))),
            mended: .cookies(
                CookieStory(.response(anHour, from: Place.page), .wait(.seconds(60)), .request(Place.page)))),
        ReasonExample(
            SendReason.sessionEnded, "The cookie has no expiry, and the app is swiped away.",
            .cookies(
                CookieStory(.response("customtoken=abc; Path=/", from: Place.page), .relaunch, .request(Place.page))),
            mended: .cookies(CookieStory(.response(anHour, from: Place.page), .relaunch, .request(Place.page)))),
        ReasonExample(
            SendReason.evicted, "So many cookies came after it that the engine gave the oldest up.",
            .cookies(
                CookieStory(.response(anHour, from: Place.page), .many(190, from: Place.page), .request(Place.page))),
            mended: .cookies(
                CookieStory(.response(anHour, from: Place.page), .many(20, from: Place.page), .request(Place.page))),
            as: "chromium", besides: [StoreReason.evictedOthers]),
        ReasonExample(
            SendReason.deletedByInactivity,
            "Script wrote the cookie, and nobody tapped on the page for seven days of use.",
            .cookies(
                CookieStory(
                    .script("customtoken=abc; Path=/", on: Place.page), .inactivity(site: "example.com"),
                    .request(Place.page))),
            mended: .cookies(
                CookieStory(
                    .response("customtoken=abc; Path=/", from: Place.page), .inactivity(site: "example.com"),
                    .request(Place.page)))),
        ReasonExample(
            SendReason.clearedBySite,
            "Signing out answers with Clear-Site-Data, and the next sign-in has not set the cookie again.",
            .cookies(
                CookieStory(.response(anHour, from: Place.page), .clear(site: "example.com"), .request(Place.page))),
            mended: .cookies(
                CookieStory(.clear(site: "example.com"), .response(anHour, from: Place.page), .request(Place.page)))),
        ReasonExample(
            SendReason.otherStore, "The app put the cookie into HTTPCookieStorage.shared, which web views never read.",
            .view(ViewStory(.setInNativeStorage(nativeCookie()), .load())),
            mended: .view(ViewStory(.set(nativeCookie()), .load()))),
        ReasonExample(
            SendReason.notCommittedYet, "setCookie is a message to another process, and the load does not wait for it.",
            .view(ViewStory(.setUnawaited(nativeCookie()), .load())),
            mended: .view(ViewStory(.set(nativeCookie()), .load()))),
        ReasonExample(
            SendReason.lostBeforeFlush,
            "The network process dies seconds after the write, before the cookie is on disk.",
            .view(ViewStory(.load(), .set(persistent), .crashNetworkProcess, .reload)),
            mended: .view(ViewStory(.load(), .set(persistent), .wait(.seconds(11)), .crashNetworkProcess, .reload))),
        ReasonExample(
            SendReason.manualHeaderWins,
            "The app writes a Cookie header on the request, and the store's own cookies stay at home.",
            .view(ViewStory(.set(nativeCookie()), .load(headers: ["Cookie: lang=en"]))),
            mended: .view(ViewStory(.set(nativeCookie()), .load()))),
        ReasonExample(
            SendReason.manualHeaderDropped, "The app's Cookie header is gone after a redirect.",
            .view(
                ViewStory(
                    [.redirect(to: Place.login), .init(Place.login)], .load(headers: ["Cookie: customtoken=abc"]))),
            mended: .view(
                ViewStory([.redirect(to: Place.login), .init(Place.login)], .set(nativeCookie()), .load()))),
        ReasonExample(
            SendReason.credentialsOmitted, "The page fetches without credentials.",
            .view(
                ViewStory(
                    [.init(), .init(Place.login)], .set(nativeCookie()), .load(),
                    .fetch(Place.login, omitsCredentials: true))
            ),
            mended: .view(ViewStory([.init(), .init(Place.login)], .set(nativeCookie()), .load(), .fetch(Place.login)))),
        ReasonExample(
            SendReason.nameless, "Native code stores a cookie without a name, and no request ever carries it.",
            .cookies(CookieStory(.native(nameless), .request(Place.page))),
            mended: .cookies(CookieStory(.native(nativeCookie()), .request(Place.page)))),
        ReasonExample(
            SendReason.setAfterRequest,
            "A user script writes the cookie, which is after the page's own request has been made.",
            .scenario(
                ScenarioStory(
                    """
                    name: The server renders the page for whoever the first request's cookie names
                    steps:
                      - sign-in
                      - exchange
                      - open: { path: /, inject: user-script }
                    expect: { first-request: { with: customtoken } }
                    """)),
            mended: .scenario(
                ScenarioStory(
                    """
                    name: The store has the cookie before the page is asked for
                    steps:
                      - sign-in
                      - exchange
                      - open: { path: /, inject: cookie-store }
                    expect: { first-request: { with: customtoken } }
                    """))),
    ]

    static let nameless = NativeCookie(name: "", value: "abc", domain: "app.example.com")
    private static let persistent = NativeCookie(
        name: "customtoken", value: "abc", domain: "app.example.com", isSecure: true,
        expiry: ExampleRunner.start + .seconds(86_400))
}
