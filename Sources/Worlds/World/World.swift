import AppFrameworks
public import AuthEmulator
public import BridgePrimitives
public import BridgeTrace
import Cookies
import CookieStores
import Diagnosis
import Faults
import FirebaseAuthClient
public import HTTPLoader
import HandoffBackend
import IdentityProviders
import Listening
import PageEngines
import Scenarios
public import SimulatedDevice
import Tokens
package import WebViews

/// One world: a device with a native app, the auth service, the backend, the web app, a web view and one clock.
///
/// Everything in it is real but the phone: services listen on loopback, requests go over TLS, cookies through jars,
/// scripts through JavaScriptCore. ``withWorld(_:material:_:)`` makes one and takes it down.
public final class World: Sendable {
    public let settings: WorldSettings
    public let clock: WorldClock
    public let trace: TraceLog
    public let addresses: WorldAddresses
    public let device: Device
    /// The rules and accounts of the auth service, for whoever acts as an administrator.
    public let authService: AuthService
    /// Apple and Twitter, for whoever acts as a person there.
    public let providers: SimulatedProviders
    public let app: NativeApp
    /// The web view and what the web app in it remembers.
    public let browser: AppBrowser
    /// The real engine in which pages open; nil where the model opens them.
    let engine: EngineBrowser?
    /// Who orders what has no promised order; nil where all waits for all.
    package let conductor: RaceConductor?
    /// Text messages, mails and authenticator apps, for whoever acts as a person.
    public let inbox: Inbox
    /// The app as it is installed: its own cookie storage, its web views' store, its preferences.
    public var installedApp: InstalledApp { app.installedApp }

    /// What listens, and would serve another phone as well.
    let services: WorldServices
    private let backend: WorldBackend
    let transport: any Transport
    /// Changes the session's cookie on its way; nil where nothing is tried.
    let arrivals: TrialArrivals?
    private let files: WebAppFiles
    /// When it was made, by its clock and by the machine's.
    let start: (world: Instant, system: Instant)
    /// How long the steps took so far.
    let stepTimes = Mutex<[StepTime]>([])
    /// The Firebase client of the user's other phone; nil before it is used.
    let secondPhone = Mutex<Auth?>(nil)
    /// The password that was chosen there; nil for the first one.
    let secondPassword = Mutex<String?>(nil)
    /// What the step `script` gave last; nil before, and for one that failed.
    let scriptValue = Mutex<JSONValue?>(nil)
    /// What was kept of the phone last.
    private let backup = Mutex<Secret<JSONValue>?>(nil)

    init(
        settings: WorldSettings, services: WorldServices, transport: any Transport, window: EngineWindow?,
        pool: ProcessPool = ProcessPool()
    ) throws(BridgeFailure) {
        (self.settings, self.services) = (settings, services)
        (self.clock, self.trace, self.addresses) = (services.clock, services.trace, services.addresses)
        (authService, providers, self.backend) = (services.authService, services.providers, services.backend)
        let (clock, trace, backend) = (services.clock, services.trace, services.backend)
        let (addresses, files) = (services.addresses, services.material.files)
        let ownTransport = Self.transport(
            transport, for: settings, at: addresses, book: authService.faults, clock: clock, trace: trace)
        let arrivals =
            settings.trial.interventions.isEmpty ? nil : TrialArrivals(settings, webHost: addresses.web.host)
        let transport =
            arrivals.map { arrivals in
                TrialTransport(
                    inner: ownTransport, arrivals: arrivals,
                    tokens: TrialTokens(settings.trial, account: services.material.serviceAccount, clock: clock))
            } ?? ownTransport
        (self.transport, self.arrivals, self.files) = (transport, arrivals, files)
        start = (clock.now, clock.systemTime)
        device = Self.makeDevice(
            settings: settings, providers: providers, transport: transport, clock: clock, trace: trace)
        inbox = Inbox(service: authService, origin: addresses.auth.origin)
        let installedApp = try device.install(settings.appBundle)
        app = try NativeApp(
            settings: settings, addresses: addresses, installedApp: installedApp,
            transport: TimeoutTransport(transport, after: NativeApp.patience, on: clock), trace: trace,
            inbox: inbox, backendWords: { backend.lastWords })
        browser = try AppBrowser(
            settings: settings, addresses: addresses, dataStore: installedApp.dataStore, transport: transport,
            clock: clock, trace: trace, pool: pool)
        device.services.provide(AppViewFollower(browser) as any PageFollower)
        engine = window.map { window in
            EngineBrowser(
                window: window, settings: settings, addresses: addresses, files: files, clock: clock, trace: trace)
        }
        conductor = settings.race.map { RaceConductor($0, trace: trace) }
        watchStores()
    }

    /// Another phone beside this world's, on the same services and clock: an app, stores and a trace of its own.
    ///
    /// What the services do is in the trace of the world that they were started with.
    /// - Parameters:
    ///   - settings: this world's, but for the phone, its user and its ids. The model opens its pages.
    ///   - traceCapacity: how many events it keeps.
    ///   - pool: runs its pages' scripts. One of its own takes a thread and a megabyte, for as long as it is there.
    /// - Complexity: well below a millisecond, and about a hundred kilobytes; ``end()`` is for the caller to call.
    package func otherDevice(
        _ settings: WorldSettings, traceCapacity: Int, pool: ProcessPool
    ) throws(BridgeFailure) -> World {
        var services = services
        services.trace = TraceLog(clock: clock, masking: trace.masking, capacity: traceCapacity)
        return try World(
            settings: settings, services: services, transport: services.material.transport, window: nil, pool: pool)
    }

    /// What requests leave by: only for hosts that a scenario may ask, and those to the user's own backend or page past the faults that are for them.
    private static func transport(
        _ transport: any Transport, for settings: WorldSettings, at addresses: WorldAddresses, book: FaultBook,
        clock: WorldClock, trace: TraceLog
    ) -> any Transport {
        var owners: [(origin: String, service: FaultService)] = []
        if settings.ownBackend != nil { owners.append((addresses.backend.origin, .backend)) }
        if settings.ownPageAddress != nil { owners.append((addresses.web.origin, .web)) }
        let gate = ReachTransport(inner: transport, reach: ScenarioReach(of: settings, at: addresses))
        guard !owners.isEmpty else { return gate }
        return FaultTransport(inner: gate, book: book, clock: clock, trace: trace, owners: owners)
    }

    /// Which hosts its scenario may ask.
    var reach: ScenarioReach { ScenarioReach(of: settings, at: addresses) }

    /// The store that a new web view is made with: nil for the app's persistent one.
    func store(for opening: PageOpening) -> WebsiteDataStore? {
        switch opening.store {
        case .default: return nil
        case .private:
            let store = installedApp.process?.nonPersistentDataStore(name: "private web view")
            if let store { watch(store) }
            return store
        }
    }

    /// Whether the backend was started with the world.
    var canStopBackend: Bool { backend.isStoppable }

    /// Stops the backend; requests to it fail from now on. One that runs elsewhere goes on.
    public func stopBackend() async { await backend.stop() }

    /// The app ends and starts again: its web view is gone, and so are the cookies without an expiry, in both stores.
    ///
    /// - Throws: while the device is locked.
    public func relaunch() async throws(BridgeFailure) {
        browser.close()
        try await app.launch(DeviceStep.Launch())
    }

    /// Removes the app, and with it the web view's store and the page's session; the keychain keeps its items.
    func uninstall() async throws(BridgeFailure) {
        browser.close()
        try await app.uninstall()
    }

    /// Installs the app that was removed; it does not run yet.
    func install() throws(BridgeFailure) {
        try app.install()
        takeStores()
    }

    /// Ends the app and starts one of the team's, in whose containers steps go on.
    func open(_ teamApp: DeviceStep.TeamApp) async throws(BridgeFailure) {
        browser.close()
        try await app.open(teamApp)
        try browser.goOn(with: installedApp.dataStore)
        watchStores()
    }

    /// Signs the app out, and forgets what `signOut` says beside that.
    func signOut(_ signOut: SignOut) async throws(StepFailure) {
        try app.signOut(signOut)
        guard signOut.forgetsEverything else { return }
        browser.removeAllData()
        do { try await engine?.removeAllData() } catch { throw StepFailure(step: Step.signOut(signOut).name, error) }
    }

    /// The app deletes the cookies of one name.
    func delete(_ deletion: CookieDeletion) async {
        switch deletion.store {
        case .native:
            let jar = installedApp.cookieStorage.jar
            for cookie in jar.all() where cookie.name == deletion.name { _ = jar.delete(native: NativeCookie(cookie)) }
        case .webView:
            let store = browser.dataStore.httpCookieStore
            for cookie in await store.allCookies() where cookie.name == deletion.name {
                await store.delete(NativeCookie(cookie))
            }
        }
    }

    /// Ends the app's process; the world is done with.
    package func end() async { await app.end() }

    /// Lends the world to `body`, and ends it however `body` ends.
    func lend<Value>(_ body: (World) async throws -> Value) async throws -> Value {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(self)) } catch { outcome = .failure(error) }
        await end()
        return try outcome.get()
    }

    /// Keeps all that is on the phone now, in place of what was kept before.
    func backUp() { backup.withLock { $0 = device.snapshot } }

    /// Makes the phone what it was at ``backUp()``; the app does not run.
    ///
    /// - Throws: `device/no-backup`; `device/app-not-installed` when there was no app then.
    func restore() async throws(BridgeFailure) {
        guard let snapshot = backup.withLock({ $0 }) else { throw DeviceReason.noBackup.failure("nothing was kept") }
        await shutDown()
        try device.restore(snapshot)
        guard let restored = device.app(WorldSettings.bundleID) else {
            throw DeviceReason.appNotInstalled.failure("the backup has no \(WorldSettings.bundleID)")
        }
        app.goOn(as: restored)
        takeStores()
    }

    /// The web view goes on with the stores of the app as it is installed now.
    private func takeStores() {
        browser.begin(with: installedApp.dataStore)
        watchStores()
    }

    func watchStores() { watch(browser.dataStore) }

    private func watch(_ store: WebsiteDataStore) {
        // Requests then say which cookies they would have had if the two stores were one, as people think.
        store.httpCookieStore.compare(with: installedApp.cookieStorage.jar)
        store.httpCookieStore.ordering = conductor
        store.httpCookieStore.jar.arrivals = arrivals
    }

    /// A phone with somebody's Apple Account, and a browser in which somebody signs in.
    private static func makeDevice(
        settings: WorldSettings, providers: SimulatedProviders, transport: any Transport, clock: WorldClock,
        trace: TraceLog
    ) -> Device {
        let suffixes = PublicSuffixList.standard
        let device = Device(profile: settings.profile, publicSuffixes: suffixes, clock: clock, trace: trace)
        device.services.provide(DeviceNetwork(transport))
        device.services.provide(
            AppleIDSheet(provider: providers.apple, accountID: providers.apple.accounts.first?.id))
        device.services.provide(
            InAppBrowser(
                person: ScriptedPerson(.close), transport: transport, profile: settings.profile,
                publicSuffixes: suffixes, clock: clock, trace: trace))
        return device
    }

    /// What is worth knowing about what has happened so far.
    public var findings: [Finding] {
        let found = HandoffFindings(
            cookieName: settings.cookieName, appHost: addresses.web.host, profile: device.profile,
            showsSecrets: settings.masking == .revealed, expectsEmulatorTokens: settings.strictness == .lenient
        ).findings(in: trace.events)
        return NoEffects(world: self).findings
            + FindingCatalogue.all.ordered(found + LeftoverFindings(world: self).findings + (engine?.findings ?? []))
    }
}

/// Where the services of a world listen.
public struct WorldAddresses: Hashable, Sendable {
    /// The auth service, plain HTTP, as native code and the backend reach it.
    public let auth: WebURL
    /// The same service over HTTPS, as a page on HTTPS must reach it: anything else is mixed content.
    public let pageAuth: WebURL
    /// The backend, HTTPS.
    public let backend: WebURL
    /// The web app, HTTPS.
    public let web: WebURL
    /// Apple's and Twitter's pages, HTTPS.
    public let providers: ProviderHosts
    /// A site that is none of the app's, at the sample web app's port.
    public let partner: WebURL

    /// - Throws: as ``WebURL/init(_:)``.
    func url(of address: PageAddress) throws(BridgeFailure) -> WebURL {
        try web.resolving(address.text.replacing(PageAddress.partner, with: partner.origin))
    }
}
