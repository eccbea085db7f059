import AuthEmulator
import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HandoffBackend
import Listening
import Tokens

/// The real auth service, listening, strict, with a user who signs in; and backends that believe it.
struct RealAuthService: Sendable {
    let service: AuthService
    let origin: WebURL
    let clock: WorldClock
    let trace: TraceLog
    let transport: CurlTransport

    static let email = "taro@example.com"

    /// An ID token of a sign-in at the clock's time, by the key that signs now.
    func idToken() async throws -> String {
        let url = try origin.resolving("/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k")
        let body: JSONValue = [
            "email": .string(Self.email), "password": "correct-horse", "returnSecureToken": true,
        ]
        let response = try await transport.perform(.json(url: url, value: body)).response
        return try JSONValue(parsing: response.body)["idToken"]?.stringValue ?? ""
    }

    /// The user's uid.
    func uid() throws -> String { try service.account(email: Self.email)?.localID ?? "" }

    /// A backend of its own, with its own memory for certificates.
    func users(caching: CertificateCaching = .asTold, looksUpAccounts: Bool = false) throws -> UserDirectory {
        let certificates = CertificateCache(
            url: try origin.resolving(
                "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"),
            transport: transport, caching: caching, clock: clock, trace: trace)
        let accounts = AccountLookup(
            AdminRequests(auth: origin, projectID: Story.project, transport: transport, trace: trace))
        return UserDirectory(
            store: try UserStore(path: nil),
            admission: TokenAdmission(
                projectID: Story.project, certificates: certificates, accounts: looksUpAccounts ? accounts : nil,
                clock: clock),
            clock: clock, trace: trace)
    }

    /// How the latest token fared, and where the certificates for it came from.
    var certificates: String? {
        trace.events.compactMap { event -> TokenEvent? in
            guard event.actor == .backend, case .token(let token) = event.kind else { return nil }
            return token
        }.last?.certificates?.rawValue
    }
}

func withRealAuthService(_ body: (RealAuthService) async throws -> Void) async throws {
    let clock = WorldClock.frozen(at: Story.start)
    let trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
    let keys = try Story.keys.get()
    let service = try AuthService(
        projectID: Story.project, strictness: .strict, store: .inMemory(), keys: KeyRing(current: keys.current),
        serviceAccount: keys.account, clock: clock, trace: trace, ids: IdentitySource(seed: 1))
    _ = try service.seed(SeedUser(email: RealAuthService.email, password: Secret("correct-horse")))
    let transport = try CurlTransport()
    defer { transport.shutdown() }
    try await withListener(AuthAPI(service: service), name: "auth", clock: clock) { bound in
        try await body(
            RealAuthService(
                service: service, origin: WebURL(bound.origin), clock: clock, trace: trace, transport: transport))
    }
}

extension UserDirectory {
    /// Whether a token is let in: the first code of the refusal, or `accepted`.
    func judge(_ token: String) async -> String {
        let answer = await answer(
            PlainRequest.users(method: "POST", path: "/v1/users", authorization: ["Bearer \(token)"]))
        return answer.reasons.first?.rawValue ?? "accepted"
    }
}
