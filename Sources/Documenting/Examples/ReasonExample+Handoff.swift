import AuthEmulator
import Cookies
import Diagnosis
import WebViews

extension ReasonExample {
    private static let shown = scenario("The page opens signed in", "sign-in", "exchange", byScript)
    private static let partner = "web: { redirects: [{ from: /partner, to: \"${partner}/landing\" }] }"

    /// What goes wrong between app, backend and page.
    static let handoff: [ReasonExample] = asking + handing + losing + switching

    private static let asking: [ReasonExample] = [
        ReasonExample(
            HandoffReason.fieldMismatch, "The app posts the ID token as jwt, and the backend reads idtoken.",
            scenario("The exchange works", "sign-in", "exchange: { field: jwt }", byScript), mended: shown),
        ReasonExample(
            HandoffReason.exchangeRefused, "The backend finds no ID token where it looks for it, and says so.",
            scenario("The exchange works", "sign-in", "exchange: { field: credential }", byScript), mended: shown),
        ReasonExample(
            HandoffReason.cookieRejected, "The backend's cookie is for a domain that is not its own.",
            scenario(
                "The exchange works", world: "backend: { cookie-attributes: Path=/; Domain=shop.example.com; Secure }",
                "sign-in", "exchange", byScript), mended: shown),
        ReasonExample(
            HandoffReason.notSignedIn, "Nobody has signed in when the exchange begins.",
            scenario("The exchange works", "exchange", byScript), mended: shown),
        ReasonExample(
            HandoffReason.nothingToInject, "The page is opened before the exchange.",
            scenario("The page opens signed in", "sign-in", byScript), mended: shown),
        ReasonExample(
            HandoffReason.noExchange, "The app opens the page and never asks the backend for a token.",
            scenario("The page opens signed in", "sign-in", "open: { path: / }"), mended: shown),
        ReasonExample(
            HandoffReason.notOpened, "The exchange worked, and no page was opened.",
            scenario("The page opens signed in", "sign-in", "exchange"), mended: shown),
        ReasonExample(
            HandoffReason.nothingToReload, "The app reloads before it has opened a page.",
            scenario("A reload stays signed in", "sign-in", "reload"),
            mended: scenario("A reload stays signed in", "sign-in", "exchange", byScript, "reload")),
        ReasonExample(
            HandoffReason.appNotRunning, "The app was ended, and is asked to sign in.",
            scenario("The app signs in", "kill", "sign-in"), mended: shown),
    ]

    private static let handing: [ReasonExample] = [
        ReasonExample(
            HandoffReason.neverHandedOver, "The app has the token, and opens the page without it.",
            scenario("The page opens signed in", "sign-in", "exchange", "open: { path: / }"), mended: shown),
        ReasonExample(
            HandoffReason.httpOnlyLost,
            "The backend protects the cookie with HttpOnly, and the app's script copies it without.",
            scenario("The page opens signed in", "sign-in", "exchange", byScript),
            mended: scenario("The page opens signed in", world: plainCookie, "sign-in", "exchange", byScript)),
        ReasonExample(
            HandoffReason.cookieInHeaderOnly,
            "The app writes the cookie on the request itself. The server sees it, and no script does.",
            scenario("The page opens signed in", "sign-in", "exchange", "open: { path: /, inject: header }"),
            mended: shown),
        ReasonExample(
            HandoffReason.headerOnly,
            "The token was in the request's Cookie header and nowhere else, and the guard reads document.cookie.",
            scenario("The page opens signed in", "sign-in", "exchange", "open: { path: /, inject: header }"),
            mended: shown),
        ReasonExample(
            HandoffReason.copyForOtherHost, "The app copies the cookie as the backend sent it: for the backend's host.",
            scenario(
                "The page opens signed in",
                world: "backend: { cookie-attributes: Path=/; Domain=api.localhost; Secure }",
                "sign-in", "exchange", byStore),
            mended: scenario(
                "The copy is for the web app's host",
                world: "backend: { cookie-attributes: Path=/; Domain=api.localhost; Secure }", "sign-in", "exchange",
                "open: { path: /, inject: [{ cookie-store: { domain: app.localhost } }] }")),
        ReasonExample(
            HandoffReason.wrongDataStore,
            "The cookie is in the default store, and the page is opened in a view with a private one.",
            scenario(
                "The second view is signed in", world: plainCookie, "sign-in", "exchange",
                "open: { path: /about, inject: cookie-store }", "open: { path: /, store: private }"),
            mended: scenario(
                "The second view is signed in", world: plainCookie, "sign-in", "exchange",
                "open: { path: /about, inject: cookie-store }", "open: { path: / }")),
        ReasonExample(
            HandoffReason.writtenTooLate,
            "The script writes the cookie at document end, and the guard has read before that.",
            scenario(
                "The page opens signed in", world: "guard: { waits-for-auth: false }", "sign-in", "exchange",
                "open: { path: /, inject: user-script-at-end }"),
            mended: scenario(
                "The page opens signed in", world: "guard: { waits-for-auth: false }", "sign-in", "exchange", byScript)),
        ReasonExample(
            HandoffReason.emptyCookie, "The script ran with an empty token in it.",
            scenario(
                "The page opens signed in", "sign-in", "exchange",
                "open: { path: /, inject: [{ user-script: { value: \"\" } }] }"), mended: shown),
        ReasonExample(
            HandoffReason.leftTheApp, "A redirect leads to a partner's page, which knows nothing of the handoff.",
            scenario(
                "The page opens signed in", world: partner, "sign-in", "exchange",
                "open: { path: /partner, inject: user-script }"), mended: shown),
        ReasonExample(
            HandoffReason.redirectedAway, "The server answers the path with a redirect to a page that needs no user.",
            scenario(
                "The page opens signed in", world: "web: { redirects: [{ from: /offers, to: /about }] }", "sign-in",
                "exchange", "open: { path: /offers, inject: user-script }"), mended: shown),
        ReasonExample(
            StoreReason.tokenOnForeignOrigin,
            "The user script runs on whatever page a redirect leads to, and writes the token there.",
            scenario(
                "The token stays with the app's page", world: partner,
                expecting: "{ verdict: signed-out, no-findings: [note/token-on-foreign-origin] }",
                "sign-in", "exchange", "open: { path: /partner, inject: user-script }"),
            mended: scenario(
                "The token stays with the app's page", world: partner,
                expecting: "{ verdict: signed-out, no-findings: [note/token-on-foreign-origin] }",
                "sign-in", "exchange", "open: { path: /partner, inject: [{ user-script: { guarded: true } }] }")),
        ReasonExample(
            EdgeReason.cookieNotForwarded, "Firebase Hosting passes one cookie on to the server behind it: __session.",
            scenario(
                "The server sees the cookie", world: "edge: firebase-hosting",
                expecting: "{ verdict: signed-out, no-findings: [edge/cookie-not-forwarded] }", "sign-in", "exchange",
                byStore),
            mended: scenario(
                "The server sees the cookie", world: "edge: firebase-hosting\nbackend: { cookie-name: __session }",
                expecting: "{ first-request: { with: __session }, no-findings: [edge/cookie-not-forwarded] }",
                "sign-in",
                "exchange", byStore)),
    ]

    private static let losing: [ReasonExample] = [
        ReasonExample(
            HandoffReason.cookieDeleted, "The app cleans its cookies up before the page has signed in.",
            scenario(
                "The page opens signed in", world: plainCookie, "sign-in", "exchange",
                "open: { path: /about, inject: cookie-store }", "delete-cookies", "open: { path: / }"),
            mended: scenario(
                "The page opens signed in", world: plainCookie, "sign-in", "exchange",
                "open: { path: /about, inject: cookie-store }", "open: { path: / }")),
        ReasonExample(
            HandoffReason.dataRemoved,
            "The app removes the web view's data, and opens the page without a new exchange.",
            scenario(
                "The page opens signed in", world: plainCookie, "sign-in", "exchange", byStore, "remove-website-data",
                "open: { path: / }"),
            mended: scenario(
                "The page opens signed in", world: plainCookie, "sign-in", "exchange", byStore, "remove-website-data",
                "exchange", byStore)),
    ]

    private static let switching: [ReasonExample] = [
        ReasonExample(
            HandoffReason.otherUser, "The app changes accounts, and the page still has the old user's session.",
            scenario(
                "The page shows the new user", "sign-in", "exchange", byScript, "sign-out",
                "sign-in: { as: hana@example.com }", "open: { path: / }"), mended: everywhere),
        ReasonExample(
            HandoffReason.pageStillSignedIn, "Signing out natively says nothing to the page.",
            scenario(
                "The page shows the new user", "sign-in", "exchange", byScript, "sign-out",
                "sign-in: { as: hana@example.com }", "open: { path: / }"), mended: everywhere),
        ReasonExample(
            HandoffReason.leftInWebView, "The web view's store keeps the old token when the app signs out.",
            scenario(
                "The page shows the new user", "sign-in", "exchange", byScript, "sign-out",
                "sign-in: { as: hana@example.com }", "open: { path: / }"), mended: everywhere),
        ReasonExample(
            HandoffReason.leftInNativeStorage, "The app's own cookie storage keeps the old token when it signs out.",
            scenario(
                "The page shows the new user", "sign-in", "exchange",
                "open: { path: /, inject: [user-script, native-storage] }", "sign-out",
                "sign-in: { as: hana@example.com }",
                "open: { path: / }"), mended: everywhere),
        ReasonExample(
            HandoffReason.copyLeftInPreferences,
            "The copy that an app keeps for its move to another team outlives a sign-out.",
            scenario(
                "Signing out leaves nothing behind", expecting: "{ no-findings: [handoff/copy-left-in-preferences] }",
                "sign-in",
                "update", "launch", "sign-out"),
            mended: scenario(
                "Signing out leaves nothing behind", expecting: "{ no-findings: [handoff/copy-left-in-preferences] }",
                "sign-in",
                "update", "launch", "sign-out: { everywhere: true }")),
    ]

    private static let everywhere = scenario(
        "The page shows the new user", "sign-in", "exchange",
        "open: { path: /, inject: [user-script, native-storage] }",
        "sign-out: { everywhere: true }", "sign-in: { as: hana@example.com }", "exchange", byScript)

    private static func apple(_ nonce: String) -> ExampleForm {
        scenario(
            "Sign in with Apple works", expecting: "{ verdict: not-opened }",
            "sign-in: { with: apple, nonce: \(nonce) }")
    }

    private static func twitter(_ person: String) -> ExampleForm {
        scenario(
            "Signing in with Twitter works", expecting: "{ verdict: not-opened }",
            "sign-in: { with: twitter, person: \(person) }")
    }

    /// What a person does at a provider, and what only a message to the app brings about.
    static let elsewhere: [ReasonExample] = [
        ReasonExample(
            RedirectReason.denied, "The person reads what the app wants to know, and says no.", twitter("declines"),
            mended: twitter("agrees")),
        ReasonExample(
            NavigationReason.messageHandlersUnavailable,
            "The page asks the app for the session, and finds no handler: the app has WKAppBoundDomains.",
            scenario(
                "The page opens signed in", world: "app: { bound-domains: [app.localhost] }", "sign-in", "exchange",
                "open: { path: /, inject: message }"),
            mended: scenario(
                "The page opens signed in", world: "app: { bound-domains: [app.localhost], limits-navigations: true }",
                "sign-in", "exchange", "open: { path: /, inject: message }")),
    ]

    /// What can be wrong with the nonce of Sign in with Apple.
    static let nonce: [ReasonExample] = [
        ReasonExample(
            NonceReason.hashSent, "The app gives Firebase the hash that it gave Apple, in place of the raw nonce.",
            apple("hash-twice"), mended: apple("hashed")),
        ReasonExample(
            NonceReason.missing, "The app gives Firebase the token and forgets the nonce.", apple("missing"),
            mended: apple("hashed")),
        ReasonExample(
            NonceReason.different, "Two taps on the button: the second request has overwritten the first one's nonce.",
            apple("overwritten"), mended: apple("hashed")),
    ]
}
