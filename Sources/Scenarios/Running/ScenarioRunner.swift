public import BridgePrimitives
public import BridgeTrace

/// What came of one scenario.
public struct ScenarioResult: Sendable {
    public enum Outcome: Sendable {
        case passed
        case failed([Mismatch])
        /// The world itself could not be had: not the scenario's fault.
        case broken(BridgeFailure)
    }

    public let scenario: Scenario
    public let outcome: Outcome
    public let findings: [Finding]
    public let events: [TraceEvent]
    /// Measured, in real time.
    public let elapsed: Duration

    public init(
        scenario: Scenario, outcome: Outcome, findings: [Finding], events: [TraceEvent], elapsed: Duration
    ) {
        (self.scenario, self.outcome, self.findings) = (scenario, outcome, findings)
        (self.events, self.elapsed) = (events, elapsed)
    }

    public var hasPassed: Bool { if case .passed = outcome { true } else { false } }
}

extension [ScenarioResult] {
    /// Nil when all have passed. A scenario that failed says more than a world that could not be had.
    public var exitCode: Int32? {
        var worldsExitCode: Int32?
        for result in self {
            switch result.outcome {
            case .passed: continue
            case .failed: return 1
            case .broken(let failure): worldsExitCode = worldsExitCode ?? failure.kind.exitCode
            }
        }
        return worldsExitCode
    }
}

/// Runs scenarios side by side, each in a world of its own.
public struct ScenarioRunner: Sendable {
    /// Makes a world for a scenario, lends it to the body and takes it down again.
    public typealias PlayerLoan =
        @Sendable (Scenario, _ body: @Sendable (any ScenarioPlayer) async -> ScenarioResult) async throws ->
        ScenarioResult

    private let width: Int
    private let lend: PlayerLoan

    /// - Parameter width: how many scenarios run at the same time; at least one.
    public init(width: Int, lend: @escaping PlayerLoan) {
        (self.width, self.lend) = (max(width, 1), lend)
    }

    /// Runs all; `report` is called with each result in the order of `scenarios`, as early as that order allows.
    public func run(
        _ scenarios: [Scenario], report: (ScenarioResult) -> Void
    ) async -> [ScenarioResult] {
        var finished: [Int: ScenarioResult] = [:]
        var ordered: [ScenarioResult] = []
        await withTaskGroup(of: (Int, ScenarioResult).self) { group in
            var next = 0
            func startNext() {
                guard next < scenarios.count else { return }
                let (position, scenario) = (next, scenarios[next])
                next += 1
                group.addTask { (position, await self.run(scenario)) }
            }
            for _ in 0..<width { startNext() }
            for await (position, result) in group {
                finished[position] = result
                startNext()
                while let result = finished.removeValue(forKey: ordered.count) {
                    ordered.append(result)
                    report(result)
                }
            }
        }
        return ordered
    }

    /// Runs one.
    public func run(_ scenario: Scenario) async -> ScenarioResult {
        let start = ContinuousClock.now
        do {
            return try await lend(scenario) { player in
                await Self.play(scenario, on: player, since: start)
            }
        } catch {
            let failure =
                error as? BridgeFailure
                ?? BridgeFailure(RunReason.worldFailed, cause: "\(error)", fix: "this is our fault")
            return ScenarioResult(
                scenario: scenario, outcome: .broken(failure), findings: [], events: [],
                elapsed: ContinuousClock.now - start)
        }
    }

    private static func play(
        _ scenario: Scenario, on player: any ScenarioPlayer, since start: ContinuousClock.Instant
    ) async -> ScenarioResult {
        var failure: StepFailure?
        for located in scenario.steps {
            do {
                try await player.perform(located.step)
            } catch {
                failure = error
                break
            }
        }
        let observation = await player.observe()
        let mismatches = scenario.expectation.mismatches(with: observation, failure: failure)
        return ScenarioResult(
            scenario: scenario, outcome: mismatches.isEmpty ? .passed : .failed(mismatches),
            findings: observation.findings, events: observation.events, elapsed: ContinuousClock.now - start)
    }
}
