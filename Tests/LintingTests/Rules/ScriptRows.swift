import Linting

let scriptRows: [RuleRow] = [
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
