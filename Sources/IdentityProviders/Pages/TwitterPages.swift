import BridgePrimitives

/// The pages of the simulated Twitter.
enum TwitterPages: Sendable {
    /// - Parameter preferred: a screen name that the app suggested; that account stands first.
    static func choice(
        _ choice: TwitterProvider.Choice, accounts: [TwitterAccount], preferred: String?
    ) -> Page {
        let first = accounts.filter { $0.screenName == preferred }
        let rows = (first + accounts.filter { $0.screenName != preferred }).map { account -> Markup in
            """
            <button name="account" value="\(exact: account.id)">\(exact: account.name)
            <small>@\(account.screenName)</small></button>

            """
        }
        let target: [CallbackURL] = if case .url(let url) = choice.callback { [url] } else { [] }
        return Page(
            title: "Sign in with Twitter (simulated)",
            body: """
                <p><strong>\(exact: choice.consumer.name)</strong> asks for access to your account.</p>
                <form method="post" action="/oauth/authorize">
                <input type="hidden" name="oauth_token" value="\(exact: choice.token)">
                \(Markup(rows))
                <button name="deny" value="1">Cancel</button>
                </form>
                """, formTargets: target)
    }

    static func pin(_ verifier: String) -> Page {
        Page(
            title: "Go back to the app",
            body: """
                <p>Type this PIN there to finish.</p>
                <output>\(verifier)</output>
                """)
    }

    static var denial: Page {
        Page(title: "Nothing was shared", body: "<p>The app has no access to your account.</p>")
    }

    static func refusal(_ refusal: TwitterRefusal) -> Page {
        .refusal(
            title: "Twitter cannot go on (simulated)", code: refusal.first.rawValue,
            meaning: refusal.first.meaning,
            fix: refusal.first.fix, detail: refusal.detail)
    }
}
