import Reasons

/// What an app asks of the user: `GET /auth/authorize` with its parameters checked.
///
/// The rules are those of "Incorporating Sign in with Apple into other platforms": a client and a redirect URI that
/// belong together, `code` with or without `id_token`, and no answer in a query that holds more than a code.
struct AppleAuthorizationRequest: Hashable, Sendable {
    enum ResponseMode: String, Sendable {
        case query, fragment
        case formPost = "form_post"
    }

    let client: AppleClient
    let redirectURI: CallbackURL
    let includesIDToken: Bool
    let responseMode: ResponseMode
    let scopes: Set<AppleScope>
    /// Given back as it came.
    let state: String?
    /// Put into the identity token as it came.
    let nonce: String?

    init(_ items: ProviderForm<AppleReason>, clients: AppleClients) throws(AppleRefusal) {
        client = try clients.client(try items.required("client_id"))
        let redirect = try items.required("redirect_uri")
        do { redirectURI = try CallbackURL(redirect) } catch {
            throw AppleRefusal(.redirectURIUnusable)
        }
        if let registered = client.redirectURIs, !registered.contains(redirect) {
            throw AppleRefusal(.redirectURINotRegistered, redirect)
        }
        switch try items.required("response_type") {
        case "code": includesIDToken = false
        case "code id_token", "id_token code": includesIDToken = true
        case let other: throw AppleRefusal(.responseTypeUnknown, other)
        }
        scopes = try AppleScope.parse(try items.text("scope"))
        let mode = try items.text("response_mode")
        guard let mode = mode.map(ResponseMode.init) ?? (includesIDToken ? .fragment : .query) else {
            throw AppleRefusal(.responseModeUnknown, mode)
        }
        if mode != .formPost, !scopes.isEmpty { throw AppleRefusal(.responseModeTooOpen, "scope") }
        if mode == .query, includesIDToken { throw AppleRefusal(.responseModeTooOpen, "response_type") }
        responseMode = mode
        state = try items.text("state")
        nonce = try items.text("nonce")
    }
}

/// The scopes that an app may request.
public enum AppleScope: String, CaseIterable, Sendable {
    case name, email

    /// A list with blanks between; `openid` is allowed and says nothing.
    static func parse(_ text: String?) throws(AppleRefusal) -> Set<AppleScope> {
        var scopes: Set<AppleScope> = []
        for word in (text ?? "").utf8.split(separator: 0x20) {
            let word = String(decoding: word, as: UTF8.self)
            if word == "openid" { continue }
            guard let scope = AppleScope(rawValue: word) else { throw AppleRefusal(.scopeUnknown, word) }
            scopes.insert(scope)
        }
        return scopes
    }
}
