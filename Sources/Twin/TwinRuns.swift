import BridgePrimitives
import BridgeTrace
public import BrowserDriving
public import Cookies
import HTTPLoader
import Listening
public import Scenarios
public import Worlds

/// Runs scenarios in the headless view and in a real browser beside it, against the same services.
public struct TwinRuns: Sendable {
    private let settings: WorldSettings
    private let engine: BrowserEngine
    private let profile: CookieProfile?
    private let stateFolder: String?

    /// - Parameters:
    ///   - settings: what scenarios do not say themselves; its profile is not looked at.
    ///   - profile: the headless view's; nil for the one that a scenario names, or else the engine's own.
    ///   - stateFolder: where keys are kept; nil for the user's folder.
    public init(
        settings: WorldSettings, engine: BrowserEngine, profile: CookieProfile? = nil, stateFolder: String? = nil
    ) {
        (self.settings, self.engine, self.profile) = (settings, engine, profile)
        self.stateFolder = stateFolder
    }

    /// Runs them one after the other, each in a world and a browser session of its own.
    ///
    /// - Parameters:
    ///   - picture: called with each scenario's last page, as a PNG file; nil to take none.
    ///   - report: called with each result, in the order of `scenarios`.
    /// - Throws: `browser/not-installed` and other failures to have a browser, or the keys.
    /// - Complexity: 1 to 3 s a scenario.
    public func run(
        _ scenarios: [Scenario], picture: ((Scenario, [UInt8]) throws -> Void)? = nil, report: (TwinResult) -> Void
    ) async throws {
        let comparable = scenarios.contains { TwinPlayer.obstacles(to: $0).isEmpty }
        guard comparable else {
            for scenario in scenarios { report(try incomparable(scenario)) }
            return
        }
        if let page = settings.ownPageAddress {
            throw TwinSetupReason.pageElsewhere.failure("the project file's page is served at \(page)")
        }
        let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
        let material = try WorldMaterial(state: state, projectID: settings.projectID, webRoot: settings.webRoot)
        defer { material.transport.shutdown() }
        try await withBrowserDriver(engine) { driver in
            for scenario in scenarios {
                guard TwinPlayer.obstacles(to: scenario).isEmpty else {
                    report(try incomparable(scenario))
                    continue
                }
                // The local authority is not in the browser's store.
                let session = BrowserSettings(acceptsInsecureCertificates: true)
                let result = try await driver.withSession(session) { browser in
                    let result = try await run(scenario, in: browser, material: material)
                    if let picture { try picture(scenario, try await browser.screenshot()) }
                    return result
                }
                report(result)
            }
        }
    }

    private func run(
        _ scenario: Scenario, in browser: BrowserSession, material: WorldMaterial
    ) async throws -> TwinResult {
        let adopted = try adopting(scenario)
        let observer = WebAppObserver()
        return try await withWorld(adopted, material: material, observer: observer) { world in
            let isOwn = adopted.profile.name == engine.cookieProfile.name
            let player = TwinPlayer(
                world: world, observer: observer,
                reference: isOwn ? nil : try world.secondBrowser(profile: engine.cookieProfile),
                real: RealView(browser: browser, world: world, observer: observer))
            var steps: [TwinStep] = []
            var clockHasMoved = false
            var failure: (step: StepFailure, since: Int)?
            for located in scenario.steps {
                let mark = world.trace.mark
                do {
                    steps.append(try await player.perform(located.step, clockHasMoved: clockHasMoved))
                } catch let error as StepFailure {
                    failure = (error, mark)
                    break
                }
                if case .advance = located.step { clockHasMoved = true }
            }
            let outcome: TwinResult.Outcome =
                if let step = failure?.step {
                    .stopped(steps, step: step.step, message: step.message, reasons: step.reasons)
                } else {
                    .compared(steps)
                }
            let cause = await rootCause(of: scenario, failure: failure, on: WorldPlayer(world: world))
            return result(of: scenario, adopted, outcome, because: cause)
        }
    }

    /// Why the headless view ended otherwise than expected; what is only a matter of findings or reasons is left out,
    /// since they depend on the profile.
    private func rootCause(
        of scenario: Scenario, failure: (step: StepFailure, since: Int)?, on player: WorldPlayer
    ) async -> RootCause? {
        let observation = await player.observe()
        let mismatches = scenario.expectation.mismatches(with: observation, failure: failure?.step).filter {
            $0.subject == .step || $0.subject == .ending
        }
        guard !mismatches.isEmpty else { return nil }
        return scenario.expectation.rootCause(of: mismatches, in: observation, failure: failure, on: player)
    }

    /// The settings that the scenario asks for, under the profile that it is to run under here.
    private func adopting(_ scenario: Scenario) throws -> WorldSettings {
        var settings = settings
        settings.profile = engine.cookieProfile
        settings = try settings.adopting(scenario.setting)
        if let profile { settings.profile = profile }
        return settings
    }

    private func incomparable(_ scenario: Scenario) throws -> TwinResult {
        result(of: scenario, try adopting(scenario), .incomparable(TwinPlayer.obstacles(to: scenario)))
    }

    private func result(
        of scenario: Scenario, _ settings: WorldSettings, _ outcome: TwinResult.Outcome,
        because cause: RootCause? = nil
    ) -> TwinResult {
        TwinResult(
            name: scenario.name, profile: settings.profile.name, browser: engine.rawValue, outcome: outcome,
            rootCause: cause)
    }
}
