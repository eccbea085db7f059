public import BridgePrimitives
public import SAML

/// A simulated SAML provider: accounts, the services that may ask, and signed responses. Time comes in with each call, ids
/// from the world's seed; signing happens outside the lock.
public final class SAMLProvider: Sendable {
    /// Who can sign in, in the order in which the page lists them.
    public let accounts: [SAMLAccount]
    public let issuer: SAMLIssuer
    private let services: SAMLServices
    private let signed: SAMLIssuer.Signed
    private let ids: IdentitySource
    private let pages = Mutex(BoundedTable<Page>(capacity: 1000))

    /// A page that is open at somebody's browser.
    private struct Page: Sendable {
        let question: Question
        let opened: Instant
    }

    /// Who asks, and where the answer goes.
    struct Question: Hashable, Sendable {
        let service: String
        let consumerURL: CallbackURL
        /// Nil where the sign-in began here.
        let request: String?
        /// Given back as it came.
        let relayState: String?
    }

    static let pageLifetime = Duration.seconds(15 * 60)

    /// - Parameter signed: which elements carry a signature; providers differ.
    public init(
        issuer: SAMLIssuer, accounts: [SAMLAccount], services: SAMLServices,
        signing signed: SAMLIssuer.Signed = .assertion,
        ids: IdentitySource
    ) {
        (self.issuer, self.accounts, self.services) = (issuer, accounts, services)
        (self.signed, self.ids) = (signed, ids)
    }

    /// Forgets open pages, as after a first start; accounts and keys stay.
    public func reset() { pages.withLock { $0 = BoundedTable(capacity: 1000) } }

    // MARK: - Questions

    /// A service's own (SP-initiated).
    ///
    /// - Parameter url: where the request came to.
    func question(_ request: SAMLRequest, relayState: String?, at url: String) throws(SAMLRefusal)
        -> Question
    {
        if let destination = request.destination, destination != url {
            throw SAMLRefusal(.requestDestination, destination)
        }
        let consumer = try services.consumerURL(of: request.issuer, asked: request.consumerURL)
        return Question(
            service: request.issuer, consumerURL: consumer, request: request.id, relayState: relayState)
    }

    /// One that begins here, from a list of services as companies have it (IdP-initiated).
    func question(for service: String, relayState: String?) throws(SAMLRefusal) -> Question {
        Question(
            service: service, consumerURL: try services.consumerURL(of: service, asked: nil),
            request: nil,
            relayState: relayState)
    }

    func open(_ question: Question, now: Instant) -> String {
        let ticket = ids.alphanumeric(count: 32)
        pages.withLock { $0[ticket] = Page(question: question, opened: now) }
        return ticket
    }

    // MARK: - Answers

    /// What is posted to the service.
    struct Reply: Sendable {
        let question: Question
        let fields: [(String, String)]
    }

    func answer(ticket: String, accountID: String, now: Instant) throws -> Reply {
        guard let account = accounts.first(where: { $0.id == accountID }) else {
            throw SAMLRefusal(.accountUnknown, accountID)
        }
        let page = pages.withLock { pages in
            defer { pages[ticket] = nil }
            return pages[ticket]
        }
        guard let page, now < page.opened + Self.pageLifetime else { throw SAMLRefusal(.ticketUnknown) }
        let question = page.question
        var statement = SAMLIssuer.Statement(
            nameID: account.email, audience: question.service, consumerURL: question.consumerURL.text,
            request: question.request, issuedAt: now)
        statement.attributes = [("displayName", [account.name]), ("groups", account.groups)].filter {
            !$0.1.isEmpty
        }
        let xml = try issuer.response(
            statement, ids: ("_r\(ids.alphanumeric(count: 30))", "_a\(ids.alphanumeric(count: 30))"),
            signing: signed)
        let relayed = question.relayState.map { [("RelayState", $0)] } ?? []
        return Reply(
            question: question,
            fields: [("SAMLResponse", StandardBase64.encode(Array(xml.utf8)))] + relayed)
    }
}

/// Somebody whom the simulated SAML provider knows.
public struct SAMLAccount: Hashable, Sendable {
    /// Names the account inside the provider; services know it by its address.
    public let id: String
    public let name: String
    public let email: String
    public let groups: [String]

    public init(id: String, name: String, email: String, groups: [String] = []) {
        (self.id, self.name, self.email, self.groups) = (id, name, email, groups)
    }

    /// Two people to choose from; one seed gives the same ones.
    public static func samples(from ids: IdentitySource) -> [SAMLAccount] {
        [
            ("Taro Yamada", "taro@corp.example", ["staff", "admins"]),
            ("Hanako Suzuki", "hanako@corp.example", ["staff"]),
        ]
        .map { SAMLAccount(id: ids.alphanumeric(count: 12), name: $0, email: $1, groups: $2) }
    }
}

/// Which services may ask who a user is.
public enum SAMLServices: Sendable {
    /// Whoever asks, wherever the answer is to go: what a sample needs.
    case anyone
    /// Entity IDs with the places where each takes responses, the first one unless a request names another.
    case registered([String: [String]])

    func consumerURL(of service: String, asked: String?) throws(SAMLRefusal) -> CallbackURL {
        let text: String
        switch self {
        case .anyone:
            guard let asked else { throw SAMLRefusal(.consumerUnknown, service) }
            text = asked
        case .registered(let services):
            guard let places = services[service], let first = places.first else {
                throw SAMLRefusal(.serviceUnknown, service)
            }
            guard places.contains(asked ?? first) else { throw SAMLRefusal(.consumerUnknown, asked) }
            text = asked ?? first
        }
        do { return try CallbackURL(text) } catch { throw SAMLRefusal(.consumerUnknown, text) }
    }
}
