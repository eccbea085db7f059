import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Diagnosis
import FirebaseAuthClient
import HTTPLoader
import SampleApp
import Scenarios
import SimulatedDevice

// The app's processes, versions and owners.
extension NativeApp {
    static func environment(
        of process: AppProcess, settings: WorldSettings, addresses: WorldAddresses, transport: any Transport
    ) throws(BridgeFailure) -> FirebaseEnvironment {
        try FirebaseEnvironment(
            process: process, transport: transport, service: addresses.auth, ids: IdentitySource(seed: settings.seed),
            presenter: show)
    }

    /// Shows a provider's page in the device's browser.
    private static func show(_ page: WebPresentation) async -> Result<String, WebPresentationFailure> {
        guard let url = URL(string: page.url) else { return .failure(.failed("\(page.url.prefix(80)) is no URL")) }
        switch await ASWebAuthenticationSession.callback(of: url, scheme: page.callbackScheme) {
        case .success(let callback): return .success(callback.absoluteString)
        case .failure(let error):
            guard error.reasons.first != WebSessionReason.cancelledByPerson.code else { return .failure(.cancelled) }
            let codes = error.reasons.map(\.rawValue).joined(separator: ", ")
            return .failure(.failed(error.detail.isEmpty ? codes : "\(codes): \(error.detail)"))
        }
    }

    /// Starts the app, in a new process if one runs: restores, configures and keeps a copy as its version does.
    func launch(_ launch: DeviceStep.Launch) async throws(BridgeFailure) {
        await end()
        let process = try installedApp.launch(launch.isPrewarm ? .prewarm : .user)
        let environment = try Self.environment(
            of: process, settings: settings, addresses: addresses, transport: transport)
        let carries = state.withLock { $0.carriesCredentials }
        environment.run {
            if carries {
                transferring.start(
                    restoring: launch.restoring == .beforeConfigure ? .beforeConfigure : .afterConfigure)
            } else {
                FirebaseApp.configure()
            }
            Self.joinAccessGroup(settings.accessGroup, trace)
        }
        state.withLock {
            ($0.environment, $0.auth) = (environment, environment.run { Auth.auth() })
            // What only the ended process knew.
            $0.twitterResult = nil
        }
    }

    /// Keeps the user where the team's other app finds it. An app that is refused goes on with a user of its own.
    static func joinAccessGroup(_ group: String?, _ trace: TraceLog) {
        guard let group else { return }
        do { try Auth.auth().useUserAccessGroup(group) } catch {
            let failure = StepFailure(step: "launch", error)
            trace.record(.account(AccountEvent(.refused, uid: nil, reasons: failure.reasons)), by: .app)
        }
    }

    /// Ends the app and starts one of the team's, which is installed if it is not there.
    func open(_ teamApp: DeviceStep.TeamApp) async throws(BridgeFailure) {
        await end()
        let (device, bundle) = (installedApp.device, settings.bundle(of: teamApp))
        if let app = device.app(bundle.bundleID) { goOn(as: app) } else { goOn(as: try device.install(bundle)) }
        state.withLock {
            $0.googleAppID = teamApp == .first ? WorldSettings.googleAppID : WorldSettings.otherGoogleAppID
        }
        try await launch(DeviceStep.Launch())
    }

    /// What the app waited for with the first unlock is done when this returns, whatever the next step is.
    func settleAfterUnlock() async { await environment.settleAfterUnlock() }

    /// The process ends; nothing is signed out.
    func end() async {
        installedApp.process?.end()
        await environment.end()
    }

    /// The next version, which keeps a copy of its user at each start.
    func update() async throws(BridgeFailure) {
        await end()
        var bundle = installedApp.bundle
        bundle.version = Self.version(after: bundle.version)
        try installedApp.device.update(bundle)
        state.withLock { $0.carriesCredentials = true }
    }

    /// The first version of another team.
    func transfer(_ transfer: DeviceStep.Transfer) async throws(BridgeFailure) {
        await end()
        let app = installedApp
        let version = Self.version(after: app.bundle.version)
        try app.device.transfer(app.bundle.bundleID, toTeam: transfer.team, version: version)
        if let id = transfer.googleAppID {
            var bundle = app.bundle
            bundle.resources["GoogleService-Info.plist"] = settings.googleServiceInfo(appID: id)
            try app.device.update(bundle)
            state.withLock { $0.googleAppID = id }
        }
        state.withLock { $0.carriesCredentials = true }
    }

    func uninstall() async throws(BridgeFailure) {
        await end()
        try installedApp.device.uninstall(installedApp.bundle.bundleID)
    }

    func install() throws(BridgeFailure) {
        let app = try installedApp.device.install(installedApp.bundle)
        goOn(as: app)
    }

    /// Goes on as the app that is on the phone now, without what was in the old one's memory.
    func goOn(as app: InstalledApp) { state.withLock { ($0.installedApp, $0.answer) = (app, nil) } }

    /// Somebody changes one byte of the copy in the preferences.
    func tamper() throws(StepFailure) {
        let defaults = installedApp.defaults
        guard case .data(var bytes)? = defaults.value(forKey: CredentialTransfer.key), !bytes.isEmpty else {
            throw StepFailure(step: "tamper", CredentialTransferReason.noCopy)
        }
        bytes[bytes.count / 2] ^= 1
        defaults.set(.data(bytes), forKey: CredentialTransfer.key)
    }

    /// What the app does for a transfer, with what becomes of the copy in the trace; for code in the app's process.
    var transferring: TransferringApp { TransferringApp(credentialTransfer) { self.note($0) } }

    var credentialTransfer: CredentialTransfer {
        CredentialTransfer(
            googleAppID: state.withLock { $0.googleAppID }, secret: "compiled into both teams' versions of the app")
    }

    /// Has what became of the copy in the trace.
    func note(_ reason: CredentialTransferReason) {
        trace.record(.account(AccountEvent(.carried, uid: nil, reasons: [reason.code])), by: .app)
    }

    /// `2.0` after `1.0`.
    private static func version(after version: String) -> String {
        let (next, overflow) = (version.split(separator: ".").first.flatMap { Int($0) } ?? 1).addingReportingOverflow(1)
        return overflow ? version + ".1" : "\(next).0"
    }
}
