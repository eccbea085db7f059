package import BridgeTrace
import BridgePrimitives

/// How a scenario ended, without regard to its expectations: what a trial needs to know.
package struct TrialRun: Sendable {
    /// Whether all steps were taken, and the page ended signed in as the app's user.
    package var isSignedIn: Bool
    /// Whether all steps were taken of a scenario that opens no page.
    package var hasTakenAll = false
    /// Whether a user is signed in to the app at the end.
    package var hasUser = true
    /// What stood in the way; nil if nothing did.
    package var cause: RootCause?
    package var events: [TraceEvent]
    /// The place of the step that could not be taken; nil if all were.
    package var failedStep: Int?
}

extension Scenario {
    /// Takes the steps in a world, and those that come after them.
    package func tried(on player: any ScenarioPlayer) async -> TrialRun {
        var run = StepRun(self)
        await run.take(steps, on: player)
        let observation = await player.observe()
        let shortfall: Shortfall =
            if let failure = run.failure {
                .step(
                    failure.step, reason: failure.reason, others: failure.others, message: failure.message,
                    since: run.steps.last?.firstEvent ?? 0)
            } else {
                .ending(observation.verdict, expected: nil)
            }
        let isSignedIn = run.failure == nil && observation.verdict == .signedIn
        let trial = TrialRun(
            isSignedIn: isSignedIn, hasTakenAll: run.failure == nil && observation.verdict == .notOpened,
            hasUser: observation.nativeUserID != nil, cause: isSignedIn ? nil : player.rootCause(of: shortfall),
            events: observation.events,
            failedStep: run.failure == nil ? nil : run.steps.count)
        _ = await run.tearDown(on: player)
        return trial
    }
}

extension ScenarioResult {
    /// How it came out, as a trial would have it; nil if there is nothing to try: it passed, failed as it was to, had no
    /// world, or failed for its expectation alone.
    package var failedRun: TrialRun? {
        guard case .failed(let mismatches) = outcome, let rootCause, !rootCause.code.rawValue.hasPrefix("run/"),
            let observation,
            scenario.expectation.failure == nil, scenario.knownFailure == nil,
            [nil, .signedIn].contains(scenario.expectation.verdict)
        else { return nil }
        let hasFailedStep = mismatches.contains { $0.subject == .step }
        guard observation.verdict != .signedIn || hasFailedStep else { return nil }
        let taken = steps.count { $0.part != .tearDown }
        return TrialRun(
            isSignedIn: false, hasUser: observation.nativeUserID != nil, cause: rootCause, events: observation.events,
            failedStep: hasFailedStep ? taken : nil)
    }
}
