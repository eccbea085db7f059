import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Listening
import PageEngines
import Scenarios
public import Worlds

/// The same user and page through every way of handing the session over, each run in a world of its own: where the cookie
/// ends up, and what of it is left after a reload and a relaunch.
public struct HandoverComparison: Sendable {
    public var settings: WorldSettings
    public var stateFolder: String?

    public init(settings: WorldSettings = WorldSettings(), stateFolder: String? = nil) {
        (self.settings, self.stateFolder) = (settings, stateFolder)
    }

    /// In the order of the table.
    static let ways: [(name: String, injections: [Injection])] = [
        ("user script, start", [Injection(.userScript)]),
        ("user script, end", [Injection(.userScriptAtEnd)]),
        ("native storage only", [Injection(.nativeStorage)]),
        ("cookie store, awaited", [Injection(.cookieStore)]),
        ("cookie store, not awaited", [Injection.notAwaited]),
        ("Cookie header", [Injection(.header)]),
        ("Cookie header and user script", [Injection(.header), Injection(.userScript)]),
        ("query", [Injection(.query)]),
        ("fragment", [Injection(.fragment)]),
        ("message handler", [Injection(.message)]),
        ("loadHTMLString", [Injection(.htmlString)]),
    ]

    static let longestName = ways.map(\.name.count).max() ?? 0

    /// Runs all, one after the other; `report` is called with each row as it is done.
    ///
    /// - Complexity: about a tenth of a second each in the model, seconds in a real engine, which is started once.
    /// - Throws: ``BridgeFailure`` when a world cannot be made. A way that fails is a row like any other.
    public func run(report: (HandoverRow) -> Void = { _ in }) async throws -> [HandoverRow] {
        let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
        let material = try WorldMaterial(state: state, projectID: settings.projectID, webRoot: settings.webRoot)
        defer { material.transport.shutdown() }
        var settings = settings
        settings.handover = nil
        return try await withEngines([settings.engine], for: settings) { [settings] engines in
            var rows: [HandoverRow] = []
            for way in Self.ways {
                let row = try await withWorld(settings, material: material, engines: engines) { world in
                    await Self.play(way.name, way.injections, on: WorldPlayer(world: world), world)
                }
                rows.append(row)
                report(row)
            }
            return rows
        }
    }

    private static func play(
        _ name: String, _ injections: [Injection], on player: WorldPlayer, _ world: World
    ) async -> HandoverRow {
        var row = HandoverRow(way: name)
        let cookie = world.settings.cookieName
        /// The trace of one part of the way; nil where it could not be gone.
        func part(_ steps: [Step]) async -> (events: [TraceEvent], observation: Observation)? {
            let mark = player.nextEvent
            for step in steps {
                do throws(StepFailure) { try await player.perform(step) } catch {
                    row.failure = row.failure ?? error.reason
                    return nil
                }
            }
            let observation = await player.observe()
            return (observation.events.filter { $0.sequence >= mark }, observation)
        }
        guard await part([.signIn(SignIn()), .exchange(field: "idtoken")]) != nil,
            let opened = await part([.view(.open(PageOpening(injections: injections)))])
        else { return row }
        let fates = HandoverFates(opened.events, cookie: cookie)
        (row.firstRequest, row.script, row.laterRequests) = (fates.firstRequest, fates.script, fates.laterRequests)
        row.verdict = opened.observation.verdict
        row.leaks = HandoverLeaks.channels(in: opened.observation.recording(name: name, because: nil))
        row.cause = player.rootCause(of: .ending(opened.observation.verdict, expected: .signedIn))?.code
        if let reloaded = await part([.view(.reload)]) {
            row.reload = HandoverFates(reloaded.events, cookie: cookie).firstRequest
        }
        if let relaunched = await part([.device(.relaunch), .view(.open(PageOpening(injections: [])))]) {
            row.relaunch = HandoverFates(relaunched.events, cookie: cookie).firstRequest
        }
        return row
    }
}

extension Injection {
    fileprivate static var notAwaited: Injection {
        var injection = Injection(.cookieStore)
        injection.isAwaited = false
        return injection
    }
}
