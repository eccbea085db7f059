public import BridgePrimitives

/// An app or website that may sign users in with the simulated OpenID provider.
public struct OIDCClient: Hashable, Sendable {
    /// `client_id`.
    public let id: String
    /// Nil for a public client, which proves itself by PKCE alone (RFC 8252 §8.4).
    public let secret: Secret<String>?
    /// The redirect URIs that are registered; nil allows any.
    public let redirectURIs: [String]?

    public init(id: String, secret: Secret<String>? = nil, redirectURIs: [String]? = nil) {
        (self.id, self.secret, self.redirectURIs) = (id, secret, redirectURIs)
    }

    public static func == (a: Self, b: Self) -> Bool { a.id == b.id }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Which clients there are.
public enum OIDCClients: Sendable {
    /// Whoever asks, as a public client: what a sample needs.
    case anyone
    case registered([OIDCClient])

    func client(_ id: String) throws(OIDCRefusal) -> OIDCClient {
        switch self {
        case .anyone: return OIDCClient(id: id)
        case .registered(let clients):
            guard let client = clients.first(where: { $0.id == id }) else { throw OIDCRefusal(.clientUnknown, id) }
            return client
        }
    }
}

/// Somebody whom the simulated OpenID provider knows.
public struct OIDCAccount: Hashable, Sendable {
    /// `sub`, the same for all clients.
    public let id: String
    public let name: String
    public let email: String
    public let isEmailVerified: Bool
    public let picture: String?

    public init(id: String, name: String, email: String, isEmailVerified: Bool = true, picture: String? = nil) {
        (self.id, self.name, self.email) = (id, name, email)
        (self.isEmailVerified, self.picture) = (isEmailVerified, picture)
    }

    /// Three people to choose from; one seed gives the same ones. One has never shown that the address is hers.
    public static func samples(from ids: IdentitySource) -> [OIDCAccount] {
        [
            ("Taro Yamada", "taro@example.com", true), ("Hanako Suzuki", "hanako@example.com", false),
            ("Jun O’Neill", "jun.oneill@example.com", true),
        ]
        .map { OIDCAccount(id: ids.alphanumeric(count: 20), name: $0, email: $1, isEmailVerified: $2) }
    }
}
