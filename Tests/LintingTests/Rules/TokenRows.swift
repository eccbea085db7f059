import Linting
import Reasons

let tokenRows: [RuleRow] = [
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

let parameterRows: [RuleRow] = ["customtoken", "id_token", "access_token", "jwt", "customToken"].map { name in
    RuleRow(
        .tokenInURL, "\(name) signs somebody in, and a pageToken is a place in a list",
        swift: "let i = URLQueryItem(name: \"\(name)\", value: value)",
        right: "let i = URLQueryItem(name: \"pageToken\", value: value)")
}
