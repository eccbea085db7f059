import Linting
import Reasons

let nativeRows: [RuleRow] = [
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
        .nativeCookieForced, "any text is a value",
        swift: #"let c = HTTPCookie(properties: [.name: name, .value: v, .domain: "a.example", .path: "/"])!"#,
        right: #"let c = HTTPCookie(properties: [.name: "a", .value: v, .domain: "a.example", .path: "/"])!"#),
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
