public import BridgePrimitives
import HTTPLoader
import Listening
public import Scenarios

/// Runs scenarios, each in a world of its own, all on the same keys.
public struct ScenarioRuns: Sendable {
    private let settings: WorldSettings
    private let stateFolder: String?
    private let width: Int
    /// What is worth knowing and stops nothing: that fewer worlds run side by side, because the process may open too little.
    public var warn: (@Sendable (BridgeFailure) -> Void)?
    /// Whether the causes of what fails are tried.
    public var proving = Proving.never

    public enum Proving: Sendable {
        case never
        /// Where a world costs little and nothing is left behind: in the model, without a server of the user's that goes on.
        case inModel
        case always
    }

    /// - Parameters:
    ///   - settings: what scenarios do not say themselves.
    ///   - stateFolder: where keys are kept; nil for the user's folder.
    ///   - width: how many run side by side; one after the other where a project file gives them fixed ports.
    public init(settings: WorldSettings, stateFolder: String? = nil, width: Int = 4) {
        (self.settings, self.stateFolder, self.width) = (settings, stateFolder, width)
    }

    /// - Parameter report: called with each result, in the order of `scenarios`.
    ///   When the task is cancelled, scenarios that have not ended have `run/ended-early` for a result.
    /// - Throws: `ScenarioProblems` for steps that somebody's own backend cannot be made to take; ``BridgeFailure`` when the
    ///   keys cannot be had; a world that cannot start is its scenario's result.
    public func run(_ scenarios: [Scenario], report: (ScenarioResult) -> Void) async throws -> [ScenarioResult] {
        try await run(PlannedScenario.all(scenarios), report: report)
    }

    /// The same, with worlds that stay.
    ///
    /// - Parameters:
    ///   - policy: how often a scenario is tried, and when a run is enough.
    ///   - watch: who looks on.
    ///   - hold: is called with each world when its scenario is done, and keeps it until it returns.
    public func run(
        _ planned: [PlannedScenario], policy: RunPolicy = RunPolicy(), watch: RunWatch = RunWatch(),
        holding hold: @escaping @Sendable (ScenarioResult, HeldWorld) async -> Void = { _, _ in },
        report: (ScenarioResult) -> Void
    ) async throws -> [ScenarioResult] {
        try settings.mustReach(planned.map(\.scenario))
        let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
        let material = try WorldMaterial(state: state, for: settings)
        defer { material.transport.shutdown() }
        let settings = settings
        // Started ahead of the first world that needs one.
        let names = Set(planned.map { $0.scenario.setting.engine ?? settings.engine })
        return try await withEngines(names, for: settings) { engines in
            let isAlone = settings.haveFixedPorts(in: planned.lazy.map(\.scenario))
            let wanted = isAlone ? 1 : min(width, max(planned.count, 1))
            let width = try WorldRoom.width(wanted, names == [.model] ? .world : .worldInEngine, warn: warn)
            var runner = ScenarioRunner(width: width) { scenario, body in
                try settings.requireModel(for: scenario)
                var settings = try settings.adopting(scenario.setting)
                settings.race = RacePlan(scenario, in: settings).flatMap { $0.isNeededToRun ? $0 : nil }
                return try await withWorld(settings, material: material, engines: engines) { world in
                    let result = await body(WorldPlayer(world: world))
                    await hold(result, HeldWorld(world, after: result))
                    return result
                }
            }
            if proving != .never {
                let trials = CauseTrials(
                    settings: settings, material: material, engines: engines, isAsked: proving == .always)
                runner.prove = { await trials.proof(of: $0) }
            }
            return await withTaskCancellationHandler { [runner] in
                await runner.run(planned, policy: policy, watch: watch, report: report)
            } onCancel: {
                // Services let connections that are open finish; those of worlds that have no time left are closed.
                material.transport.shutdown()
            }
        }
    }
}
