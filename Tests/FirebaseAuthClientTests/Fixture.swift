import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import FirebaseAuthClient
import HTTPLoader
import Listening
import SimulatedDevice
import Testing
import Tokens

/// A live auth service, and clients of it on one device.
struct Fixture: Sendable {
    static let project = "demo-bridge"
    static let start = Instant(rfc3339: "2026-11-21T09:00:00Z") ?? .epoch
    static let accessGroup = "TEAM123456.com.example.shop"
    static let bundle = AppBundle(
        team: "TEAM123456", bundleID: "com.example.shop", resources: ["GoogleService-Info.plist": Array(plist.utf8)],
        urlSchemes: ["com.googleusercontent.apps.77-abc"])
    static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>API_KEY</key><string>AIzaSy-test</string>
        <key>PROJECT_ID</key><string>demo-bridge</string>
        <key>GOOGLE_APP_ID</key><string>1:77:ios:0123456789abcdef</string>
        <key>BUNDLE_ID</key><string>com.example.shop</string>
        <key>CLIENT_ID</key><string>77-abc.apps.googleusercontent.com</string>
        <key>REVERSED_CLIENT_ID</key><string>com.googleusercontent.apps.77-abc</string>
        <key>GCM_SENDER_ID</key><string>77</string>
        <key>IS_ADS_ENABLED</key><false/>
        </dict></plist>
        """
    /// Making RSA keys is slow; the suites share these.
    private static let keys = Result { (token: try SigningKey.generate(), account: try SigningKey.generate()) }

    let service: AuthService
    let clock: WorldClock
    let trace: TraceLog
    let transport: WatchedTransport
    let host: WebURL
    let device: Device
    let app: InstalledApp

    /// - Parameter keychain: whether the user is kept in the keychain of the app's process.
    func client(
        _ platform: FirebaseConfiguration.Platform = .ios(bundleID: "com.example.shop"), keychain: Bool = false,
        transport: (any Transport)? = nil
    ) throws -> Auth {
        try Auth(
            transport: transport ?? self.transport,
            configuration: FirebaseConfiguration(
                apiKey: "a key & more", projectID: Self.project, host: host, platform: platform),
            keychain: keychain ? try #require(app.process).keychain : nil, clock: clock, trace: trace)
    }

    /// The user in the device's keychain, and nothing else that the client wrote there.
    var storedUsers: [Keychain.ItemKey] {
        device.keychain.keys.filter { $0.account.hasSuffix("firebase_user") }
    }

    /// Launches the app anew and lends the environment of its process, which ends with it.
    func run(
        _ reason: AppProcess.LaunchReason = .user, presenter: WebPresenter? = nil,
        _ body: (FirebaseEnvironment) async throws -> Void
    ) async throws {
        app.process?.end()
        let process = try app.launch(reason)
        let environment = try FirebaseEnvironment(
            process: process, transport: transport, service: host, presenter: presenter)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await environment.run { try await body(environment) }) } catch {
            outcome = .failure(error)
        }
        await environment.end()
        try outcome.get()
    }

    /// The code that went to a number last.
    func sms(to number: String) throws -> String {
        let rows = try service.verificationCodes()["verificationCodes"]?.arrayValue ?? []
        return try #require(rows.last { $0["phoneNumber"]?.stringValue == number }?["code"]?.stringValue)
    }

    /// The code of the mail that went to an address last.
    func mailedCode(to address: String) throws -> String {
        let rows = try service.oobCodes(origin: host.origin)["oobCodes"]?.arrayValue ?? []
        return try #require(rows.last { $0["email"]?.stringValue == address }?["oobCode"]?.stringValue)
    }

    /// What the authenticator app of a user shows.
    func totpCode(of uid: String) throws -> String {
        let rows = try service.totpCodes()["totpCodes"]?.arrayValue ?? []
        return try #require(rows.last { $0["localId"]?.stringValue == uid }?["code"]?.stringValue)
    }

    func verifyEmail(of uid: String) throws {
        var request = UpdateRequest()
        (request.localID, request.emailVerified) = (uid, true)
        _ = try service.update(request, as: .admin)
    }

    func customToken(_ uid: String) throws -> String {
        try service.serviceAccount.customToken(uid: uid, issuedAt: clock.now)
    }

    /// Starts the service and lends a fixture with one user, `taro`.
    static func lend(
        _ strictness: Strictness = .strict, bundle: AppBundle = Fixture.bundle,
        _ body: (Fixture) async throws -> Void
    ) async throws {
        let keys = try keys.get()
        let clock = WorldClock.frozen(at: start)
        let trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        let service = try AuthService(
            projectID: project, strictness: strictness, store: .inMemory(), keys: KeyRing(current: keys.token),
            serviceAccount: ServiceAccount(projectID: project, key: keys.account), clock: clock, trace: trace,
            ids: IdentitySource(seed: 1))
        try service.seed(
            SeedUser(
                localID: "taro", email: "taro@example.com", password: Secret("correct-horse"), displayName: "Taro"))
        let device = Device(
            profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        let app = try device.install(bundle)
        _ = try app.launch(.user)
        let curl = try CurlTransport()
        defer { curl.shutdown() }
        try await withListener(AuthAPI(service: service), name: "auth") { bound in
            try await body(
                Fixture(
                    service: service, clock: clock, trace: trace, transport: WatchedTransport(curl),
                    host: WebURL(bound.origin), device: device, app: app))
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

/// Passes requests on until it is turned to something else.
final class TurningTransport: Transport {
    private let inner: Mutex<any Transport>

    init(_ inner: any Transport) { self.inner = Mutex(inner) }

    func turn(to other: any Transport) { inner.withLock { $0 = other } }

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        try await inner.withLock { $0 }.perform(request)
    }
}

/// The error that `action` ends with; nil when it does not.
func authError(_ action: () async throws -> some Any) async throws -> AuthError? {
    do { _ = try await action() } catch let error as AuthError { return error }
    return nil
}
