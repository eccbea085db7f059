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

    /// - Parameter authURL: where the backend believes the certificates to be.
    init(
        auth: CertificateServer, authURL: String, configuration: Backend.Configuration = .init()
    ) throws {
        trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        self.auth = auth
        account = try Self.keys.get().account
        let certificates = CertificateCache(
            url: try WebURL(authURL), transport: try CurlTransport(), clock: clock, trace: trace)
        backend = Backend(
            serviceAccount: account, certificates: certificates, configuration: configuration, clock: clock,
            trace: trace)
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

    /// The reasons of the tokens' events, in their order.
    var tokenEvents: [TokenEvent] {
        trace.events.compactMap { if case .token(let event) = $0.kind { event } else { nil } }
    }
}

/// Tells a story in which the auth service publishes the current key.
func withStory(
    configuration: Backend.Configuration = .init(), _ body: (Story) async throws -> Void
) async throws {
    let auth = CertificateServer()
    try auth.publish(Story.keys.get().current)
    try await withListener(auth, name: "auth") { bound in
        try await body(Story(auth: auth, authURL: bound.origin + "/x509", configuration: configuration))
    }
}

extension BackendAnswer {
    var code: String { json["code"]?.stringValue ?? "" }
}
