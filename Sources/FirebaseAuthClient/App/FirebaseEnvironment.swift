public import BridgePrimitives
public import BridgeTrace
public import HTTPLoader
public import SimulatedDevice

/// What the SDK takes from the process that it runs in: the network, the keychain, the clock, the bundle, a browser.
///
/// Code written for the iOS SDK reaches for globals: `FirebaseApp.configure()`, `Auth.auth()`. Here the globals belong
/// to an environment, and ``run(_:)`` binds one to the task that calls; so several apps and devices live in one
/// process. Completions and listeners run with the environment of the client that calls them.
///
/// An environment owns its apps and every task that they start. ``end()`` is the death of the process: it must be
/// called when the environment is done with, or it stays in memory for good.
public final class FirebaseEnvironment: Sendable {
    /// The environment that `FirebaseApp` and `Auth.auth()` mean.
    @TaskLocal public static var current: FirebaseEnvironment?

    public let transport: any Transport
    public let clock: WorldClock
    /// Whose reading of the clock decides when a token is old.
    public let party: WorldClock.Party
    public let trace: TraceLog
    /// Who acts, in the trace: the native app or the page.
    public let actor: TraceActor
    /// Where users are kept; nil for memory only.
    public let keychain: AppKeychain?
    /// What `GoogleService-Info.plist` in the app's bundle says; nil when there is none.
    public let bundledOptions: FirebaseOptions?
    /// Where the auth service is before the app calls `useEmulator(withHost:port:)`; nil when only the app knows.
    public let service: WebURL?
    /// The custom URL schemes that the app's Info.plist registers; nil when nobody checks.
    public let urlSchemes: [String]?
    let presenter: WebPresenter?
    let defaults: DefaultsDomain?
    private let process: AppProcess?
    let ids: IdentitySource
    let tasks = RunningTasks()
    private let apps = Mutex<[String: FirebaseApp]>([:])

    public init(
        transport: any Transport, clock: WorldClock, party: WorldClock.Party = .device, trace: TraceLog,
        actor: TraceActor = .app, keychain: AppKeychain? = nil, bundledOptions: FirebaseOptions? = nil,
        service: WebURL? = nil, urlSchemes: [String]? = nil, defaults: DefaultsDomain? = nil,
        process: AppProcess? = nil, ids: IdentitySource = IdentitySource(seed: 0), presenter: WebPresenter? = nil
    ) {
        (self.transport, self.clock, self.party, self.trace) = (transport, clock, party, trace)
        (self.actor, self.keychain, self.bundledOptions) = (actor, keychain, bundledOptions)
        (self.service, self.urlSchemes, self.defaults) = (service, urlSchemes, defaults)
        (self.process, self.ids, self.presenter) = (process, ids, presenter)
    }

    /// The environment of an app's process on a device: its keychain, its preferences, its bundle.
    ///
    /// - Throws: `client/options-unreadable` and `client/option-missing` for a bad `GoogleService-Info.plist`.
    public convenience init(
        process: AppProcess, transport: any Transport, service: WebURL? = nil,
        ids: IdentitySource = IdentitySource(seed: 0), presenter: WebPresenter? = nil
    ) throws(BridgeFailure) {
        let bundle = process.app.bundle
        var options: FirebaseOptions?
        if let bytes = bundle.resources["GoogleService-Info.plist"] {
            options = try FirebaseOptions(propertyList: bytes)
        }
        self.init(
            transport: transport, clock: process.device.clock, trace: process.device.trace,
            keychain: process.keychain, bundledOptions: options, service: service, urlSchemes: bundle.urlSchemes,
            defaults: process.defaults, process: process, ids: ids, presenter: presenter)
    }

    /// Runs app code in this environment, and as its process.
    public func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await Self.$current.withValue(self) {
            guard let process else { return try await body() }
            return try await AppProcess.$current.withValue(process) { try await body() }
        }
    }

    /// Runs app code in this environment, and as its process.
    public func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Self.$current.withValue(self) {
            guard let process else { return try body() }
            return try AppProcess.$current.withValue(process) { try body() }
        }
    }

    /// Returns when all completions and listeners that are under way have been called. A web page that is shown counts.
    public func settle() async { await tasks.settle() }

    /// Returns when the clients that waited for the first unlock have gone on. The device must have been unlocked.
    public func settleAfterUnlock() async { await tasks.settle(.unlock) }

    /// Ends the process: what runs is cancelled and awaited, and the apps are forgotten. Nothing is signed out.
    public func end() async {
        let ended = apps.withLock { apps in
            defer { apps = [:] }
            return Array(apps.values)
        }
        for app in ended { app.auth.retire() }
        await tasks.end()
    }

    // MARK: - Apps

    func app(named name: String) -> FirebaseApp? { apps.withLock { $0[name] } }

    var allApps: [String: FirebaseApp] { apps.withLock { $0 } }

    /// Returns whether the name was free.
    func register(_ app: FirebaseApp) -> Bool {
        apps.withLock { apps in
            guard apps[app.name] == nil else { return false }
            apps[app.name] = app
            return true
        }
    }

    func forget(_ app: FirebaseApp) { apps.withLock { $0[app.name] = nil } }
}

extension FirebaseEnvironment {
    /// The one bridge from `async` to completion handlers: does `work`, then calls `completion` on the main actor,
    /// where the SDK calls it, in this environment.
    func complete<Value: Sendable>(
        _ completion: (@MainActor (Value?, (any Error)?) -> Void)?,
        with work: @escaping @Sendable () async throws -> Value
    ) {
        tasks.start {
            await self.run {
                let outcome: Result<Value, any Error>
                do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
                switch outcome {
                case .success(let value): await completion?(value, nil)
                case .failure(let error): await completion?(nil, error)
                }
            }
        }
    }

    /// The same for calls that give nothing back.
    func complete(
        _ completion: (@MainActor ((any Error)?) -> Void)?, with work: @escaping @Sendable () async throws -> Void
    ) {
        complete({ (_: Bool?, error) in completion?(error) }) {
            try await work()
            return true
        }
    }
}
