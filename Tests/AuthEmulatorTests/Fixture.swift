import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Tokens

/// One auth service in memory, on a clock that stands still at nine o'clock.
struct Fixture {
    static let project = "demo-bridge"
    static let start = Instant(rfc3339: "2026-11-21T09:00:00Z") ?? .epoch
    /// Making RSA keys is slow; the suites share these.
    static let keys = Result { (token: try SigningKey.generate(), account: try SigningKey.generate()) }
    static let foreignKey = Result { try SigningKey.generate() }

    let service: AuthService
    let clock: WorldClock
    let trace: TraceLog

    init(
        _ strictness: Strictness = .strict, tokenForm: TokenForm? = nil, store: AccountStore? = nil,
        configuration: AuthConfiguration = AuthConfiguration(), seed: UInt64 = 1
    ) throws {
        let keys = try Self.keys.get()
        clock = .frozen(at: Self.start)
        trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        service = try AuthService(
            projectID: Self.project, strictness: strictness, tokenForm: tokenForm,
            store: store ?? AccountStore.inMemory(), keys: KeyRing(current: keys.token),
            serviceAccount: ServiceAccount(projectID: Self.project, key: keys.account), clock: clock, trace: trace,
            ids: IdentitySource(seed: seed), configuration: configuration)
    }

    /// A user with address and password, as most tests want one.
    @discardableResult
    func addTaro(disabled: Bool = false) throws -> String {
        try service.seed(
            SeedUser(
                localID: "taro", email: "taro@example.com", password: Secret("correct-horse"), displayName: "Taro",
                disabled: disabled))
    }

    func signIn() throws -> JSONObject {
        try service.signInWithPassword(
            PasswordSignInRequest(email: "taro@example.com", password: Secret("correct-horse")))
    }

    /// A custom token as the project's backend mints it.
    func customToken(_ uid: String, claims: JSONObject? = nil) throws -> String {
        try service.serviceAccount.customToken(uid: uid, issuedAt: clock.now, developerClaims: claims)
    }

    func signIn(customToken: String) throws -> JSONObject {
        try service.signInWithCustomToken(CustomTokenSignInRequest(token: customToken))
    }
}

extension JSONObject {
    func text(_ name: String) -> String { self[name]?.stringValue ?? "" }
}

/// A request's members, as the door decodes them.
func body(_ value: JSONValue) -> WireBody { WireBody(value.objectValue ?? JSONObject()) }

/// The message of the refusal that `action` ends with; "" when it does not.
func refusal(_ action: () throws -> some Any) throws -> String {
    do { _ = try action() } catch let refusal as AuthRefusal { return refusal.message }
    return ""
}

/// The claims of a token, unchecked.
func claims(of token: String) throws -> JSONObject { try UnverifiedToken(parsing: token).payload }
