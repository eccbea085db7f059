import AuthEmulator
import BridgePrimitives
import HTTPLoader
import Listening
import PageEngines
import Project
import Proxying
public import Scenarios

/// The engines that are started for a run: a process for each, which all of its worlds share, a store for each world.
public struct RunningEngines: Sendable {
    private let helpers: [PageEngineKind: EngineHelper]
    /// Signs for the hosts that are read, in all of them.
    fileprivate let authority: RunAuthority
    private let openedHosts: [String]

    fileprivate init(_ helpers: [PageEngineKind: EngineHelper], _ authority: RunAuthority, _ openedHosts: [String]) {
        (self.helpers, self.authority, self.openedHosts) = (helpers, authority, openedHosts)
    }

    fileprivate func with(_ helper: EngineHelper, for kind: PageEngineKind) -> RunningEngines {
        RunningEngines(helpers.merging([kind: helper]) { $1 }, authority, openedHosts)
    }

    /// Lends `body` a window in the engine that the settings want; nil for the model.
    func withWindow<Value>(
        _ settings: WorldSettings, service: AuthService, clock: WorldClock,
        _ body: (EngineWindow?) async throws -> Value
    ) async throws -> Value {
        guard let helper = settings.engine.kind.flatMap({ helpers[$0] }) else {
            return try await body(nil)
        }
        return try await withGoogleAnswers(service, clock: clock) { google in
            let policy = ProxyPolicy(
                services: [google], opened: openedHosts.compactMap { AllowedHost($0) }, allowsAll: true)
            return try await withEngineWindow(of: helper, policy: policy, authority: authority) { window in
                try await body(window)
            }
        }
    }
}

/// Starts engines, lends them to `body`, and ends them however it ends.
///
/// - Parameters:
///   - names: those that are wanted; the model needs nothing.
///   - settings: of the worlds that will use them: the project and the page's host are the same in all.
/// - Throws: `engine/not-built` and the like.
public func withEngines<Value>(
    _ names: Set<EngineName>, for settings: WorldSettings, _ body: (RunningEngines) async throws -> Value
) async throws -> Value {
    let opened = HostsToRead.names(among: settings.ownHosts)
    let authority = try RunAuthority(
        for: GoogleHosts(projectID: settings.projectID).names + opened, now: SystemTime.now)
    let running = RunningEngines([:], authority, opened)
    return try await start(names.compactMap(\.kind)[...], beside: running, body)
}

/// Starts the first of `kinds`, and the others while it runs.
private func start<Value>(
    _ kinds: ArraySlice<PageEngineKind>, beside running: RunningEngines,
    _ body: (RunningEngines) async throws -> Value
) async throws -> Value {
    guard let kind = kinds.first else { return try await body(running) }
    return try await withPageEngine(kind, trusting: running.authority.certificatePEM) { helper in
        try await start(kinds.dropFirst(), beside: running.with(helper, for: kind), body)
    }
}
