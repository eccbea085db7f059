import BridgePrimitives

/// The pages of the simulated OpenID provider.
enum OIDCPages: Sendable {
    static func choice(_ choice: OIDCProvider.Choice, accounts: [OIDCAccount]) -> Page {
        let rows = accounts.map { account -> Markup in
            """
            <button name="account" value="\(exact: account.id)">\(exact: account.name)
            <small>\(exact: account.email)\(account.isEmailVerified ? "" : ", not verified")</small></button>

            """
        }
        return Page(
            title: "Sign in (simulated OpenID provider)",
            body: """
                <p><strong>\(choice.request.client.id)</strong> asks you to sign in.</p>
                <form method="post" action="/authorize/choice">
                <input type="hidden" name="ticket" value="\(exact: choice.ticket)">
                \(Markup(rows))
                <button name="cancel" value="1">Cancel</button>
                </form>
                """, formTargets: [choice.request.redirectURI])
    }

    /// Stands in for the script with which providers post the answer to the client (OAuth 2.0 Form Post Response Mode).
    static func handOver(_ reply: OIDCProvider.Reply) -> Page {
        .handOver(to: reply.request.client.id, at: reply.request.redirectURI, reply.fields)
    }

    static func refusal(_ refusal: OIDCRefusal) -> Page {
        .refusal(
            title: "The provider cannot go on (simulated)", code: refusal.reason.rawValue,
            meaning: refusal.reason.meaning, fix: refusal.reason.fix, detail: refusal.detail)
    }
}
