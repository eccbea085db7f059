import Testing

/// One fault each, and the cause that the first line is to name.
extension ScenarioRootCauseTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        /// Of the world, before the steps.
        var world = ""
        let steps: String
        var expect = "{ verdict: signed-in }"
        let code: String
        /// The step that the cause lies in.
        let step: String

        var testDescription: String { name }
    }

    static let plain = "backend: { cookie-attributes: Path=/; Secure; Max-Age=432000 }"
    static let script = "open: { path: /, inject: user-script }"
    static let store = "open: { path: /, inject: cookie-store }"

    static let session =
        "backend: { cookie-name: __session, cookie-attributes: \"Path=/; Secure; HttpOnly; Max-Age=432000\" }"
    static let serversPage = "open: { path: /__/account, inject: session-cookie }"

    static let rows = untilThePage + sinceThePage

    private static let untilThePage: [Row] = [
        // The app.
        Row(name: "nobody signs in", steps: "open: { path: / }", code: "handoff/not-signed-in", step: "open"),
        Row(
            name: "the group of two apps lacks the team's prefix", world: "app: { access-group: shared }",
            steps: "sign-in, open-app: other, open: { path: / }", code: "keychain/missing-entitlement", step: "open"),
        Row(
            name: "the same, where a step needs the user", world: "app: { access-group: shared }",
            steps: "sign-in, open-app: other, exchange", code: "keychain/missing-entitlement", step: "exchange"),
        Row(name: "no page is opened", steps: "sign-in", code: "handoff/not-opened", step: "sign-in"),
        Row(name: "no exchange", steps: "sign-in, open: { path: / }", code: "handoff/no-exchange", step: "open"),
        Row(
            name: "the answer stays in the app", steps: "sign-in, exchange, open: { path: / }",
            code: "handoff/never-handed-over", step: "open"),
        // The exchange.
        Row(
            name: "a field that the backend does not read", steps: "sign-in, exchange: { field: jwt }, \(script)",
            code: "backend/missing-field", step: "exchange"),
        Row(
            name: "the user is revoked", steps: "sign-in, advance: 5s, revoke-user, exchange, \(script)",
            code: "auth/token-expired", step: "exchange"),
        Row(
            name: "the user is disabled before the exchange", steps: "sign-in, disable-user, exchange, \(script)",
            code: "auth/user-disabled", step: "exchange"),
        Row(
            name: "the backend is down", steps: "sign-in, stop-backend, exchange, \(script)",
            code: "transport/could-not-connect", step: "exchange"),
        // The copy.
        Row(
            name: "in the native storage only",
            steps: "sign-in, exchange, open: { path: /, inject: native-storage }", code: "send/other-store",
            step: "open"),
        Row(
            name: "five kilobytes",
            steps:
                "sign-in, exchange, open: { path: /, inject: [{ user-script: { value: \(String(repeating: "x", count: 5000)) } }] }",
            code: "store/pair-too-large", step: "open"),
        Row(
            name: "a quote breaks the script",
            steps: "sign-in, exchange, open: { path: /, inject: [{ user-script: { value: \"it's\" } }] }",
            code: "script/syntax-error", step: "open"),
        Row(
            name: "the copy keeps HttpOnly", steps: "sign-in, exchange, \(store)", code: "script/http-only",
            step: "open"),
        // The request.
        Row(
            name: "nobody awaits the store", world: plain,
            steps: "sign-in, exchange, open: { path: /, inject: [{ cookie-store: { awaited: false } }] }",
            expect: "{ verdict: signed-in, first-request: { with: customtoken } }", code: "send/not-committed-yet",
            step: "open"),
        Row(
            name: "a script is too late for the first request", steps: "sign-in, exchange, \(script)",
            expect: "{ verdict: signed-in, first-request: { with: customtoken } }", code: "send/set-after-request",
            step: "open"),
        Row(
            name: "the network process dies too early", world: plain,
            steps: "sign-in, exchange, \(store), crash-network-process, reload",
            expect: "{ first-request: { with: customtoken } }", code: "send/lost-before-flush",
            step: "crash-network-process"),
        Row(
            name: "no expiry, and the app ends", world: "backend: { cookie-attributes: Path=/; Secure }",
            steps: "sign-in, exchange, \(store), relaunch, open: { path: / }",
            expect: "{ first-request: { with: customtoken } }", code: "send/session-ended", step: "open"),
        Row(
            name: "Hosting cuts the cookie", world: "edge: firebase-hosting", steps: "sign-in, exchange, \(store)",
            expect: "{ verdict: signed-out, no-findings: [edge/cookie-not-forwarded] }",
            code: "edge/cookie-not-forwarded", step: "open"),
        // The page.
        Row(
            name: "a redirect leaves the app", world: "web: { redirects: [{ from: /p, to: \"${partner}/landing\" }] }",
            steps: "sign-in, exchange, open: { path: /p, inject: user-script }", code: "handoff/left-the-app",
            step: "open"),
        Row(
            name: "a redirect ends at a public page", world: "web: { redirects: [{ from: /p, to: /about }] }",
            steps: "sign-in, exchange, open: { path: /p, inject: user-script }", code: "handoff/redirected-away",
            step: "open"),
        Row(
            name: "a server's page sends on who comes without its cookie",
            world: "backend: { cookie-name: __session, cookie-attributes: Path=/auth; Secure; HttpOnly }",
            steps: "sign-in, open: { path: /__/account, inject: session-cookie }", code: "send/path", step: "open"),
        Row(
            name: "a reload asks for the page that the guard had sent the user to",
            steps: "sign-in, exchange, open: { path: / }, reload, reload", code: "handoff/never-handed-over",
            step: "open"),
        Row(
            name: "what nobody can send is not what nobody answers",
            steps: "sign-in, open: { path: / }, fetch: { to: /, headers: { \"a b\": c } }",
            code: "transport/invalid-header", step: "fetch"),
        Row(
            name: "the page reads the server's cookie",
            world: "backend: { cookie-attributes: \"Path=/; Secure; Max-Age=432000\" }",
            steps: "sign-in, open: { path: /__/enter, inject: session-cookie }, open: { path: /, inject: [] }",
            code: "token/is-session-cookie", step: "open"),
        Row(
            name: "a session of three weeks",
            world: "backend: { cookie-attributes: \"Path=/; Secure; HttpOnly; Max-Age=1814400\" }",
            steps: "sign-in, \(serversPage)", code: "backend/no-session-cookie", step: "open"),
        Row(
            name: "a server's page sends on who has logged out", world: session,
            steps:
                "sign-in, \(serversPage), form: { to: /__/session/end, method: post }, open: { path: /__/account, inject: [] }",
            code: "handoff/cookie-deleted", step: "form"),
        Row(
            name: "a server's page sends on whose session is over", world: session,
            steps: "sign-in, \(serversPage), advance: 6d, open: { path: /__/account, inject: [] }",
            code: "send/expired", step: "open"),
        Row(
            name: "a server's page sends on whose session was revoked",
            world: session.replacing(" }", with: ", checks-revocation: true }"),
            steps: "sign-in, \(serversPage), advance: 5s, revoke-user, open: { path: /__/account, inject: [] }",
            code: "account/token-revoked", step: "open"),
        Row(
            name: "a server's page is asked from a store that is empty", world: session,
            steps: "sign-in, \(serversPage), open: { path: /__/account, store: private, inject: [] }",
            code: "handoff/wrong-data-store", step: "open"),
        Row(
            name: "a server's page that nobody has begun a session for", world: session,
            steps: "sign-in, open: { path: /__/account, inject: [] }", code: "backend/no-session", step: "open"),
        Row(
            name: "Hosting cuts the cookie on its way to the server's page", world: "edge: firebase-hosting",
            steps: "sign-in, \(serversPage)", code: "edge/cookie-not-forwarded", step: "open"),
        Row(
            name: "a one-time code, a second time",
            steps:
                "sign-in, open: { path: \"/__/enter?code=used-up&to=/orders\", inject: [] }",
            code: "backend/unknown-code", step: "open"),
        Row(
            name: "the page is public", steps: "sign-in, exchange, open: { path: /about, inject: user-script }",
            code: "guard/no-auth-needed", step: "open"),
        Row(
            name: "the cookie cannot be decoded",
            steps: "sign-in, exchange, open: { path: /, inject: [{ user-script: { value: \"%E0%A4%A\" } }] }",
            code: "guard/cookie-unreadable", step: "open"),
        Row(
            name: "the article's guard hangs without a cookie", world: "guard: article",
            steps: "sign-in, open: { path: / }", expect: "{ verdict: signed-out }", code: "guard/never-called-next",
            step: "open"),
        Row(
            name: "the article's guard hangs where its sign-in page was wanted", world: "guard: article",
            steps: "sign-in, open: { path: / }", expect: "{ route: signin }", code: "guard/never-called-next",
            step: "open"),
        Row(
            name: "the article's guard hangs before a script at document end could write", world: "guard: article",
            steps: "sign-in, exchange, open: { path: /, inject: user-script-at-end }", code: "guard/never-called-next",
            step: "open"),
    ]

    private static let sinceThePage: [Row] = [
        // The token.
        // The backend's own cookie is HttpOnly, which does not matter where a script brings the token.
        Row(
            name: "an hour passes", steps: "sign-in, exchange, advance: 61m, \(script)", code: "token/expired",
            step: "open"),
        Row(
            name: "no token at all",
            steps: "sign-in, exchange, open: { path: /, inject: [{ user-script: { value: abc } }] }",
            code: "token/malformed", step: "open"),
        Row(
            name: "the user is disabled after the exchange", steps: "sign-in, exchange, disable-user, \(script)",
            code: "auth/user-disabled", step: "open"),
        // The user.
        Row(
            name: "the user is disabled while the page has a session", world: plain,
            steps: "sign-in, exchange, \(store), disable-user, reload", code: "auth/user-disabled", step: "reload"),
        Row(
            name: "the page's session is revoked, and its cookie is spent",
            world: plain + "\nguard: { deletes-cookie: true }",
            steps: "sign-in, exchange, \(store), advance: 5s, revoke-user, reload", code: "auth/token-expired",
            step: "reload"),
        Row(
            name: "the page keeps the old user",
            steps: "sign-in, exchange, \(script), sign-out, sign-in: { as: hana@example.com }, open: { path: / }",
            code: "handoff/page-still-signed-in", step: "sign-out"),
        // What was handed over is taken away.
        Row(
            name: "the app deletes its cookies before the page has signed in", world: plain,
            steps: "sign-in, exchange, open: { path: /about, inject: cookie-store }, delete-cookies, open: { path: / }",
            code: "handoff/cookie-deleted", step: "delete-cookies"),
        Row(
            name: "the app deletes its cookies after it", world: plain,
            steps: "sign-in, exchange, \(store), delete-cookies, reload",
            expect: "{ first-request: { with: customtoken } }", code: "handoff/cookie-deleted", step: "delete-cookies"),
        Row(
            name: "the website data is removed", world: plain,
            steps: "sign-in, exchange, \(store), remove-website-data, open: { path: / }",
            code: "handoff/data-removed", step: "remove-website-data"),
        Row(
            name: "the website data is removed after a script's cookie",
            steps: "sign-in, exchange, \(script), remove-website-data, open: { path: / }",
            code: "handoff/data-removed", step: "remove-website-data"),
        Row(
            name: "the app is removed", world: plain,
            steps: "sign-in, exchange, \(store), uninstall, install, launch, open: { path: / }",
            code: "handoff/data-removed", step: "uninstall"),
        Row(
            name: "the app forgets its user and everything else",
            steps: "sign-in, exchange, sign-out: { everywhere: true }, open: { path: / }",
            code: "handoff/not-signed-in", step: "sign-out"),
        Row(
            name: "another user signs in after that, and is never exchanged",
            steps:
                "sign-in, exchange, \(script), sign-out: { everywhere: true }, sign-in: { as: hana@example.com }, open: { path: / }",
            code: "handoff/no-exchange", step: "open"),
        Row(
            name: "a cookie that no script could see is removed",
            steps: "sign-in, exchange, \(store), remove-website-data, open: { path: / }",
            code: "handoff/cookie-deleted", step: "remove-website-data"),
        Row(
            name: "what is handed over after the removal has a fault of its own",
            steps: "sign-in, exchange, \(script), remove-website-data, \(store)", code: "script/http-only",
            step: "open"),
        Row(
            name: "the guard has spent the cookie when the website data is removed",
            world: plain + "\nguard: { deletes-cookie: true }",
            steps: "sign-in, exchange, \(store), remove-website-data, open: { path: / }",
            code: "handoff/data-removed", step: "remove-website-data"),
        Row(
            name: "the guard has spent the cookie that is looked for",
            world: plain + "\nguard: { deletes-cookie: true }", steps: "sign-in, exchange, \(store), reload",
            expect: "{ first-request: { with: customtoken } }", code: "guard/cookie-deleted", step: "open"),
        // The place in the page.
        Row(
            name: "a path that a router in hash mode does not look at", world: "guard: { mode: hash }",
            steps: "sign-in, exchange, open: { path: /about, inject: user-script }", expect: "{ route: about }",
            code: "guard/path-outside-hash", step: "open"),
        Row(
            name: "a path that no route matches",
            steps: "sign-in, exchange, open: { path: /nowhere/at/all, inject: user-script }",
            expect: "{ route: main }", code: "guard/unmatched-route", step: "open"),
        // Two faults: the first that matters.
        Row(
            name: "HttpOnly, and the token is old", steps: "sign-in, exchange, advance: 61m, \(store)",
            code: "script/http-only", step: "open"),
        Row(
            name: "an HttpOnly copy keeps the script's cookie out as well",
            steps: "sign-in, exchange, open: { path: /, inject: [cookie-store, user-script] }",
            code: "script/http-only", step: "open"),
        Row(
            name: "the native storage does not matter where a script failed",
            steps:
                "sign-in, exchange, open: { path: /, inject: [native-storage, { user-script: { value: \"it's\" } }] }",
            code: "script/syntax-error", step: "open"),
        Row(
            name: "an edge does not matter where script cannot see the cookie", world: "edge: firebase-hosting",
            steps: "sign-in, exchange, \(store)", code: "script/http-only", step: "open"),
        Row(
            name: "a guard that hangs is a consequence where a token was wanted", world: "guard: article",
            steps: "sign-in, open: { path: / }", code: "handoff/no-exchange", step: "open"),
        Row(
            name: "old and disabled: what the service looks at first",
            steps: "sign-in, exchange, disable-user, advance: 61m, \(script)", code: "token/expired", step: "open"),
        // The expectation.
        Row(
            name: "the copy is for the backend's host",
            steps: "sign-in, exchange, open: { path: /, inject: { cookie-store: { domain: api.localhost } } }",
            code: "handoff/copy-for-other-host", step: "open"),
        Row(
            name: "the exchange is forgotten", steps: "sign-in, \(store)", code: "handoff/nothing-to-inject",
            step: "open"),
        Row(
            name: "the expectation misspells the cookie", steps: "sign-in, exchange, \(script)",
            expect: "{ cookie: { name: token, stored: true } }", code: "run/expectation-not-met", step: ""),
        Row(
            name: "all went well", steps: "sign-in, exchange, \(script)", expect: "{ verdict: signed-out }",
            code: "run/expectation-not-met", step: ""),
        Row(
            name: "no step failed", steps: "sign-in, exchange",
            expect: "{ failure: { step: exchange, reason: token/expired } }", code: "run/expectation-not-met",
            step: "exchange"),
    ]
}
