import BridgePrimitives

/// The pages of the simulated Apple.
enum ApplePages: Sendable {
    static func choice(_ choice: AppleProvider.Choice, accounts: [AppleAccount]) -> Page {
        let request = choice.request
        let rows = accounts.map { account -> Markup in
            let isReturning = choice.returning.contains(account.id)
            let note: Markup =
                isReturning
                ? "<small>Signed in here before: name and e-mail address are not told again.</small>"
                : "<small>First time: what the app asks for is told now.</small>"
            return """
                <button name="account" value="\(exact: account.id)">\(exact: account.firstName) \(exact: account.lastName)
                <small>\(exact: account.email)</small>
                \(note)</button>

                """
        }
        let addressChoice: Markup = """
            <fieldset>
            <legend>E-mail address, the first time</legend>
            <label><input type="radio" name="email" value="share" checked> Share my address</label>
            <label><input type="radio" name="email" value="hide"> Hide it behind a relay address</label>
            </fieldset>
            """
        return Page(
            title: "Sign in with Apple (simulated)",
            body: """
                <p><strong>\(request.client.id)</strong> asks you to sign in\(asked(request.scopes)).</p>
                <form method="post" action="/auth/authorize/choice">
                <input type="hidden" name="ticket" value="\(exact: choice.ticket)">
                \(request.scopes.contains(.email) ? addressChoice : "")
                \(Markup(rows))
                <button name="cancel" value="1">Cancel</button>
                </form>
                """, formTargets: [request.redirectURI])
    }

    private static func asked(_ scopes: Set<AppleScope>) -> Markup {
        switch (scopes.contains(.name), scopes.contains(.email)) {
        case (true, true): " and for your name and e-mail address"
        case (true, false): " and for your name"
        case (false, true): " and for your e-mail address"
        case (false, false): ""
        }
    }

    /// Stands in for the script with which Apple posts the answer to the app.
    static func handOver(_ reply: AppleProvider.Reply) -> Page {
        .handOver(to: reply.request.client.id, at: reply.request.redirectURI, reply.fields)
    }

    static func refusal(_ refusal: AppleRefusal) -> Page {
        .refusal(
            title: "Apple cannot go on (simulated)", code: refusal.reason.rawValue,
            meaning: refusal.reason.meaning,
            fix: refusal.reason.fix, detail: refusal.detail)
    }
}
