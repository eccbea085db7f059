import BridgePrimitives

/// A provider's answer.
struct ProviderAnswer: Sendable {
    enum Content: Sendable {
        case none
        case json(JSONValue)
        case form(String)
        case page(Page)
    }

    var status = 200
    var content = Content.none
    /// Where to go on to, with status 303.
    var location: String?
    /// What `Cache-Control` says.
    var cacheControl = "no-store"
    /// What `Allow` says, with status 405.
    var allow: String?
    /// What `WWW-Authenticate` says, with status 401.
    var challenge: String?

    static func redirect(to location: String) -> ProviderAnswer { ProviderAnswer(status: 303, location: location) }
    static func methodNotAllowed(_ allow: String) -> ProviderAnswer { ProviderAnswer(status: 405, allow: allow) }
}
