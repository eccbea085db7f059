import Linting

private func guarded(_ body: String, next: Bool = true) -> String {
    let lines = body.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "router.beforeEach(async (to, from\(next ? ", next" : "")) => {\n\(lines)\n});"
}

extension ReasonExample {
    /// What servers and pages do to cookies, tokens and the guard.
    static let pageSources = cookieLines + tokenUses + guards + otherSides

    private static let cookieLines: [ReasonExample] = [
        script(
            .cookieRefused, "A public suffix is nobody's domain.",
            "response.cookie(\"theme\", \"dark\", { domain: \".co.uk\" });",
            mended: "response.cookie(\"theme\", \"dark\", { domain: \".example.co.uk\" });"),
        script(
            .cookieAltered, "Without an equals sign the whole text is the value, of a cookie without a name.",
            "document.cookie = \"dark\";", mended: "document.cookie = \"theme=dark\";"),
        script(
            .severalInOneWrite, "Only the first is set.", "document.cookie = \"theme=dark; locale=ja; path=/\";",
            mended: "document.cookie = \"theme=dark; path=/\";\ndocument.cookie = \"locale=ja; path=/\";"),
        files(
            .httpOnlyReadByScript, "What keeps scripts out keeps the page's own guard out.",
            [
                .init("server.js", "response.cookie(\"customtoken\", token, { httpOnly: true });"),
                .init("guard.js", "const token = Cookies.get(\"customtoken\");"),
            ],
            mended: [
                .init("server.js", "response.cookie(\"customtoken\", token, { maxAge: 300000 });"),
                .init("guard.js", "const token = Cookies.get(\"customtoken\");"),
            ]),
        files(
            .cookieNamesDiffer, "One side writes an underscore.",
            [
                .init("server.js", "response.cookie(\"customtoken\", token, { maxAge: 300000 });"),
                .init("guard.js", "const token = Cookies.get(\"custom_token\");"),
            ],
            mended: [
                .init("server.js", "response.cookie(\"customtoken\", token, { maxAge: 300000 });"),
                .init("guard.js", "const token = Cookies.get(\"customtoken\");"),
            ]),
        files(
            .hostingStripsCookie, "It works on the development server, and not behind Firebase Hosting.",
            [
                .init("firebase.json", #"{ "hosting": { "rewrites": [{ "source": "**", "function": "app" }] } }"#),
                .init("functions/index.js", "const token = request.cookies.customtoken;"),
            ],
            mended: [
                .init("firebase.json", #"{ "hosting": { "rewrites": [{ "source": "**", "function": "app" }] } }"#),
                .init("functions/index.js", "const token = request.cookies.__session;"),
            ]),
    ]

    private static let tokenUses: [ReasonExample] = [
        native(
            .tokenInURL, "The address is in the view's history, in the server's log, and in the Referer.",
            #"let url = URL(string: "https://app.example.com/?customtoken=\(customToken)")"#,
            mended: #"let url = URL(string: "https://app.example.com/")"#),
        native(
            .tokenInSource, "A token of a test account, left in.",
            #"let token = "eyJhbGciOiJub25lIn0.eyJ1aWQiOiJhIn0.c2lnbmF0dXJl""#,
            mended: "let token = try await user.getIDToken()"),
        native(
            .tokenLogged, "The device's log goes to the crash service.", #"print("got \(customToken)")"#,
            mended: #"print("got a token of \(customToken.count) characters")"#),
        native(
            .tokenKept, "After an hour it is worth nothing, and until then it is worth stealing.",
            #"UserDefaults.standard.set(idToken, forKey: "session")"#,
            mended: #"UserDefaults.standard.set(locale, forKey: "locale")"#),
        native(
            .tokenMaybeStale, "The user was made a member a minute ago, and the page does not know.",
            "user.getIDTokenForcingRefresh(false) { token, error in handOver(token) }",
            mended: "user.getIDTokenForcingRefresh(true) { token, error in handOver(token) }"),
    ]

    private static let guards: [ReasonExample] = [
        script(
            .signInNotAwaited, "The route opens before anybody is signed in.",
            guarded("signInWithCustomToken(auth, token);\nreturn true;", next: false),
            mended: guarded("await signInWithCustomToken(auth, token);\nreturn true;", next: false)),
        script(
            .promiseNotAwaited, "The cookie's value is [object Promise].",
            "const token = auth.createCustomToken(uid);\nres.cookie(\"theme\", token);",
            mended: "const token = await auth.createCustomToken(uid);\nres.cookie(\"theme\", token);"),
        script(
            .nextCalledTwice, "Without return the redirect is followed by a second decision.",
            guarded("if (!user) next(\"/login\");\nnext();"),
            mended: guarded("if (!user) return next(\"/login\");\nnext();")),
        script(
            .nextNotCalled, "Who has no user waits for ever.", guarded("if (user) {\n  next();\n}"),
            mended: guarded("if (user) {\n  next();\n} else {\n  next(\"/login\");\n}")),
        script(
            .returnBesideNext, "A guard that has three parameters is asked through next alone.",
            guarded("if (!user) return \"/login\";\nnext();"),
            mended: guarded("if (!user) return \"/login\";\nreturn true;", next: false)),
        script(
            .cookieSplitAtEquals, "With a second cookie, or padding in the token, it is another text.",
            "const token = document.cookie.split(\"=\")[1];", mended: "const token = Cookies.get(\"theme\");"),
        script(
            .scriptCookieHeader, "The engine drops the header without a word.",
            "const answer = await window.fetch(\"/api\", { headers: { Cookie: \"theme=dark\" } });",
            mended: "const answer = await window.fetch(\"/api\", { credentials: \"include\" });"),
        script(
            .userBeforeReady, "After a reload everybody looks signed out for a moment.",
            guarded("return auth.currentUser ? true : \"/login\";", next: false),
            mended: guarded("await auth.authStateReady();\nreturn auth.currentUser ? true : \"/login\";", next: false)),
        script(
            .unreadSource, "A quote that is never closed: what comes behind it was not looked at.",
            "const name = \"theme;\nconst value = 1;", mended: "const name = \"theme\";\nconst value = 1;"),
    ]

    private static let otherSides: [ReasonExample] = [
        files(
            .setCookieReplaced, "The second call takes the first one's place.",
            [
                .init(
                    "server.js",
                    "response.setHeader(\"Set-Cookie\", \"theme=dark\");\nresponse.setHeader(\"Set-Cookie\", \"locale=ja\");"
                )
            ],
            mended: [
                .init("server.js", "response.setHeader(\"Set-Cookie\", [\"theme=dark\", \"locale=ja\"]);")
            ]),
        files(
            .anyOriginWithCredentials, "The exchange answers, and the browser keeps the answer from the page.",
            [.init("server.js", "app.use(cors({ origin: \"*\", credentials: true }));")],
            mended: [.init("server.js", "app.use(cors({ origin: \"https://app.example.com\", credentials: true }));")]),

        files(
            .popupInWebView, "The page signs in by a popup in browsers, and the app shows the same page.",
            [
                .init("App.swift", "let webView = WKWebView()"),
                .init("page.js", "await signInWithPopup(auth, provider);"),
            ],
            mended: [
                .init("App.swift", "let webView = WKWebView()"),
                .init("page.js", "await signInWithCustomToken(auth, token);"),
            ]),
        files(
            .emulatorOnOneSide, "The app's users are in the emulator; the page asks production for them.",
            [
                .init(
                    "App.swift",
                    "FirebaseApp.configure()\nAuth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)"),
                .init("page.js", "const auth = getAuth(app);"),
            ],
            mended: [
                .init(
                    "App.swift",
                    "FirebaseApp.configure()\nAuth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)"),
                .init("page.js", "const auth = getAuth(app);\nconnectAuthEmulator(auth, \"http://127.0.0.1:9099\");"),
            ]),
    ]
}
