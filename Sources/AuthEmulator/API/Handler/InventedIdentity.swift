import BridgePrimitives

/// An account at a provider that nobody has yet, as the handler offers one.
enum InventedIdentity: Sendable {
    /// Under which the form sends what its user typed, beside the handler's own query.
    private static let (email, name) = ("newEmail", "newName")

    /// - Parameter count: how many accounts the provider has, so that the next one is told from them.
    static func make(_ call: Call, _ provider: String, after count: Int) -> ProviderIdentity {
        func typed(_ name: String) -> String? {
            call.query[name].map { ASCIIText.trimmed($0.utf8) }.flatMap { $0.isEmpty ? nil : String($0) }
        }
        // Forty digits, as the emulator invents them.
        let digits = call.service.unguessable("provider-account", bytes: 40).map { String($0 % 10) }.joined()
        return ProviderIdentity(
            providerID: provider, rawID: digits, email: typed(email) ?? "user\(count + 1)@example.com",
            displayName: typed(name) ?? "User \(count + 1)")
    }

    /// Asks for the handler again, with an address and a name for the account. No script has a part in it, so that
    /// browsers of apps can have one too.
    static func form(_ call: Call) -> Markup {
        let kept = call.query.keys.sorted().filter { $0 != email && $0 != name }.map { key -> Markup in
            "<input type=\"hidden\" name=\"\(exact: key)\" value=\"\(exact: call.query[key] ?? "")\">"
        }
        return """
            <form method="get"><fieldset><legend>The new account</legend>\(kept)
            <p><label>E-mail address <input type="email" name="\(exact: email)" required></label></p>
            <p><label>Name <input name="\(exact: name)"></label></p>
            <p><button>Use these</button></p></fieldset></form>
            """
    }
}
