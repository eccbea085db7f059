import BridgePrimitives

/// `GET /emulator/auth/handler`: where redirect sign-ins go to choose an account at a provider.
///
/// Where somebody here authorises for the provider, the browser goes on there; see ``RedirectPage``. Else it is a page
/// without scripts: every account is a link back to the app's `redirectUrl`, or to an iOS app's callback, that carries
/// the provider's token. Popups talk to the app through a frame that only Google's own relay script knows how
/// to run; offline they do not work, and the page says so.
enum HandlerPage: Sendable {
    static func answer(_ call: Call) async throws -> WireAnswer {
        if let answer = RedirectPage.returned(call) { return answer }
        guard let apiKey = call.query["apiKey"], !apiKey.isEmpty else { return missing("apiKey") }
        guard let provider = call.query["providerId"], !provider.isEmpty else { return missing("providerId") }
        guard ["appName", "clientId", "appId", "apn", "ibi"].contains(where: { call.query[$0]?.isEmpty == false })
        else { return missing("one of appName, clientId, appId, apn, ibi") }
        if let answer = await RedirectPage.begin(call, providerID: ASCIIText.lowercased(provider)) {
            return answer
        }
        let accounts = try call.service.identities(
            at: provider, limit: 100, in: AuthScope(tenantID: call.query["tid"]))
        var rows: [String] = []
        for identity in accounts {
            let name = identity.displayName ?? identity.email ?? identity.rawID
            rows.append(row(call, provider, name, detail: identity.email, claims: claims(of: identity)))
        }
        let number = accounts.count + 1
        let invented = ProviderIdentity(
            providerID: provider, rawID: "generated-\(provider)-\(number)", email: "user\(number)@example.com",
            displayName: "User \(number)")
        rows.append(row(call, provider, "A new account", detail: invented.email, claims: claims(of: invented)))
        return WireAnswer(
            html: """
                <!doctype html><html lang="en"><head><meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>Sign in with \(MarkupText.escaped(provider))</title></head><body><main>
                <h1>Sign in with \(MarkupText.escaped(provider))</h1>
                <p>Simulated: no request leaves this machine. Choose an account.</p>
                <ul>\(rows.joined())</ul>
                </main></body></html>
                """)
    }

    /// The relay's place: empty, because the relay script is Google's.
    static let frame = WireAnswer(
        html:
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Relay</title></head></html>"
    )

    private static func claims(of identity: ProviderIdentity) -> String {
        var claims = JSONObject([("sub", .string(identity.rawID))])
        claims["email"] = identity.email.map { .string($0) }
        if identity.email != nil { claims["email_verified"] = true }
        claims["name"] = identity.displayName.map { .string($0) }
        claims["screen_name"] = identity.screenName.map { .string($0) }
        claims["picture"] = identity.photoURL.map { .string($0) }
        return JSONValue.object(claims).text()
    }

    private static func row(
        _ call: Call, _ provider: String, _ name: String, detail: String?, claims: String
    ) -> String {
        let label = MarkupText.escaped(name) + (detail.map { " <small>\(MarkupText.escaped($0))</small>" } ?? "")
        guard let target = target(call, provider, claims: claims) else { return "<li>\(label)</li>" }
        return "<li><a href=\"\(MarkupText.escaped(target))\">\(label)</a></li>"
    }

    /// Where a chosen account leads; nil for popups, and for schemes that a browser would run.
    private static func target(_ call: Call, _ provider: String, claims: String) -> String? {
        AppCallback(call)?.url(
            link: "\(call.origin)/emulator/auth/handler?providerId=\(PercentEncoding.encode(provider))"
                + "&id_token=\(PercentEncoding.encode(claims))")
    }

    private static func missing(_ name: String) -> WireAnswer {
        WireAnswer(
            status: 400,
            json: JSONObject([("authEmulator", ["error": .string("missing \(name) query parameter")])]))
    }
}
