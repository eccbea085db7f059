import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HandoffBackend
import Listening
import Tokens

/// A backend with an auth service that listens, at 2026-11-21T09:00:00Z of a clock that stands still.
struct Story: Sendable {
    static let start = Instant(secondsSinceEpoch: 1_795_251_600)
    static let project = "demo-bridge"
    /// Made once: making a key takes longer than any test.
    static let keys = Result {
        (
            current: try SigningKey.generate(keyID: "k1"), next: try SigningKey.generate(keyID: "k2"),
            account: ServiceAccount(projectID: project, key: try SigningKey.generate())
        )
    }

    let clock = WorldClock.frozen(at: start)
    let trace: TraceLog
    let auth: CertificateServer
    let backend: Backend
    let account: ServiceAccount
    let store: UserStore
    let users: UserDirectory
    /// Where the certificates are believed to be.
    let authURL: String

    /// - Parameter authURL: where the backend believes the certificates to be.
    init(
        auth: CertificateServer, authURL: String, configuration: Backend.Configuration = .init(),
        caching: CertificateCaching = .asTold, store: UserStore? = nil
    ) throws {
        trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        (self.auth, self.authURL) = (auth, authURL)
        account = try Self.keys.get().account
        let certificates = CertificateCache(
            url: try WebURL(authURL), transport: try CurlTransport(), caching: caching, clock: clock, trace: trace)
        backend = Backend(
            serviceAccount: account, certificates: certificates, configuration: configuration, clock: clock,
            trace: trace)
        self.store = try store ?? UserStore(path: nil)
        users = UserDirectory(
            store: self.store,
            admission: TokenAdmission(
                projectID: Self.project, certificates: certificates, checks: configuration.checks,
                clockSkew: configuration.clockSkew, clock: clock),
            clock: clock, trace: trace)
    }

    /// An ID token of the auth service, an hour long, issued at the clock's time.
    func idToken(
        project: String = project, uid: String = "u1", key: SigningKey? = nil, unsigned: Bool = false
    ) throws -> String {
        let claims = IDTokenClaims(
            projectID: project, uid: uid, authTime: clock.now, issuedAt: clock.now, signInProvider: "password")
        return try TokenMint.idToken(claims, key: unsigned ? nil : key ?? Self.keys.get().current)
    }

    /// Exchanges a token in the usual way: a form with the field `idtoken`.
    func exchange(_ token: String) async -> BackendAnswer {
        await backend.exchange(Array("idtoken=\(token)".utf8), contentType: "application/x-www-form-urlencoded")
    }

    /// A token with any header and payload, signed by the current key.
    func token(header: JSONValue, payload: JSONObject) throws -> String {
        let input = [header, .object(payload)].map { Base64URL.encode($0.bytes()) }.joined(separator: ".")
        return "\(input).\(Base64URL.encode(try Self.keys.get().current.signature(for: Array(input.utf8))))"
    }

    /// What an ID token of `u1` says, some of it replaced; nil takes a member away.
    func claims(changing changes: [(String, JSONValue?)] = []) -> JSONObject {
        var payload = IDTokenClaims(
            projectID: Self.project, uid: "u1", authTime: clock.now, issuedAt: clock.now,
            signInProvider: "twitter.com", name: "Taro", email: "taro@example.com"
        ).payload
        for (name, value) in changes { payload[name] = value }
        return payload
    }

    /// A signed ID token of `u1`, some of its claims replaced.
    func idToken(changing changes: [(String, JSONValue?)]) throws -> String {
        try token(header: ["alg": "RS256", "kid": "k1", "typ": "JWT"], payload: claims(changing: changes))
    }

    /// Sends `token` as the one bearer, with no body.
    func ask(_ method: String, _ path: String, _ token: String) async -> UsersAnswer {
        await users.answer(PlainRequest.users(method: method, path: path, authorization: ["Bearer \(token)"]))
    }

    /// The tokens' events, in their order.
    var tokenEvents: [TokenEvent] {
        trace.events.compactMap { if case .token(let event) = $0.kind { event } else { nil } }
    }

    /// The accounts' events, in their order.
    var accountEvents: [AccountEvent] {
        trace.events.compactMap { if case .account(let event) = $0.kind { event } else { nil } }
    }
}

/// Tells a story in which the auth service publishes the current key.
func withStory(
    configuration: Backend.Configuration = .init(), caching: CertificateCaching = .asTold, store: UserStore? = nil,
    _ body: (Story) async throws -> Void
) async throws {
    let auth = CertificateServer()
    try auth.publish(Story.keys.get().current)
    try await withListener(auth, name: "auth") { bound in
        try await body(
            Story(
                auth: auth, authURL: bound.origin + "/x509", configuration: configuration, caching: caching,
                store: store))
    }
}

extension UsersAnswer {
    var code: String { document["errors"]?.arrayValue?.first?["code"]?.stringValue ?? "" }
    func attribute(_ name: String) -> JSONValue? { document["data"]?["attributes"]?[name] }
}

extension BackendAnswer {
    var code: String { json["code"]?.stringValue ?? "" }
}
