import Linting
import Reasons

let scriptRows: [RuleRow] = [
    RuleRow(
        .setCookieReplaced, "a list has both",
        script:
            "app.post('/x', (req, res) => { res.setHeader('Set-Cookie', 'a=1'); res.setHeader('set-cookie', 'b=2') })",
        right: "app.post('/x', (req, res) => { res.setHeader('Set-Cookie', ['a=1', 'b=2']) })"),
    RuleRow(
        .setCookieReplaced, "another answer, another branch, or one that is added to",
        script: "f(() => { res.set('Set-Cookie', 'a=1'); log(1); res.set('Set-Cookie', 'b=2') })",
        right: """
            f(() => { res.set('Set-Cookie', 'a=1'); other.set('Set-Cookie', 'b=2'); if (x) { res.set('Set-Cookie', 'c=3') }
              q.setHeader('Set-Cookie', 'a=1'); return; q.setHeader('Set-Cookie', 'b=2') })
            g(() => { res.setHeader('Set-Cookie', 'a=1'); res.setHeader('Set-Cookie', [res.getHeader('Set-Cookie'), 'b=2']) })
            res.append('Set-Cookie', 'a=1'); res.append('Set-Cookie', 'b=2')
            """),
    RuleRow(
        .anyOriginWithCredentials, "an origin by its name",
        script: "res.set({ 'Access-Control-Allow-Origin': '*', 'access-control-allow-credentials': 'true' })",
        right: "res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' })"),
    RuleRow(
        .anyOriginWithCredentials, "the middleware's options",
        script: "app.use(cors({ origin: '*', credentials: true }))",
        right: "app.use(cors({ origin: '*' })); api.use(cors({ origin: 'https://app.test', credentials: true }))"),
    RuleRow(
        .anyOriginWithCredentials, "two routes are two answers",
        script:
            "f(() => { res.setHeader('Access-Control-Allow-Origin', '*'); res.setHeader('Access-Control-Allow-Credentials', true) })",
        right: """
            f(() => { res.setHeader('Access-Control-Allow-Origin', '*') })
            g(() => { res.setHeader('Access-Control-Allow-Credentials', 'true') })
            """),
    RuleRow(
        .unreadSource, "brackets that do not meet",
        [("a.swift", "func f() { g( }"), ("b.swift", "func f() {"), ("c.swift", "}"), ("d.swift", "let a = 1\u{0}")],
        [
            ("a.swift", "func f() { g() }"), ("b.swift", "#if A\nfunc f() {\n#else\nfunc g() {\n#endif\n}"),
            ("c.swift", #"let a = "{""#),
        ]),
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
