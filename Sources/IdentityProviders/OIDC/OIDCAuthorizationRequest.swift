import Reasons

/// What a client asks of the user: `GET /authorize` with its parameters checked (OpenID Connect Core §3).
struct OIDCAuthorizationRequest: Hashable, Sendable {
    enum ResponseMode: String, Sendable {
        case query, fragment
        case formPost = "form_post"
    }

    let client: OIDCClient
    let redirectURI: CallbackURL
    let includesCode: Bool
    let includesIDToken: Bool
    let includesAccessToken: Bool
    let responseMode: ResponseMode
    /// As they were sent, in their order.
    let scopes: [String]
    /// Given back as it came.
    let state: String?
    /// Put into the identity token as it came.
    let nonce: String?
    let challenge: CodeChallenge?

    init(_ items: ProviderForm<OIDCReason>, clients: OIDCClients) throws(OIDCRefusal) {
        client = try clients.client(try items.required("client_id"))
        let redirect = try items.required("redirect_uri")
        do { redirectURI = try CallbackURL(redirect) } catch { throw OIDCRefusal(.redirectURIUnusable) }
        if let registered = client.redirectURIs, !registered.contains(redirect) {
            throw OIDCRefusal(.redirectURINotRegistered, redirect)
        }
        let type = try items.required("response_type")
        let words = Set(type.split(separator: " ").map(String.init))
        guard [["code"], ["id_token"], ["id_token", "token"], ["code", "id_token"]].contains(words) else {
            throw OIDCRefusal(.responseTypeUnknown, type)
        }
        includesCode = words.contains("code")
        includesIDToken = words.contains("id_token")
        includesAccessToken = words.contains("token")
        let mode = try items.text("response_mode")
        guard let mode = mode.map(ResponseMode.init) ?? (includesIDToken ? .fragment : .query) else {
            throw OIDCRefusal(.responseModeUnknown, mode)
        }
        if mode == .query, includesIDToken { throw OIDCRefusal(.responseModeTooOpen) }
        responseMode = mode
        scopes = (try items.text("scope") ?? "").split(separator: " ").map(String.init)
        guard scopes.contains("openid") else { throw OIDCRefusal(.scopeWithoutOpenID) }
        state = try items.text("state")
        nonce = try items.text("nonce")
        if includesIDToken, nonce == nil { throw OIDCRefusal(.nonceMissing) }
        let method = try items.text("code_challenge_method")
        if let text = try items.text("code_challenge") {
            challenge = try CodeChallenge(text, method: method)
        } else {
            guard !includesCode || client.secret != nil else { throw OIDCRefusal(.challengeMissing) }
            challenge = nil
        }
    }
}
