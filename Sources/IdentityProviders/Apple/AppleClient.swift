public import BridgePrimitives
import Crypto

/// An app or website that may sign users in with Apple.
public struct AppleClient: Hashable, Sendable {
    /// A bundle id (`com.example.app`), or a Services ID for the web.
    public let id: String
    /// Ten characters.
    public let teamID: String
    /// The redirect URIs that are registered; nil allows any.
    public let redirectURIs: [String]?
    /// Whose signature client secrets must have; nil when only their form is looked at.
    public let secretKey: AppleClientKey?

    public init(id: String, teamID: String, redirectURIs: [String]? = nil, secretKey: AppleClientKey? = nil) {
        (self.id, self.teamID, self.redirectURIs, self.secretKey) = (id, teamID, redirectURIs, secretKey)
    }
}

/// The public half of a key that makes client secrets.
public struct AppleClientKey: Hashable, Sendable {
    public let id: String
    let publicKey: P256.Signing.PublicKey

    /// - Parameter pem: a P-256 key, `BEGIN PUBLIC KEY`.
    /// - Throws: `apple/unreadable-client-key`.
    public init(id: String, pem: String) throws(BridgeFailure) {
        do { publicKey = try P256.Signing.PublicKey(pemRepresentation: pem) } catch {
            throw BridgeFailure(
                AppleSetupReason.unreadableClientKey,
                cause: "the client key \(id) is no P-256 public key in PEM form")
        }
        self.id = id
    }

    public static func == (a: Self, b: Self) -> Bool {
        a.id == b.id && a.publicKey.rawRepresentation == b.publicKey.rawRepresentation
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Which clients there are.
public enum AppleClients: Sendable {
    /// Whoever asks, as an app of one team: what a sample needs.
    case anyone(teamID: String)
    case registered([AppleClient])

    /// - Parameter team: who has signed the app that asks; nil where nobody knows. A registered client is its own
    ///   team's whatever that says.
    func client(_ id: String, team: String? = nil) throws(AppleRefusal) -> AppleClient {
        switch self {
        case .anyone(let teamID):
            return AppleClient(id: id, teamID: team ?? teamID)
        case .registered(let clients):
            guard let client = clients.first(where: { $0.id == id }) else { throw AppleRefusal(.clientUnknown, id) }
            return client
        }
    }
}
