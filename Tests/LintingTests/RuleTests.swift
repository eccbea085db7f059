import BridgePrimitives
import Linting
import Testing

/// Sources that break a rule, beside sources that look like it and break none of that rule.
struct RuleRow: Sendable, CustomTestStringConvertible {
    let reason: LintReason
    /// Why the first is wrong and the second is not.
    let why: String
    let wrong: [(path: String, text: String)]
    let right: [(path: String, text: String)]

    init(_ reason: LintReason, _ why: String, swift wrong: String, right: String) {
        self.init(reason, why, [("App.swift", wrong)], [("App.swift", right)])
    }

    init(_ reason: LintReason, _ why: String, script wrong: String, right: String) {
        self.init(reason, why, [("web/guard.js", wrong)], [("web/guard.js", right)])
    }

    init(
        _ reason: LintReason, _ why: String, _ wrong: [(path: String, text: String)],
        _ right: [(path: String, text: String)]
    ) {
        (self.reason, self.why, self.wrong, self.right) = (reason, why, wrong, right)
    }

    var testDescription: String { "\(reason.rawValue): \(why)" }
}

private let properties = """
    .name: "customtoken", .value: token, .domain: "app.example.com", .path: "/"
    """

private let nativeRows: [RuleRow] = [
    RuleRow(
        .nativeCookieNil, "a path is required",
        swift: #"let c = HTTPCookie(properties: [.name: "a", .value: token, .domain: "app.example.com"])"#,
        right: "let c = HTTPCookie(properties: [\(properties)])"),
    RuleRow(
        .nativeCookieNil, "an origin URL gives the domain",
        swift: #"let c = HTTPCookie(properties: [.name: "a", .value: v, .path: "/"])"#,
        right: #"let c = HTTPCookie(properties: [.name: "a", .value: v, .path: "/", .originURL: url])"#),
    RuleRow(
        .nativeCookieNil, "a path begins with a slash",
        swift: #"let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: "a.example", .path: ""])"#,
        right: #"let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: "a.example", .path: path])"#),
    RuleRow(
        .nativeCookieNil, "a number is no value",
        swift: #"let c = HTTPCookie(properties: [.name: "a", .value: 1, .domain: "a.example", .path: "/"])"#,
        right: #"let c = HTTPCookie(properties: [.name: "a", .value: "1", .domain: "a.example", .path: "/"])"#),
    RuleRow(
        .nativeCookieNil, "what is set later counts",
        swift: """
            func f() {
                var p: [HTTPCookiePropertyKey: Any] = [.name: "a", .value: v]
                p[.domain] = "a.example"
                let c = HTTPCookie(properties: p)
            }
            """,
        right: """
            func f() {
                var p: [HTTPCookiePropertyKey: Any] = [.name: "a", .value: v]
                p[.domain] = "a.example"
                p[.path] = "/"
                let c = HTTPCookie(properties: p)
            }
            """),
    RuleRow(
        .nativeCookieNil, "what another function adds is not known",
        swift: #"let c = HTTPCookie(properties: [HTTPCookiePropertyKey.name: "a"])!"#,
        right: """
            func f() {
                var p: [HTTPCookiePropertyKey: Any] = [.name: "a"]
                p.merge(rest) { $1 }
                let c = HTTPCookie(properties: p)
            }
            """),
    RuleRow(
        .nativeCookieForced, "the domain is known only when the app runs",
        swift: #"let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: host, .path: "/"])!"#,
        right: #"let c = HTTPCookie(properties: [.name: "a", .value: "1", .domain: "a.example", .path: "/"])!"#),
    RuleRow(
        .nativeSameSiteNone, "the property takes lax and strict",
        swift: "let c = HTTPCookie(properties: [\(properties), .sameSitePolicy: \"None\"])",
        right: "let c = HTTPCookie(properties: [\(properties), .sameSitePolicy: HTTPCookieStringPolicy.sameSiteLax])"),
    RuleRow(
        .nativeCookieRefused, "a control character stands in the value",
        swift: #"let c = HTTPCookie(properties: [.name: "a", .value: "x\ny", .domain: "a.example", .path: "/"])"#,
        right: ##"let c = HTTPCookie(properties: [.name: "a", .value: #"x\ny"#, .domain: "a.example", .path: "/"])"##),
    RuleRow(
        .secureFalse, "FALSE is a value",
        swift: "let c = HTTPCookie(properties: [\(properties), .secure: \"FALSE\"])",
        right: "let c = HTTPCookie(properties: [\(properties), .secure: \"TRUE\"])"),
    RuleRow(
        .secureFalse, "and so is false",
        swift: "let c = HTTPCookie(properties: [\(properties), .secure: false])",
        right: "let c = HTTPCookie(properties: [\(properties), .secure: isSecure])"),
    RuleRow(
        .expiresUnreadable, "a number of seconds is no date",
        swift: "let c = HTTPCookie(properties: [\(properties), .expires: 3600])",
        right: "let c = HTTPCookie(properties: [\(properties), .expires: Date(timeIntervalSinceNow: 3600)])"),
    RuleRow(
        .expiresUnreadable, "a text is a date where a jar reads it",
        swift: "let c = HTTPCookie(properties: [\(properties), .expires: \"in an hour\"])",
        right: "let c = HTTPCookie(properties: [\(properties), .expires: \"Wed, 09 Jun 2027 10:18:14 GMT\"])"),
    RuleRow(
        .maximumAgeWithoutVersion, "version 0 has no Max-Age",
        swift: "let c = HTTPCookie(properties: [\(properties), .maximumAge: \"3600\"])",
        right: "let c = HTTPCookie(properties: [\(properties), .maximumAge: \"3600\", .version: \"1\"])"),
    RuleRow(
        .discardWithExpiry, "discard wins",
        swift: "let c = HTTPCookie(properties: [\(properties), .expires: date, .discard: \"TRUE\"])",
        right: "let c = HTTPCookie(properties: [\(properties), .expires: date, .discard: \"FALSE\"])"),
    RuleRow(
        .httpOnlyUndocumented, "the key has no constant",
        swift: "let c = HTTPCookie(properties: [\(properties), HTTPCookiePropertyKey(\"HttpOnly\"): \"TRUE\"])",
        right: "let c = HTTPCookie(properties: [\(properties), .init(\"Secure\"): \"TRUE\"])"),
    RuleRow(
        .sessionEndsWithProcess, "a session is to last",
        swift: #"let c = HTTPCookie(properties: [.name: "__session", .value: v, .domain: "a.example", .path: "/"])"#,
        right:
            #"let c = HTTPCookie(properties: [.name: "__session", .value: v, .domain: "a.example", .path: "/", .expires: end])"#
    ),
    RuleRow(
        .lifetimeBeyondToken, "five days for a token of an hour",
        swift: "let c = HTTPCookie(properties: [\(properties), .expires: Date().addingTimeInterval(60 * 60 * 24 * 5)])",
        right: "let c = HTTPCookie(properties: [\(properties), .expires: Date().addingTimeInterval(60 * 60)])"),
    RuleRow(
        .cookieNotSent, "without a dot the domain is one host",
        swift: """
            func open() {
                let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: "example.com", .path: "/"])
                webView.load(URLRequest(url: URL(string: "https://www.example.com/")!))
            }
            """,
        right: """
            func open() {
                let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: ".example.com", .path: "/"])
                webView.load(URLRequest(url: URL(string: "https://www.example.com/")!))
            }
            """),
    RuleRow(
        .cookieNotSent, "a Secure cookie and plain http",
        swift: """
            func open() {
                let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: "a.example", .path: "/", .secure: true])
                let url = URL(string: "http://a.example/")!
                webView.load(URLRequest(url: url))
            }
            """,
        right: """
            func open() {
                let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: "a.example", .path: "/", .secure: true])
                let url = URL(string: "https://a.example/")!
                webView.load(URLRequest(url: url))
            }
            """),
    RuleRow(
        .cookieNotSent, "a page that was asked for before misses nothing",
        swift: """
            func open() {
                let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: "example.com", .path: "/"])
                webView.load(URLRequest(url: URL(string: "https://www.example.com/")!))
            }
            """,
        right: """
            func open() {
                webView.load(URLRequest(url: URL(string: "https://www.example.com/")!))
                let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: "example.com", .path: "/"])
            }
            """),
]

private let lineRows: [RuleRow] = [
    RuleRow(
        .cookieRefused, "None needs Secure, in some engines",
        [("api.http", "Set-Cookie: a=1; SameSite=None")], [("api.http", "Set-Cookie: a=1; SameSite=None; Secure")]),
    RuleRow(
        .cookieRefused, "a prefix is a promise",
        script: "res.setHeader('Set-Cookie', '__Host-a=1; Path=/')",
        right: "res.setHeader('Set-Cookie', '__Host-a=1; Path=/; Secure')"),
    RuleRow(
        .cookieRefused, "a public suffix is nobody's domain",
        script: "res.cookie('a', token, { domain: '.co.uk' })",
        right: "res.cookie('a', token, { domain: '.example.co.uk' })"),
    RuleRow(
        .cookieRefused, "script sets no HttpOnly cookie",
        script: "document.cookie = `a=${token}; path=/; HttpOnly`",
        right: "document.cookie = `a=${token}; path=/; ${flags}`"),
    RuleRow(
        .cookieRefused, "in a script of native code too",
        swift: #"let s = "if (location.host) document.cookie = 'a=\(v); HttpOnly'""#,
        right: #"let s = "if (location.host) document.cookie = 'a=\(v); Secure'""#),
    RuleRow(
        .cookieRefused, "the next field of a message is none of the cookie's",
        script: #"socket.write('Set-Cookie: a=1\u0001\r\nX: 1\r\n')"#,
        right: #"socket.write('Set-Cookie: a=1; Path=/\r\nX: 1\r\n')"#),
    RuleRow(
        .cookieAltered, "a name without an equals sign",
        script: "document.cookie = 'flag'", right: "document.cookie = 'flag=1'"),
    RuleRow(
        .cookieAltered, "Max-Age is a number",
        [("api.http", "Set-Cookie: a=1; Max-Age=1h")], [("api.http", "Set-Cookie: a=1; Max-Age=3600")]),
    RuleRow(
        .severalInOneWrite, "the second is an attribute",
        script: "document.cookie = 'a=1; b=2; path=/'", right: "document.cookie = 'a=1; path=/; max-age=60'"),
    RuleRow(
        .lifetimeBeyondToken, "five days, of a script",
        script: "document.cookie = `customtoken=${t}; max-age=432000`",
        right: "document.cookie = `customtoken=${t}; max-age=3600`"),
    RuleRow(
        .lifetimeBeyondToken, "a session cookie is no token",
        script: "res.cookie('customtoken', t, { maxAge: 432000000, httpOnly: false })",
        right: "res.cookie('__session', t, { maxAge: 432000000, httpOnly: true })"),
    RuleRow(
        .httpOnlyReadByScript, "the server's flag and the page's reader",
        [
            ("server.js", "res.cookie('customtoken', t, { httpOnly: true })"),
            ("web/guard.js", "const t = Cookies.get('customtoken')"),
        ],
        [
            ("server.js", "res.cookie('customtoken', t, { httpOnly: true })"),
            ("web/guard.js", "const t = Cookies.get('locale')"),
        ]),
    RuleRow(
        .httpOnlyReadByScript, "the app's property and a pattern",
        [
            ("App.swift", "let c = HTTPCookie(properties: [\(properties), .init(rawValue: \"HttpOnly\"): \"TRUE\"])"),
            ("web/a.ts", #"const m = document.cookie.match(/(?:^|; )customtoken=([^;]*)/)"#),
        ],
        [
            ("App.swift", "let c = HTTPCookie(properties: [\(properties)])"),
            ("web/a.ts", #"const m = document.cookie.match(/(?:^|; )customtoken=([^;]*)/)"#),
        ]),
    RuleRow(
        .cookieNamesDiffer, "a separator more",
        [
            ("server.js", "res.cookie('customtoken', t)"),
            ("web/guard.js", "const t = Cookies.get('custom_token')"),
        ],
        [
            ("server.js", "res.cookie('customtoken', t)"),
            ("web/guard.js", "const t = Cookies.get('customtoken')"),
        ]),
    RuleRow(
        .cookieNamesDiffer, "two cookies may be two",
        [
            ("server.js", "res.cookie('customToken', t)"),
            ("web/guard.js", "const t = Cookies.get('customtoken')"),
        ],
        [
            ("server.js", "res.cookie('customToken', t)"),
            ("web/guard.js", "document.cookie = 'customtoken=1'; const t = Cookies.get('customtoken')"),
        ]),
    RuleRow(
        .cookieNamesDiffer, "one that is read as it is set is somebody else's",
        [("App.swift", "let c = HTTPCookie(properties: [\(properties)])"), ("a.js", "Cookies.get('custom-token')")],
        [
            ("server.js", "res.cookie('customtoken', t); const own = req.cookies.customtoken"),
            ("a.js", "Cookies.get('custom-token')"),
        ]),
    RuleRow(
        .hostingStripsCookie, "only __session gets through",
        [
            ("firebase.json", #"{"hosting":{"rewrites":[{"source":"**","function":"app"}]}}"#),
            ("functions/index.js", "const t = req.cookies.customtoken"),
        ],
        [
            ("firebase.json", #"{"hosting":{"rewrites":[{"source":"**","function":"app"}]}}"#),
            ("functions/index.js", "const t = req.cookies.__session"),
        ]),
    RuleRow(
        .hostingStripsCookie, "a page alone has no backend",
        [
            ("firebase.json", #"{"hosting":[{"rewrites":[{"source":"/api/**","run":{"serviceId":"api"}}]}]}"#),
            ("functions/index.js", "const t = req.cookies['customtoken']"),
        ],
        [
            ("firebase.json", #"{"hosting":[{"rewrites":[{"source":"**","destination":"/index.html"}]}]}"#),
            ("functions/index.js", "const t = req.cookies['customtoken']"),
        ]),
]

private let storeRows: [RuleRow] = [
    RuleRow(
        .wrongStore, "URLSession's jar",
        swift: "let v = WKWebView()\nHTTPCookieStorage.shared.setCookie(cookie)\nv.load(request)",
        right: """
            let v = WKWebView()
            HTTPCookieStorage.shared.setCookie(cookie)
            await v.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
            v.load(request)
            """),
    RuleRow(
        .writeNotAwaited, "the load does not wait",
        swift: """
            func open() {
                webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                webView.load(request)
            }
            """,
        right: """
            func open() async {
                await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)
                webView.load(request)
            }
            """),
    RuleRow(
        .writeNotAwaited, "the completion handler is passed by",
        swift: """
            func open() {
                let store = configuration.websiteDataStore.httpCookieStore
                store.setCookie(cookie) { print("set") }
                webView.load(URLRequest(url: url))
            }
            """,
        right: """
            func open() {
                let store = configuration.websiteDataStore.httpCookieStore
                store.setCookie(cookie) {
                    webView.load(URLRequest(url: url))
                }
            }
            """),
    RuleRow(
        .writeNotAwaited, "another function loads when it is called",
        swift: """
            func open() {
                store.httpCookieStore.setCookie(cookie, completionHandler: nil)
                webView.load(request)
            }
            """,
        right: """
            func put() { store.httpCookieStore.setCookie(cookie) }
            func open() { webView.load(request) }
            """),
    RuleRow(
        .deleteNotAwaited, "the order is open",
        swift: """
            func change() async {
                store.removeData(ofTypes: types, modifiedSince: .distantPast) {}
                await store.httpCookieStore.setCookie(cookie)
            }
            """,
        right: """
            func change() async {
                await store.removeData(ofTypes: types, modifiedSince: .distantPast)
                await store.httpCookieStore.setCookie(cookie)
            }
            """),
    RuleRow(
        .storeThrownAway, "nobody holds it",
        swift: "await WKWebsiteDataStore.nonPersistent().httpCookieStore.setCookie(cookie)",
        right: "await WKWebsiteDataStore.default().httpCookieStore.setCookie(cookie)"),
    RuleRow(
        .storesTwice, "two stores, two sessions",
        swift:
            "a.websiteDataStore = .init()\na.websiteDataStore = WKWebsiteDataStore.nonPersistent()\nb.websiteDataStore = WKWebsiteDataStore.nonPersistent()",
        right: "let s = WKWebsiteDataStore.nonPersistent()\na.websiteDataStore = s\nb.websiteDataStore = s"),
    RuleRow(
        .cookieHeader, "a header is no cookie",
        swift: "let v: WKWebView\nrequest.setValue(\"a=\\(v)\", forHTTPHeaderField: \"cookie\")",
        right: "let v: WKWebView\nrequest.setValue(\"a\", forHTTPHeaderField: \"X-App\")"),
    RuleRow(
        .cookieHeader, "URLSession sends it as it is",
        swift: "import WebKit\nlet v = WKWebView()\nr.allHTTPHeaderFields = [\"Cookie\": c]",
        right: "r.allHTTPHeaderFields = [\"Cookie\": c]\nURLSession.shared.dataTask(with: r)"),
    RuleRow(
        .writeBeforePage, "about:blank keeps nothing",
        swift: """
            func open() {
                webView.evaluateJavaScript("document.cookie = 'a=1'")
                webView.load(request)
            }
            """,
        right: """
            func open() {
                webView.evaluateJavaScript("document.cookie")
                webView.load(request)
            }
            """),
]

private let scriptRows: [RuleRow] = [
    RuleRow(
        .scriptAtDocumentEnd, "the guard has run by then",
        swift:
            #"let s = WKUserScript(source: "document.cookie='a=\(v)'", injectionTime: .atDocumentEnd, forMainFrameOnly: true)"#,
        right:
            #"let s = WKUserScript(source: "document.title='a=\(v)'", injectionTime: .atDocumentEnd, forMainFrameOnly: true)"#
    ),
    RuleRow(
        .scriptInAllFrames, "frames of others run it",
        swift: """
            let source = "document.cookie='a=1'"
            let s = WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false)
            """,
        right: """
            let source = "document.cookie='a=1'"
            let s = WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true)
            """),
    RuleRow(
        .scriptOnEveryOrigin, "no look at the origin",
        swift:
            #"let s = WKUserScript(source: "document.cookie='a=1'", injectionTime: .atDocumentStart, forMainFrameOnly: true)"#,
        right: """
            let s = WKUserScript(source: \"\"\"
                if (location.hostname === 'app.example.com') { document.cookie = 'a=1'; }
                \"\"\", injectionTime: .atDocumentStart, forMainFrameOnly: true)
            """),
    RuleRow(
        .scriptNeverRemoved, "signed out, and in again",
        swift: """
            let s = WKUserScript(source: "document.cookie='a=1'", injectionTime: .atDocumentStart, forMainFrameOnly: true)
            func leave() { try? Auth.auth().signOut() }
            """,
        right: """
            let s = WKUserScript(source: "document.cookie='a=1'", injectionTime: .atDocumentStart, forMainFrameOnly: true)
            func leave() { try? Auth.auth().signOut(); controller.removeAllUserScripts() }
            """),
    RuleRow(
        .tokenUnescaped, "a quote ends the string",
        swift: #"let s = "document.cookie='customtoken=\(customToken)'""#,
        right: #"let s = "document.cookie='customtoken=' + \(jsonEncoded(customToken))""#),
]

private let tokenRows: [RuleRow] = [
    RuleRow(
        .tokenInURL, "a query is kept by many",
        swift: #"let u = URL(string: "https://app.example.com/?customtoken=\(customToken)")"#,
        right: #"let u = URL(string: "https://app.example.com/?page=\(page)")"#),
    RuleRow(
        .tokenInURL, "a fragment by histories",
        script: "location.href = 'https://app.example.com/#token=' + token",
        right: "location.href = 'https://app.example.com/#section=' + section"),
    RuleRow(
        .tokenInURL, "a parameter's name tells, whatever the variable is called",
        swift: #"let u = "\(base)?customtoken=\(t)""#, right: #"let u = "\(base)?customtoken=\(t.count)""#),
    RuleRow(
        .tokenInURL, "another service's token signs nobody in",
        swift: #"let u = "https://push.example.com/?token=\(t)""#,
        right: #"let u = "https://push.example.com/?token=\(deviceToken)""#),
    RuleRow(
        .tokenInURL, "a sentence is no URL",
        script: "location.href = '/?token=' + x", right: "show('is it a/b? token=' + x)"),
    RuleRow(
        .tokenInURL, "in a template",
        script: "location.href = `/?token=${x}`", right: "location.href = `/?tab=${x}`"),
    RuleRow(
        .tokenInURL, "an item of a query",
        swift: #"let i = URLQueryItem(name: "token", value: customToken)"#,
        right: #"let i = URLQueryItem(name: "token", value: "demo")"#),
    RuleRow(
        .tokenInURL, "the same items are the body of a POST",
        swift: """
            func open() {
                c.queryItems = [URLQueryItem(name: "id_token", value: t)]
                request.url = c.url
            }
            """,
        right: """
            func open() {
                c.queryItems = [URLQueryItem(name: "id_token", value: t)]
                request.httpBody = c.query?.data(using: .utf8)
            }
            """),
    RuleRow(
        .tokenInURL, "the page's way to write a query",
        script: "url.searchParams.set('id_token', t)", right: "url.searchParams.set('page', t)"),
    RuleRow(
        .tokenInSource, "three parts, in Swift",
        swift: #"let t = "eyJhbGciOiJub25lIn0.eyJ1aWQiOiJhIn0.c2lnbmF0dXJl""#,
        right: #"let t = "eyJhbGciOiJub25lIn0.…""#),
    RuleRow(
        .tokenInSource, "in an address, without a signature",
        script: "fetch('/a?token=eyJhbGciOiJub25lIn0.eyJ1aWQiOiJhIn0.')",
        right: "fetch('/a?token=eyJhbGciOiJub25lIn0.eyJ1aWQiOiJhIn0')"),
    RuleRow(
        .tokenLogged, "in Swift",
        swift: #"print("got \(customToken)")"#, right: #"print("got \(customToken.count) characters")"#),
    RuleRow(
        .tokenLogged, "as an argument",
        swift: "NSLog(\"%@\", idToken)", right: "NSLog(\"%d\", idToken == nil ? 0 : 1)"),
    RuleRow(
        .tokenLogged, "on the page",
        script: "console.log('token', token)", right: "console.log('token', typeof token)"),
    RuleRow(
        .tokenLogged, "a member of what was posted",
        script: "console.log('got', req.body.idtoken)", right: "console.log('got', typeof req.body.idtoken)"),
    RuleRow(
        .tokenLogged, "put together, and in capitals",
        script: "console.log('got ' + req.body.ID_TOKEN)", right: "console.log('got ' + !req.body.ID_TOKEN)"),
    RuleRow(
        .tokenKept, "an hour later it is worth nothing",
        swift: "UserDefaults.standard.set(idToken, forKey: \"t\")",
        right: "UserDefaults.standard.set(deviceToken, forKey: \"t\")"),
    RuleRow(
        .tokenKept, "on the page too",
        script: "localStorage.setItem('customToken', value)", right: "localStorage.setItem('theme', value)"),
    RuleRow(
        .tokenMaybeStale, "claims of an hour ago",
        swift: "user.getIDTokenForcingRefresh(false) { token, error in }",
        right: "user.getIDTokenForcingRefresh(true) { token, error in }"),
]

private let parameterRows: [RuleRow] = ["customtoken", "id_token", "access_token", "jwt", "customToken"].map { name in
    RuleRow(
        .tokenInURL, "\(name) signs somebody in, and a pageToken is a place in a list",
        swift: "let i = URLQueryItem(name: \"\(name)\", value: value)",
        right: "let i = URLQueryItem(name: \"pageToken\", value: value)")
}

private let guardRows: [RuleRow] = [
    RuleRow(
        .signInNotAwaited, "nobody waits",
        script: """
            router.beforeEach(async (to) => {
              signInWithCustomToken(auth, token)
              return true
            })
            """,
        right: """
            router.beforeEach(async (to) => {
              await signInWithCustomToken(auth, token)
              return true
            })
            """),
    RuleRow(
        .signInNotAwaited, "then is waiting",
        script: "router.beforeEach((to, from, next) => { signInWithCustomToken(auth, t); next() })",
        right: "router.beforeEach((to, from, next) => { signInWithCustomToken(auth, t).then(() => next()) })"),
    RuleRow(
        .nextCalledTwice, "no return behind the redirect",
        script: "router.beforeEach((to, from, next) => { if (!user) next('/login'); next() })",
        right: "router.beforeEach((to, from, next) => { if (!user) return next('/login'); next() })"),
    RuleRow(
        .nextCalledTwice, "else is another way",
        script: """
            export function guard(to, from, next) {
              if (a) { next('/a') }
              if (b) { next('/b') } else { next() }
            }
            """,
        right: """
            export function guard(to, from, next) {
              if (a) { next('/a') }
              else if (b) { next('/b') } else { next() }
            }
            """),
    RuleRow(
        .nextNotCalled, "a branch without it",
        script: "router.beforeEach((to, from, next) => { if (user) { next() } })",
        right: "router.beforeEach((to, from, next) => { if (user) { next() } else { next('/login') } })"),
    RuleRow(
        .nextNotCalled, "a server's middleware and a reducer are no guards",
        script: "export const guard = (to, from, next) => { if (to.meta.open) { next() } }",
        right:
            "app.use((req, res, next) => { if (a) { next() } }); x.reduce((last, one, next) => { if (a) { next() } })"),
    RuleRow(
        .nextNotCalled, "where a loop or a promise decides nothing is claimed",
        script: "router.beforeEach((to, from, next) => { try { next() } catch (e) { log(e) } if (a) {} })\n"
            + "const g = (to, from, next) => { other(to) }",
        right:
            "router.beforeEach((to, from, next) => { for (const r of to.matched) { if (r.meta.a) return next('/') } next() })"
    ),
    RuleRow(
        .lifetimeBeyondToken, "another session's token may live for long",
        script: "res.cookie('fb_token', t, { maxAge: 432000000 })",
        right: "res.cookie('remember_token', t, { maxAge: 432000000 })"),
    RuleRow(
        .nextNotCalled, "a return without it",
        script: "router.beforeEach((to, from, next) => { if (!user) return; next() })",
        right: "router.beforeEach((to, from, next) => { if (!user) { wait().then(next); return } next() })"),
    RuleRow(
        .returnBesideNext, "what is returned is not looked at",
        script: "router.beforeEach((to, from, next) => { if (!user) return '/login'\n next() })",
        right: "router.beforeEach((to, from) => { if (!user) return '/login'\n return true })"),
    RuleRow(
        .cookieSplitAtEquals, "whichever comes first",
        script: "const token = document.cookie.split('=')[1]",
        right: "const token = query.split('=')[1]"),
    RuleRow(
        .scriptCookieHeader, "a forbidden header",
        script: "window.x = fetch('/api', { headers: { Cookie: 'a=1' } })",
        right: "window.x = fetch('/api', { headers: { Authorization: bearer } })"),
    RuleRow(
        .userBeforeReady, "null at first",
        script: "router.beforeEach((to) => auth.currentUser ? true : '/login')",
        right:
            "router.beforeEach(async (to) => { await auth.authStateReady(); return auth.currentUser ? true : '/login' })"
    ),
    RuleRow(
        .popupInWebView, "no popups there",
        [("App.swift", "let v = WKWebView()"), ("web/a.js", "signInWithPopup(auth, provider)")],
        [("App.swift", "let v = UIView()"), ("web/a.js", "signInWithPopup(auth, provider)")]),
    RuleRow(
        .emulatorOnOneSide, "the page stays in production",
        [
            ("App.swift", "FirebaseApp.configure()\nAuth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)"),
            ("web/a.js", "const auth = getAuth(app)"),
        ],
        [
            ("App.swift", "FirebaseApp.configure()\nAuth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)"),
            ("web/a.js", "const auth = getAuth(app); connectAuthEmulator(auth, 'http://127.0.0.1:9099')"),
        ]),
    RuleRow(
        .emulatorOnOneSide, "the app does",
        [
            ("App.swift", "FirebaseApp.configure()"),
            ("web/a.js", "const auth = getAuth(app); connectAuthEmulator(auth, 'http://127.0.0.1:9099')"),
        ],
        [("App.swift", "FirebaseApp.configure()"), ("web/a.js", "const auth = getAuth(app)")]),
    RuleRow(
        .unreadSource, "a string without an end",
        script: "const a = 'open\nconst b = 1", right: "const a = 'closed'\nconst b = 1"),
]

@Suite("Each rule, and what only looks like breaking it", .timeLimit(.minutes(5)))
struct RuleTests {
    static let rows = nativeRows + lineRows + storeRows + scriptRows + tokenRows + parameterRows + guardRows

    @Test(arguments: rows)
    func rule(row: RuleRow) {
        let wrong = lint(row.wrong)
        #expect(wrong.findings.contains { $0.reason == row.reason }, "\(wrong.codes)")
        let right = lint(row.right)
        #expect(!right.findings.contains { $0.reason == row.reason }, "\(right.findings.map(\.message))")
    }

    @Test func everyRuleHasARow() {
        #expect(Set(LintReason.allCases).subtracting(Self.rows.map(\.reason)).isEmpty)
    }

    @Test func everyReasonSaysWhatToDo() {
        for reason in LintReason.allCases {
            #expect(!reason.fix.isEmpty)
            #expect(reason.meaning.hasSuffix("."))
            #expect(reason.rawValue.hasPrefix("lint/"))
        }
    }
}
