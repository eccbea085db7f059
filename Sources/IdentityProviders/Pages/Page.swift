import BridgePrimitives

/// A page of a provider: no scripts, nothing loaded, large targets, readable in light and dark.
struct Page: Sendable {
    let html: String
    /// The value of `Content-Security-Policy`.
    let policy: String

    /// - Parameters:
    ///   - title: of the window, and the page's first heading.
    ///   - formTargets: where its forms may go besides the provider itself, also by a redirect that follows: browsers
    ///     hold both against `form-action`.
    init(title: String, body: Markup, formTargets: [CallbackURL] = []) {
        let style = Markup(stringLiteral: Self.style)
        let page: Markup = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>\(style)</style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
        html = page.text
        let targets = (["'self'"] + formTargets.map(\.policySource)).joined(separator: " ")
        policy =
            "default-src 'none'; style-src 'sha256-\(Self.styleHash)'; form-action \(targets); "
            + "frame-ancestors 'none'; base-uri 'none'"
    }

    private static let styleHash = SHA256Text.base64(of: style.description)

    private static let style: StaticString = """
        :root{color-scheme:light dark}
        body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:1rem}
        main{max-width:26rem;margin:0 auto}
        h1{font-size:1.4rem}
        fieldset{border:1px solid;border-radius:.5rem;margin:1rem 0;padding:.5rem 1rem}
        label{display:block;padding:.6rem 0}
        button{display:block;width:100%;min-height:3rem;margin:.6rem 0;padding:.5rem 1rem;font:inherit;\
        text-align:start;border:1px solid;border-radius:.5rem;overflow-wrap:anywhere;cursor:pointer}
        :focus-visible{outline:3px solid Highlight;outline-offset:2px}
        code,output{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
        output{display:block;font-size:2rem;letter-spacing:.2em}
        small{display:block}
        """
}

extension Page {
    /// Stands in for the script with which a provider posts its answer to the app: without scripts, somebody presses the
    /// button.
    ///
    /// - Parameter fields: what is posted, in this order.
    static func handOver(to app: String, at target: CallbackURL, _ fields: [(String, String)]) -> Page {
        let inputs = fields.map { name, value -> Markup in
            "<input type=\"hidden\" name=\"\(exact: name)\" value=\"\(exact: value)\">\n"
        }
        return Page(
            title: "Back to the app",
            body: """
                <p>The answer is posted to <strong>\(app)</strong>.</p>
                <form method="post" action="\(exact: target.text)">
                \(Markup(inputs))<button autofocus>Continue</button>
                </form>
                """, formTargets: [target])
    }

    /// What went wrong with a request that cannot be answered by a redirect, and what to do about it.
    static func refusal(title: String, code: String, meaning: String, fix: String, detail: String?)
        -> Page
    {
        let detail = detail.map { text -> Markup in "<p><code>\(text)</code></p>" } ?? ""
        return Page(
            title: title,
            body: """
                <p>\(meaning)</p>
                <p>\(fix)</p>
                \(detail)
                <p><code>\(code)</code></p>
                """)
    }
}
