import BridgePrimitives
package import BridgeTrace

/// Runs scenarios side by side, each in a world of its own.
public struct ScenarioRunner: Sendable {
    /// Makes a world for a scenario, lends it to the body and takes it down again.
    public typealias PlayerLoan =
        @Sendable (Scenario, _ body: @Sendable (any ScenarioPlayer) async -> ScenarioResult) async throws ->
        ScenarioResult

    private let width: Int
    private let lend: PlayerLoan
    /// Tries the causes of what did not pass; nil if causes are not to be tried.
    package var prove: (@Sendable (ScenarioResult) async -> Proof?)?

    /// - Parameter width: how many scenarios run at the same time; at least one.
    public init(width: Int, lend: @escaping PlayerLoan) {
        (self.width, self.lend) = (max(width, 1), lend)
    }

    /// Runs all once; see ``run(_:policy:watch:report:)``.
    public func run(_ scenarios: [Scenario], report: (ScenarioResult) -> Void) async -> [ScenarioResult] {
        await run(PlannedScenario.all(scenarios), report: report)
    }

    /// Runs all; `report` is called with each result in the order of `planned`, as early as that order allows.
    ///
    /// The results of scenarios that passed are returned without their events, which `report` has seen: of ten thousand
    /// they would fill the memory.
    ///
    /// When the task is cancelled, no world is made any more: what was not run has its result all the same,
    /// `run/ended-early`. So has what is left where the policy stops at a failure, `run/not-run`.
    public func run(
        _ planned: [PlannedScenario], policy: RunPolicy = RunPolicy(), watch: RunWatch = RunWatch(),
        report: (ScenarioResult) -> Void
    ) async -> [ScenarioResult] {
        var finished: [Int: ScenarioResult] = [:]
        var ordered: [ScenarioResult] = []
        await withTaskGroup(of: (Int, ScenarioResult).self) { group in
            var next = 0
            var isEnough = false
            func startNext() {
                while next < planned.count {
                    let (position, each) = (next, planned[next])
                    next += 1
                    guard !isEnough else {
                        finished[position] = Self.notRun(each)
                        continue
                    }
                    if !Task.isCancelled { watch.began(each) }
                    group.addTask { (position, await self.run(each, policy: policy)) }
                    return
                }
            }
            func reportAll() {
                while let result = finished.removeValue(forKey: ordered.count) {
                    report(result)
                    ordered.append(result.hasPassed ? result.withoutEvents : result)
                }
            }
            for _ in 0..<width { startNext() }
            for await (position, result) in group {
                watch.ended(result)
                finished[position] = result
                if policy.stopsAtFailure, !result.hasPassed { isEnough = true }
                startNext()
                reportAll()
            }
        }
        return ordered
    }

    /// Runs one.
    public func run(_ scenario: Scenario) async -> ScenarioResult { await runOnce(scenario) }

    /// Runs one until it passes or has been tried often enough.
    private func run(_ planned: PlannedScenario, policy: RunPolicy) async -> ScenarioResult {
        var earlier: [ScenarioResult] = []
        while true {
            var result = await run(planned.scenario, within: policy.scenarioLimit)
            (result.key, result.repetition, result.earlier) = (planned.key, planned.repetition, earlier)
            if result.hasPassed || earlier.count >= policy.retries || Task.isCancelled {
                if !result.hasPassed, !Task.isCancelled, let prove { result.proof = await prove(result) }
                return result
            }
            result.earlier = []
            earlier.append(result)
        }
    }

    private static func notRun(_ planned: PlannedScenario) -> ScenarioResult {
        var result = ScenarioResult(
            scenario: planned.scenario,
            outcome: .broken(
                RunReason.notRun.failure("an earlier scenario did not pass, and the run is to stop there")),
            elapsed: .zero)
        (result.key, result.repetition) = (planned.key, planned.repetition)
        return result
    }

    /// Runs one; after the limit it is ended, and waited for.
    private func run(_ scenario: Scenario, within limit: Duration?) async -> ScenarioResult {
        guard let limit else { return await runOnce(scenario) }
        let result = await withTaskGroup(of: ScenarioResult?.self) { group in
            group.addTask { await self.runOnce(scenario) }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            var result: ScenarioResult?
            for await ended in group {
                result = ended ?? result
                group.cancelAll()
            }
            return result
        }
        guard let result else { return await runOnce(scenario) }
        return Task.isCancelled ? result : result.ended(after: limit)
    }

    private func runOnce(_ scenario: Scenario) async -> ScenarioResult {
        let start = ContinuousClock.now
        func broken(_ failure: BridgeFailure) -> ScenarioResult {
            ScenarioResult(scenario: scenario, outcome: .broken(failure), elapsed: ContinuousClock.now - start)
        }
        guard !Task.isCancelled else { return broken(RunReason.endedEarly.failure("it was not run")) }
        do {
            return try await lend(scenario) { player in
                await Self.play(scenario, on: player, since: start)
            }
        } catch let failure as BridgeFailure where !Task.isCancelled {
            return broken(failure)
        } catch {
            guard !Task.isCancelled else { return broken(RunReason.endedEarly.failure("its world was being made")) }
            return broken(BridgeFailure(RunReason.worldFailed, cause: "\(error)", fix: "this is our fault"))
        }
    }

    private static func play(
        _ scenario: Scenario, on player: any ScenarioPlayer, since start: ContinuousClock.Instant
    ) async -> ScenarioResult {
        var run = StepRun(scenario)
        await run.take(scenario.steps, on: player)
        let observation = await player.observe()
        // What the step met then is the end of the run, and no finding about a handoff.
        if Task.isCancelled, let step = run.steps.last {
            let failure = RunReason.endedEarly.failure("it was in step \(step.step.name) at \(step.location)")
            return ScenarioResult(
                scenario: scenario, outcome: .broken(failure), steps: run.steps, observation: observation,
                elapsed: ContinuousClock.now - start)
        }
        let (mismatches, cause) = await run.judgement(of: observation, on: player)
        // Judged before, so that nothing that it changes counts.
        let undone = await run.tearDown(on: player)
        let ending = undone == nil ? observation : observation.with(events: await player.observe().events)
        var result = ScenarioResult(
            scenario: scenario, outcome: .passed, steps: run.steps, findings: observation.findings,
            observation: ending, elapsed: ContinuousClock.now - start)
        result.hint = observation.hint
        if let cause { result = result.failed(mismatches, because: cause) }
        result = result.judged(by: scenario.knownFailure, cause: cause)
        return undone.map { result.failed(also: $0.mismatch, because: $0.cause) } ?? result
    }
}
