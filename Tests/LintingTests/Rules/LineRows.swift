import Linting
import Reasons

let lineRows: [RuleRow] = [
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
        .cookieRefused, "without its dot too",
        [("api.http", "Set-Cookie: a=1; Domain=com")], [("api.http", "Set-Cookie: a=1; Domain=example.com")]),
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
