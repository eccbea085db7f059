import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Listening
import PageEngines
import Scenarios
import Worlds

/// The same user and page through every way of handing the session over, each run in worlds of its own: where the token
/// ends up, and what of it is left after a redirect, a reload and a relaunch, in a frame and at another origin.
struct HandoverComparison: Sendable {
    var settings = WorldSettings()
    var stateFolder: String?

    /// Addresses that only a page which is served here has.
    private enum Place {
        static let moved = "/__/moved", framed = "/__/framed", elsewhere = "/__/elsewhere"
    }

    /// Runs all, one after the other; `report` is called with each row as it is done.
    ///
    /// - Complexity: four worlds a way. Half a second each in the model, half a minute in a real engine, which is started
    ///   once.
    /// - Throws: ``BridgeFailure`` when a world cannot be made. A way that fails is a row like any other.
    func run(report: (HandoverRow) -> Void = { _ in }) async throws -> [HandoverRow] {
        let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
        let material = try WorldMaterial(state: state, for: settings)
        defer { material.transport.shutdown() }
        let settings = comparedSettings
        let width = try WorldRoom.width(3, settings.engine == .model ? .world : .worldInEngine)
        return try await withEngines([settings.engine], for: settings) { engines in
            var rows: [HandoverRow] = []
            for way in HandoverWay.all {
                let row = try await row(of: way, settings, material, engines, width: width)
                // What ends a run is no property of the way.
                try Task.checkCancellation()
                rows.append(row)
                report(row)
            }
            return rows
        }
    }

    private var comparedSettings: WorldSettings {
        var settings = settings
        settings.handover = nil
        // Secrets are told apart by their fingerprints; none of them is printed.
        settings.masking = .fingerprints
        // Nobody is to come in any more where nobody has for a while.
        settings.pageTimeouts.withoutUser = settings.pageTimeouts.atDeadEnd
        settings.redirects += [
            Scenario.Redirect(from: Place.moved, to: "/"), Scenario.Redirect(from: Place.elsewhere, to: "${partner}/"),
        ]
        settings.frames.append(Scenario.Frame(at: Place.framed, shows: ["/"]))
        return settings
    }

    private func row(
        of way: HandoverWay, _ settings: WorldSettings, _ material: WorldMaterial, _ engines: RunningEngines,
        width: Int
    ) async throws -> HandoverRow {
        let settings = settings.looking(for: way.cookieName)
        var row = try await withWorld(settings, material: material, engines: engines) { world in
            await Self.life(of: way, in: world)
        }
        // Where the page is served elsewhere there are no such addresses.
        guard row.failure == nil, settings.servesPage else { return row }
        let openings: [(column: HandoverColumn, path: String, look: @Sendable (HandoverFates) -> HandoverFate)] = [
            (.redirect, Place.moved, { $0.request(for: "/") }),
            (.frame, Place.framed, { $0.request(for: "/") }),
            (.otherOrigin, Place.elsewhere, { $0.exposure(to: SampleWebApp.partnerHost) }),
        ]
        // Worlds wait for their services, and engines for their pages to rest, more than they work.
        try await openings.sideBySide(width: width) { opening in
            try await withWorld(settings, material: material, engines: engines) { world in
                var visit = HandoverVisit(world)
                _ = await visit.part(way.preparation)
                let fate = await visit.opening(opening.path, way.injections).map(opening.look) ?? .notAsked
                return (opening.column, fate)
            }
        } report: { column, fate in
            row[column] = fate
        }
        return row
    }

    /// The page itself: opened, loaded again, and opened after the app was started again.
    private static func life(of way: HandoverWay, in world: World) async -> HandoverRow {
        var row = HandoverRow(way: way.name)
        var visit = HandoverVisit(world)
        if await visit.part(way.preparation), let fates = await visit.opening(way.path, way.injections) {
            (row[.firstRequest], row[.script], row[.laterRequests]) = (
                fates.firstRequest, fates.script, fates.laterRequests
            )
            let observation = await visit.player.observe()
            row.verdict = observation.verdict
            row.leaks = HandoverLeaks.channels(in: observation.recording(name: way.name, because: nil))
            row.cause = visit.player.rootCause(of: .ending(observation.verdict, expected: .signedIn))?.code
            if await visit.part([.view(.reload)]) { row[.reload] = visit.fates.firstRequest }
            if await visit.part([.device(.relaunch)]), let fates = await visit.opening(way.path, []) {
                row[.relaunch] = fates.firstRequest
            }
        }
        row.failure = visit.failure
        return row
    }
}

extension WorldSettings {
    fileprivate func looking(for cookieName: String?) -> WorldSettings {
        var settings = self
        if let cookieName { settings.cookieName = cookieName }
        return settings
    }
}

/// Steps in a world, and what the last of them did to the token.
private struct HandoverVisit {
    let player: WorldPlayer
    private let world: World
    private var mark = 0
    /// Why a step could not be taken: the first one.
    private(set) var failure: ReasonCode?

    init(_ world: World) { (self.world, player) = (world, WorldPlayer(world: world)) }

    /// - Returns: whether all steps were taken.
    mutating func part(_ steps: [Step]) async -> Bool {
        mark = player.nextEvent
        for step in steps {
            do throws(StepFailure) { try await player.perform(step) } catch {
                failure = failure ?? error.reason
                return false
            }
        }
        return true
    }

    mutating func opening(_ path: String, _ injections: [Injection]) async -> HandoverFates? {
        await part([.view(.open(PageOpening(path: path, injections: injections)))]) ? fates : nil
    }

    var fates: HandoverFates {
        HandoverFates(
            world.trace.events(from: mark), cookie: world.settings.cookieName, origin: world.addresses.web.origin)
    }
}
