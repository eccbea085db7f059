import BridgePrimitives

/// A request as a provider looks at it: HTTP without a server.
struct ProviderRequest: Sendable {
    /// Longest body that a provider reads, in bytes: far more than any of its forms needs.
    static let bodyLimit = 64 * 1024

    /// Upper case.
    var method: String
    /// `http` or `https`.
    var scheme = "http"
    /// The `Host` field as it came.
    var host: String
    /// Percent-encoded, without query.
    var path: String
    /// Percent-encoded, without the question mark.
    var query = ""
    var authorization: String?
    var contentType: String?
    /// The `Origin` field.
    var origin: String?
    var body: [UInt8] = []

    /// Whether the body says that it is a form; parameters of the type are ignored.
    var hasForm: Bool {
        let type = (contentType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
        return type.elementsEqual("application/x-www-form-urlencoded".utf8) { lowered($0) == $1 }
    }

    /// Whether a page of another origin sent the form: browsers say so, other clients have no `Origin`.
    var isFromForeignPage: Bool {
        guard let origin else { return false }
        return !origin.utf8.elementsEqual("\(scheme)://\(host)".utf8) { lowered($0) == lowered($1) }
    }

    private func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

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
    /// The address of `Location`, with status 303.
    var location: String?
    /// The value of `Cache-Control`.
    var cacheControl = "no-store"
    /// The value of `Allow`, with status 405.
    var allow: String?
    /// The value of `WWW-Authenticate`, with status 401.
    var challenge: String?

    static func redirect(to location: String) -> ProviderAnswer { ProviderAnswer(status: 303, location: location) }
    static func methodNotAllowed(_ allow: String) -> ProviderAnswer { ProviderAnswer(status: 405, allow: allow) }
}
