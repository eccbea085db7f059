import BridgePrimitives
import SAML

/// The pages of the simulated SAML provider.
enum SAMLPages: Sendable {
    static func choice(_ question: SAMLProvider.Question, ticket: String, accounts: [SAMLAccount])
        -> Page
    {
        let rows = accounts.map { account -> Markup in
            """
            <button name="account" value="\(exact: account.id)">\(exact: account.name)
            <small>\(exact: account.email)</small></button>

            """
        }
        return Page(
            title: "Company sign-in (simulated SAML provider)",
            body: """
                <p><strong>\(question.service)</strong> asks who you are.</p>
                <form method="post" action="/saml/sso/choice">
                <input type="hidden" name="ticket" value="\(exact: ticket)">
                \(Markup(rows))</form>
                """, formTargets: [question.consumerURL])
    }

    /// Stands in for the script with which providers post a response (Bindings §3.5.4).
    static func handOver(_ reply: SAMLProvider.Reply) -> Page {
        .handOver(to: reply.question.service, at: reply.question.consumerURL, reply.fields)
    }

    static func refusal(_ refusal: SAMLRefusal) -> Page {
        .refusal(
            title: "The provider cannot go on (simulated)", code: refusal.reason.rawValue,
            meaning: refusal.reason.meaning, fix: refusal.reason.fix,
            detail: refusal.cause?.rawValue ?? refusal.detail)
    }
}
