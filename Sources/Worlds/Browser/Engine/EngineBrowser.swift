import AuthEmulator
import BridgePrimitives
import BridgeTrace
import HTTPLoader
import PageEngines
import RouterGuard
import Scenarios

/// The web half in a real engine: the page's own scripts run, and what came of it is seen from outside.
final class EngineBrowser: Sendable {
    let window: EngineWindow
    let settings: WorldSettings
    let web: WebURL
    let clock: WorldClock
    /// The world's.
    let trace: TraceLog
    /// The page's, as the settings have them or as they are served; nil where nobody knows them.
    let routes: RouteTable?
    /// Where the auth service listens, on this machine; and the hosts in whose place it answers.
    let authPorts: Set<Int>, googleHosts: Set<String>
    private let state = Mutex(State())

    private struct State {
        var page: EnginePage?
        /// Since when the page has gone on by itself.
        var mark: Int?
        var findings: [Finding] = []
    }

    init(
        window: EngineWindow, settings: WorldSettings, addresses: WorldAddresses, files: WebAppFiles, clock: WorldClock,
        trace: TraceLog
    ) {
        self.window = window
        self.settings = settings
        self.clock = clock
        self.trace = trace
        web = addresses.web
        authPorts = Set([addresses.auth, addresses.pageAuth].compactMap(\.port))
        googleHosts = Set(GoogleHosts(projectID: settings.projectID).names)
        routes = settings.routes(servedIn: files)
    }

    /// What was opened last; nil before the first page.
    var lastPage: EnginePage? { state.withLock { $0.page } }
    /// Requests in which the engine did otherwise than the model of the profile.
    var findings: [Finding] { state.withLock { $0.findings } }

    /// Opens a page after the session was put where `injection` says, and waits until it can be judged.
    ///
    /// - Throws: `engine/model-only` for what no engine can do; what the engine's helper fails with.
    func open(
        _ opening: PageOpening, injecting injection: SessionInjection, nativeUserID: String?
    ) async throws {
        func refuse(_ what: String) -> BridgeFailure { PageEngineReason.modelOnly.failure(what) }
        guard opening.view == .first else { throw refuse("a second view on the same page") }
        guard opening.store == .default else { throw refuse("a private store beside the app's") }
        guard opening.process == .shared else { throw refuse("a process of its own") }
        guard injection.storeCookies.allSatisfy(\.isAwaited) else {
            throw refuse("a write to the store that nobody awaits")
        }
        // WebKitGTK's API loads addresses with headers, and no bodies.
        guard injection.form == nil else { throw refuse("a load with a body") }
        var asked = EngineWindow.Opening(url: try web.resolving(injection.path(of: opening)))
        asked.headers = injection.headers
        asked.cookies = injection.storeCookies.map(\.cookie)
        asked.userScripts = injection.scripts + settings.appScripts
        asked.answers = injection.answers
        asked.blankPageScript = injection.blankPageScript
        asked.scriptBeforeLoad = injection.scriptBeforeLoad
        let mark = trace.mark
        try await window.open(asked)
        try await judge(since: mark, nativeUserID)
    }

    /// - Returns: whether there was a page.
    @discardableResult
    func reload(nativeUserID: String?) async throws -> Bool {
        let mark = trace.mark
        guard try await window.reload() else { return false }
        try await judge(since: mark, nativeUserID)
        return true
    }

    func deleteAllCookies() async throws { try await window.deleteAllCookies() }

    func removeAllData() async throws {
        try await window.removeAllData()
        state.withLock { $0.page?.forget() }
    }

    /// - Throws: `engine/model-only` for some of the data without the rest: engines have no means for that but for
    ///   cookies.
    func remove(_ removal: DataRemoval) async throws {
        if removal.isWhole { return try await removeAllData() }
        guard removal.types.allSatisfy({ $0 == .cookies }) else {
            throw PageEngineReason.modelOnly.failure("a removal of some kinds of website data")
        }
        try await deleteAllCookies()
    }

    func deleteCookies(named name: String) async throws { try await window.deleteCookies(named: name) }

    /// The app's process ends, and its view with it.
    func endProcess() async throws { try await window.endProcess() }

    /// Where the events begin of what the page that is shown has done since it was judged.
    func goOn() async throws -> Int {
        let mark = trace.mark
        state.withLock { $0.mark = mark }
        try await window.goOn()
        return mark
    }

    /// How the page looks while it goes on.
    func glance(nativeUserID: String?) async throws -> (verdict: Verdict, route: String?) {
        guard let before = lastPage else { return (.notOpened, nil) }
        let since = state.withLock { $0.mark } ?? trace.mark
        let progress = try window.progress(quiet: .zero, patience: settings.pageTimeouts.page)
        let judged = await look(at: progress, of: before, since: since, nativeUserID)
        return (judged.verdict, judged.path.flatMap { route(at: $0) })
    }

    func keep(_ page: EnginePage, _ findings: [Finding]) {
        state.withLock { state in
            state.page = page
            state.findings += findings
        }
    }
}

extension WorldSettings {
    fileprivate func routes(servedIn files: WebAppFiles) -> RouteTable? {
        let generation = ownGuard?.generation ?? .three
        if let routes { return try? routes.table(for: generation) }
        guard let file = files.files["/routes.json"], let json = try? JSONValue(parsing: file.content) else {
            return nil
        }
        return try? PageRoutes.list(json).table(for: generation)
    }
}

extension EngineBrowser {
    /// What becomes of the view and its store when something happens to the phone.
    ///
    /// - Throws: `engine/model-only` for what would need the store as it was at another time.
    func follow(_ event: DeviceStep) async throws {
        switch event {
        case .launch, .kill, .relaunch, .reboot, .updateSystem, .update, .transfer: try await endProcess()
        case .erase, .uninstall, .install: try await removeAllData()
        case .restore: throw PageEngineReason.modelOnly.failure("a store that is set back")
        case .openApp: throw PageEngineReason.modelOnly.failure("the store of another app")
        case .crashNetworkProcess: throw PageEngineReason.modelOnly.failure("a crash of the network process")
        case .lock, .unlock, .leaveApp, .returnToApp, .tamper, .backUp, .setPasscode: break
        }
    }
}
