import RouterGuard

extension ReasonExample {
    /// A scenario's text from its parts.
    static func scenario(
        _ name: String, world: String = "", expecting expectation: String = "{ verdict: signed-in }",
        modules: [(String, String)] = [], _ steps: String...
    ) -> ExampleForm {
        let head = "name: \(name)\n" + (world.isEmpty ? "" : world + "\n")
        let list = steps.map { "  - \($0)\n" }.joined()
        return .scenario(ScenarioStory("\(head)steps:\n\(list)expect: \(expectation)\n", modules: modules))
    }

    static let byScript = "open: { path: /, inject: user-script }"
    static let byStore = "open: { path: /, inject: cookie-store }"
    static let plainCookie = "backend: { cookie-attributes: Path=/; Secure; Max-Age=3600 }"
    private static let shown = scenario("The guard signs the page in", "sign-in", "exchange", byScript)

    /// A guard of a team's own, run as it is.
    private static func guarded(
        by text: String, version: Int = 4, handing: String = byScript,
        expecting expectation: String = "{ verdict: signed-in }"
    ) -> ExampleForm {
        scenario(
            "The app's own guard signs the page in", world: "guard: { module: guard.js, generation: \(version) }",
            expecting: expectation, modules: [("guard.js", text)], "sign-in", "exchange", handing)
    }

    private static let imports = """
        import Cookies from "js-cookie";
        import { getAuth, signInWithCustomToken } from "firebase/auth";

        const auth = getAuth();

        """

    private static let goodGuard = guarded(
        by: imports + """
            export default async (to) => {
              if (!to.meta.requiresAuth) return true;
              await auth.authStateReady();
              if (auth.currentUser) return true;
              const token = Cookies.get("customtoken");
              if (!token) return { name: "signin" };
              try {
                await signInWithCustomToken(auth, token);
                return true;
              } catch {
                return { name: "signin" };
              }
            };

            """)

    /// What the page's guard decides.
    static let guarding: [ReasonExample] = verdicts + times + mistakes

    private static let verdicts: [ReasonExample] = [
        ReasonExample(
            GuardReason.noAuthNeeded, "The page that was opened is public: nobody looks at the token.",
            scenario(
                "The public page signs the user in", "sign-in", "exchange",
                "open: { path: /about, inject: user-script }"),
            mended: scenario(
                "Behind the guard nothing is public", world: "guard: { module: guard.js }",
                modules: [
                    (
                        "guard.js",
                        imports
                            + "export default async () => { await signInWithCustomToken(auth, Cookies.get(\"customtoken\")); };\n"
                    )
                ],
                "sign-in", "exchange", byScript)),
        ReasonExample(
            GuardReason.userPresent,
            "The page's session of the last visit is still there, and the guard lets the navigation pass.",
            scenario("A reload finds the user", world: plainCookie, "sign-in", "exchange", byStore, "reload"),
            mended: shown),
        ReasonExample(
            GuardReason.cookieAbsent, "The app has exchanged nothing, and so the page finds no cookie.",
            scenario("The page opens signed in", "sign-in", "open: { path: / }"), mended: shown),
        ReasonExample(
            GuardReason.cookieUnreadable,
            "The cookie's value has a percent sign that is no escape, and vue-cookies throws.",
            scenario(
                "The page opens signed in", "sign-in", "exchange",
                "open: { path: /, inject: [{ user-script: { value: \"%E0%A4%A\" } }] }"), mended: shown),
        ReasonExample(
            GuardReason.tokenAccepted, "All is well: the guard found the token, and the sign-in took it.", shown,
            mended: scenario(
                "Nothing is handed over", expecting: "{ verdict: signed-out }", "sign-in", "open: { path: / }")),
        ReasonExample(
            GuardReason.tokenRefused, "The custom token was kept for more than an hour before the page was opened.",
            scenario("An hour later the page signs in", "sign-in", "exchange", "advance: 61m", byScript), mended: shown),
        ReasonExample(
            GuardReason.redirected, "Without a token the guard sends the navigation to the sign-in page.",
            scenario("The page opens signed in", "sign-in", "open: { path: / }"), mended: shown),
        ReasonExample(
            GuardReason.aborted, "The guard answers false, and the page stays where it was.",
            guarded(by: "export default () => false;\n"), mended: goodGuard),
        ReasonExample(
            GuardReason.threw, "The guard reads a property of what is not there.",
            guarded(by: imports + "export default () => auth.user.uid;\n"), mended: goodGuard),
        ReasonExample(
            GuardReason.unmatchedRoute, "The path of the app's link is in none of the page's routes.",
            scenario(
                "A link from the app shows the start page", expecting: "{ route: main }", "sign-in", "exchange",
                "open: { path: /nowhere/at/all, inject: user-script }"), mended: shown),
        ReasonExample(
            GuardReason.pathOutsideHash, "The router has hash mode, and the app's link has a plain path.",
            scenario(
                "A deep link reaches the order", world: "guard: { mode: hash }", expecting: "{ route: order }",
                "sign-in",
                "exchange", "open: { path: /orders/7, inject: user-script }"),
            mended: scenario(
                "Behind the hash the deep link reaches the order", world: "guard: { mode: hash }",
                expecting: "{ route: order }", "sign-in", "exchange",
                "open: { path: \"/#/orders/7\", inject: user-script }")),
    ]

    private static let times: [ReasonExample] = [
        ReasonExample(
            GuardReason.authNotReady,
            "Firebase restores its user from storage, which takes a turn; the guard looks at once.",
            scenario(
                "A reload stays signed in",
                world: "guard: { waits-for-auth: false, deletes-cookie: true }\n" + plainCookie, "sign-in", "exchange",
                byStore,
                "reload"),
            mended: scenario(
                "A reload stays signed in", world: "guard: { deletes-cookie: true }\n" + plainCookie, "sign-in",
                "exchange",
                byStore, "reload")),
        ReasonExample(
            GuardReason.waitsForAuth, "The guard waits until auth has read its storage, as it should.",
            scenario("A reload finds the user", world: plainCookie, "sign-in", "exchange", byStore, "reload"),
            mended: scenario(
                "A guard that does not wait", world: "guard: { waits-for-auth: false }", "sign-in", "exchange", byScript
            )),
        ReasonExample(
            GuardReason.authReady, "Auth has read its storage, and the guard goes on.",
            scenario("A reload finds the user", world: plainCookie, "sign-in", "exchange", byStore, "reload"),
            mended: scenario(
                "A guard that does not wait", world: "guard: { waits-for-auth: false }", "sign-in", "exchange", byScript
            )),
        ReasonExample(
            GuardReason.readBeforeDocumentEnd, "The user script runs at document end, and the guard reads before that.",
            scenario(
                "The script is in time", world: "guard: { waits-for-auth: false }", "sign-in", "exchange",
                "open: { path: /, inject: user-script-at-end }"),
            mended: scenario(
                "At document start the script is in time", world: "guard: { waits-for-auth: false }", "sign-in",
                "exchange",
                byScript)),
        ReasonExample(
            GuardReason.cookieDeleted, "The guard deletes the cookie once its token has served, as it should.",
            scenario(
                "The token is used once", world: "guard: { deletes-cookie: true }", "sign-in", "exchange", byScript),
            mended: scenario(
                "The token stays in the cookie", world: "guard: { deletes-cookie: false }", "sign-in", "exchange",
                byScript)),
        ReasonExample(
            GuardReason.retried, "The connection was lost during the sign-in, and the guard tries again.",
            scenario(
                "A lost connection does no harm", world: "guard: { retries: 1 }\n" + lost, "sign-in", "exchange",
                byScript),
            mended: shown),
    ]

    private static let lost = "faults: { endpoint: accounts:signInWithCustomToken, effect: drop, times: once }"

    private static let mistakes: [ReasonExample] = [
        ReasonExample(
            GuardReason.neverCalledNext, "The guard calls next where it finds a cookie, and nowhere else.",
            scenario(
                "Without a cookie the sign-in page comes", world: "guard: article", expecting: "{ route: signin }",
                "sign-in", "open: { path: / }"),
            mended: scenario(
                "Without a cookie the sign-in page comes", expecting: "{ route: signin }", "sign-in",
                "open: { path: / }")),
        ReasonExample(
            GuardReason.returnIgnored, "The guard returns its decision, which Vue Router 3 does not look at.",
            guarded(by: imports + "export default () => (auth.currentUser ? true : \"/signin\");\n", version: 3),
            mended: goodGuard),
        ReasonExample(
            GuardReason.neverDecided, "The guard returns a promise that nobody settles.",
            guarded(by: "export default () => new Promise(() => {});\n"), mended: goodGuard),
        ReasonExample(
            GuardReason.nextCalledTwice, "The guard redirects and goes on to the next() below.",
            guarded(
                by: imports + """
                    export default (to, from, next) => {
                      if (to.meta.requiresAuth && !auth.currentUser) next("/signin");
                      next();
                    };

                    """), mended: goodGuard),
        ReasonExample(
            GuardReason.invalidGuard, "The guard takes next and returns its decision in place of calling it.",
            guarded(
                by: imports + "export default async (to, from, next) => (auth.currentUser ? true : \"/signin\");\n"),
            mended: goodGuard),
        ReasonExample(
            GuardReason.redirectLoop, "The guard protects the sign-in page too.",
            guarded(
                by: imports + """
                    export default (to, from, next) =>
                      auth.currentUser ? next() : next("/signin?again=" + to.fullPath.length);

                    """, version: 3), mended: goodGuard),
        ReasonExample(
            GuardReason.cookieNotRead, "The guard asks for a user and never looks for a token.",
            guarded(
                by: imports + """
                    export default async (to) => {
                      await auth.authStateReady();
                      if (!auth.currentUser && to.meta.requiresAuth) return "/signin";
                    };

                    """), mended: goodGuard),
        ReasonExample(
            GuardReason.otherCookie, "The app writes customtoken, and the guard reads custom_token.",
            guarded(
                by: imports + """
                    export default async (to) => {
                      if (!to.meta.requiresAuth) return true;
                      const token = Cookies.get("custom_token");
                      if (!token) return "/signin";
                      await signInWithCustomToken(auth, token);
                    };

                    """), mended: goodGuard),
        ReasonExample(
            GuardReason.tokenNotUsed, "The guard reads all cookies for another one, and never signs in.",
            guarded(
                by:
                    "export default (to) => to.path === \"/signin\" || document.cookie.includes(\"user=\") || \"/signin\";\n"
            ),
            mended: goodGuard),
        ReasonExample(
            GuardReason.signInNotAwaited, "The guard starts the sign-in and decides before it is done.",
            guarded(
                by: imports + """
                    export default async (to) => {
                      if (!to.meta.requiresAuth) return true;
                      await auth.authStateReady();
                      signInWithCustomToken(auth, Cookies.get("customtoken"));
                      return auth.currentUser ? true : "/signin";
                    };

                    """), mended: goodGuard),
    ]
}
