import AuthEmulator
import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import HTTPLoader
import Listening
import SimulatedDevice
import Synchronization
import Tokens

/// A live auth service, and clients of it on one device.
struct Fixture {
    static let project = "demo-bridge"
    static let start = Instant(rfc3339: "2026-11-21T09:00:00Z") ?? .epoch
    static let accessGroup = "TEAM123456.com.example.shop"
    /// Making RSA keys is slow; the suites share these.
    private static let keys = Result { (token: try SigningKey.generate(), account: try SigningKey.generate()) }

    let service: AuthService
    let clock: WorldClock
    let trace: TraceLog
    let transport: WatchedTransport
    let host: WebURL
    let keychain = Keychain()

    func client(
        _ platform: FirebaseConfiguration.Platform = .ios(bundleID: "com.example.shop"), keychain: Keychain? = nil,
        accessGroup: String = Fixture.accessGroup, transport: (any Transport)? = nil
    ) throws -> Auth {
        try Auth(
            transport: transport ?? self.transport,
            configuration: FirebaseConfiguration(
                apiKey: "a key & more", projectID: Self.project, host: host, platform: platform),
            keychain: keychain, accessGroup: accessGroup, clock: clock, trace: trace)
    }

    func customToken(_ uid: String) throws -> String {
        try service.serviceAccount.customToken(uid: uid, issuedAt: clock.now)
    }

    /// Starts the service and lends a fixture with one user, `taro`.
    static func lend(_ body: (Fixture) async throws -> Void) async throws {
        let keys = try keys.get()
        let clock = WorldClock.frozen(at: start)
        let trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        let service = try AuthService(
            projectID: project, strictness: .strict, store: .inMemory(), keys: KeyRing(current: keys.token),
            serviceAccount: ServiceAccount(projectID: project, key: keys.account), clock: clock, trace: trace,
            ids: IdentitySource(seed: 1))
        try service.seed(
            SeedUser(
                localID: "taro", email: "taro@example.com", password: Secret("correct-horse"), displayName: "Taro"))
        let curl = try CurlTransport()
        defer { curl.shutdown() }
        try await withListener(AuthAPI(service: service), name: "auth") { bound in
            try await body(
                Fixture(
                    service: service, clock: clock, trace: trace, transport: WatchedTransport(curl),
                    host: WebURL(bound.origin)))
        }
    }
}

/// Passes requests on, remembers their paths, and can hold back refreshes.
final class WatchedTransport: Transport {
    private struct State {
        var requests: [HTTPRequest] = []
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let inner: any Transport
    private let state = Mutex(State())

    init(_ inner: any Transport) { self.inner = inner }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var refreshes: Int { requests.count { $0.url.path.hasSuffix("/v1/token") } }

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        state.withLock { $0.requests.append(request) }
        if request.url.path.hasSuffix("/v1/token") {
            await withCheckedContinuation { continuation in
                let goes = state.withLock { state in
                    if state.isHolding { state.held.append(continuation) }
                    return !state.isHolding
                }
                if goes { continuation.resume() }
            }
        }
        return try await inner.perform(request)
    }

    func hold() { state.withLock { $0.isHolding = true } }

    func release() {
        let held = state.withLock { state in
            defer { (state.isHolding, state.held) = (false, []) }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}

/// A number that many tasks count up.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}

/// Answers everything with one reply, as a proxy or a broken service would.
struct OneReply: Transport {
    let status: Int
    let body: String

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        Exchange(
            request: request, response: HTTPResponse(status: status, body: Array(body.utf8)), timings: Timings(),
            remoteAddress: "127.0.0.1")
    }
}

/// The error that `action` ends with; nil when it does not.
func authError(_ action: () async throws -> some Any) async throws -> AuthError? {
    do { _ = try await action() } catch let error as AuthError { return error }
    return nil
}
