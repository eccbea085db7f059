import BridgePrimitives
public import BridgeTrace
import BrowserDriving
public import Cookies
import HTTPLoader
import Listening
import PageEngines
public import Scenarios
public import Worlds

/// Runs scenarios in the headless view and in a real engine or browser beside it, against the same services.
public struct TwinRuns: Sendable {
    private var settings: WorldSettings
    private let peer: TwinPeer
    private let profile: CookieProfile?
    private let stateFolder: String?
    private let width: Int

    /// - Parameters:
    ///   - settings: what scenarios do not say themselves; its profile and its engine are not looked at.
    ///   - peer: what the headless view is compared with.
    ///   - profile: the headless view's; nil for the one that a scenario names, or else the peer's own.
    ///   - stateFolder: where keys are kept; nil for the user's folder.
    ///   - width: how many run side by side in an engine; one after the other where a project file gives them fixed
    ///     ports, and in a browser over WebDriver, which has one window.
    public init(
        settings: WorldSettings, beside peer: TwinPeer, profile: CookieProfile? = nil, stateFolder: String? = nil,
        width: Int = 4
    ) {
        (self.settings, self.peer, self.profile) = (settings, peer, profile)
        self.settings.engine = .model
        (self.stateFolder, self.width) = (stateFolder, width)
    }

    /// Runs them, each in a world of its own, with a window of its own on the other side.
    ///
    /// - Parameters:
    ///   - picture: called with each scenario's last page, as a PNG file; nil to take none.
    ///   - trace: called with both sides of each scenario, the headless view's first; nil for none. Of a browser over
    ///     WebDriver only the server's side is seen, so it is not called.
    ///   - report: called with each result, in the order of `scenarios`.
    /// - Throws: `engine/not-built`, `browser/not-installed` and other failures to have the other side, or the keys.
    /// - Complexity: 1 to 3 s a scenario.
    public func run(
        _ scenarios: [Scenario], picture: ((Scenario, [UInt8]) throws -> Void)? = nil,
        trace: ((RecordedTrace) -> Void)? = nil, report: (TwinResult) -> Void
    ) async throws {
        try settings.mustReach(scenarios)
        let comparable = scenarios.contains { peer.obstacles(to: $0).isEmpty }
        guard comparable else {
            for scenario in scenarios { report(try incomparable(scenario)) }
            return
        }
        if case .browser = peer, let page = settings.ownPageAddress {
            throw TwinSetupReason.pageElsewhere.failure("the project file's page is served at \(page)")
        }
        let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
        let material = try WorldMaterial(state: state, for: settings)
        defer { material.transport.shutdown() }
        func tell(_ twin: ScenarioTwin) throws {
            for side in twin.traces { trace?(side) }
            if let bytes = twin.picture { try picture?(twin.scenario, bytes) }
            report(twin.result)
        }
        let (wantsTraces, wantsPicture) = (trace != nil, picture != nil)
        switch peer {
        case .engine(let kind):
            let name = EngineName(kind)
            let width = settings.haveFixedPorts(in: scenarios) ? 1 : width
            try await withEngines([name], for: settings) { engines in
                try await compare(scenarios, width: width, telling: tell) { scenario in
                    try await withWorld(try adopting(scenario), material: material) { world in
                        try await world.withSecondBrowser(in: name, of: engines) { engine in
                            let view = EngineTwinView(engine: engine, world: world)
                            let traces = wantsTraces ? TwinTraces(world, beside: engine, called: name) : nil
                            var twin = try await run(
                                scenario, in: world, beside: view, traces: traces, wantsPicture: wantsPicture)
                            twin.traces = await traces?.recorded(scenario, profile: peer.cookieProfile) ?? []
                            return twin
                        }
                    }
                }
            }
        case .browser(let engine):
            try await withBrowserDriver(engine) { driver in
                try await compare(scenarios, width: 1, telling: tell) { scenario in
                    // The local authority is not in the browser's store.
                    let session = BrowserSettings(acceptsInsecureCertificates: true)
                    return try await driver.withSession(session) { browser in
                        let observer = WebAppObserver()
                        return try await withWorld(try adopting(scenario), material: material, observer: observer) {
                            world in
                            let view = DrivenView(browser: browser, world: world, observer: observer)
                            return try await run(
                                scenario, in: world, beside: view, observer: observer, wantsPicture: wantsPicture)
                        }
                    }
                }
            }
        }
    }

    /// Tells of each scenario in turn; one that the other side cannot run is not begun.
    private func compare(
        _ scenarios: [Scenario], width: Int, telling tell: (ScenarioTwin) throws -> Void,
        _ run: @escaping @Sendable (Scenario) async throws -> ScenarioTwin
    ) async throws {
        try await scenarios.sideBySide(width: width) { scenario in
            peer.obstacles(to: scenario).isEmpty
                ? try await run(scenario) : ScenarioTwin(scenario: scenario, result: try incomparable(scenario))
        } report: {
            try tell($0)
        }
    }

    /// What came of a scenario, until it is its turn to be told.
    private struct ScenarioTwin {
        let scenario: Scenario
        let result: TwinResult
        var traces: [RecordedTrace] = []
        /// Of the last page, as a PNG file.
        var picture: [UInt8]?
    }

    private func run(
        _ scenario: Scenario, in world: World, beside real: any RealView, observer: WebAppObserver? = nil,
        traces: TwinTraces? = nil, wantsPicture: Bool
    ) async throws -> ScenarioTwin {
        let isOwn = world.settings.profile.name == peer.cookieProfile.name
        let player = TwinPlayer(
            world: world, observer: observer,
            reference: isOwn ? nil : try world.secondBrowser(profile: peer.cookieProfile), real: real,
            traces: traces)
        var steps: [TwinStep] = []
        var clockHasMoved = false
        var failure: (step: StepFailure, since: Int)?
        var values = StepValues(scenario)
        let app = WorldPlayer(world: world)
        let modelOnly = ScenarioTwin(
            scenario: scenario, result: result(of: scenario, world.settings, .incomparable([.modelOnly])))
        for located in scenario.steps {
            let mark = world.trace.mark
            do {
                let step = try await values.step(located, on: app)
                steps.append(try await player.perform(step, clockHasMoved: clockHasMoved))
                await values.keep(step, of: located, since: mark, on: app)
            } catch let error as StepFailure {
                failure = (error, mark)
                break
            } catch let error as BridgeFailure where error.code == PageEngineReason.modelOnly.code {
                return modelOnly
            }
            if case .advance = located.step { clockHasMoved = true }
        }
        var outcome: TwinResult.Outcome =
            if let step = failure?.step {
                .stopped(steps, step: step.step, message: step.message, reasons: step.reasons)
            } else {
                .compared(steps)
            }
        // What the steps alone did not show: nothing was there to compare with.
        if failure?.step.reason == PageEngineReason.modelOnly.code {
            return modelOnly
        }
        let cause = await rootCause(of: scenario, with: &values, failure: failure, on: app)
        let picture = wantsPicture ? try await real.picture() : nil
        // Once both sides are judged; a scenario that was stopped leaves things behind, too.
        do {
            for located in scenario.tearDown {
                let step = try await values.step(located, on: app)
                _ = try await player.perform(step, clockHasMoved: clockHasMoved)
            }
        } catch let error as StepFailure where failure == nil {
            outcome = .stopped(
                steps, step: error.step, message: "the tear-down failed: \(error.message)", reasons: error.reasons)
        } catch is StepFailure {}
        return ScenarioTwin(
            scenario: scenario, result: result(of: scenario, world.settings, outcome, because: cause), picture: picture)
    }

    /// Why the headless view ended otherwise than expected; what is only a matter of findings or reasons is left out,
    /// since they depend on the profile.
    private func rootCause(
        of scenario: Scenario, with values: inout StepValues, failure: (step: StepFailure, since: Int)?,
        on player: WorldPlayer
    ) async -> RootCause? {
        let observation = await player.observe()
        // What is not there to compare with is for `run` to tell.
        guard let expectation = try? await values.expectation(of: scenario, on: player) else { return nil }
        let mismatches = expectation.mismatches(with: observation, failure: failure?.step).filter {
            $0.subject == .step || $0.subject == .ending
        }
        guard !mismatches.isEmpty else { return nil }
        return expectation.rootCause(of: mismatches, in: observation, failure: failure, on: player)
    }

    /// The settings that the scenario asks for, under the profile that it is to run under here.
    private func adopting(_ scenario: Scenario) throws -> WorldSettings {
        var (settings, setting) = (settings, scenario.setting)
        settings.profile = peer.cookieProfile
        // The world's own view is the headless one, whatever the scenario would run in.
        setting.engine = nil
        settings = try settings.adopting(setting)
        if let profile { settings.profile = profile }
        return settings
    }

    private func incomparable(_ scenario: Scenario) throws -> TwinResult {
        result(of: scenario, try adopting(scenario), .incomparable(peer.obstacles(to: scenario)))
    }

    private func result(
        of scenario: Scenario, _ settings: WorldSettings, _ outcome: TwinResult.Outcome,
        because cause: RootCause? = nil
    ) -> TwinResult {
        TwinResult(
            name: scenario.name, profile: settings.profile.name, browser: peer.name, outcome: outcome,
            rootCause: cause)
    }
}
