import BridgePrimitives
import BridgeTrace

/// A scenario's steps as they are taken, and what they have brought about so far.
struct StepRun {
    private let scenario: Scenario
    private var values: StepValues
    private(set) var steps: [TakenStep] = []
    private(set) var failure: StepFailure?

    init(_ scenario: Scenario) {
        self.scenario = scenario
        values = StepValues(scenario)
    }

    /// Takes one after the other, up to the first that fails.
    mutating func take(_ list: [LocatedStep], on player: any ScenarioPlayer) async {
        for located in list {
            steps.append(TakenStep(located, firstEvent: player.nextEvent))
            let began = ContinuousClock.now
            do throws(StepFailure) { try await take(located, on: player) } catch { failure = error }
            steps[steps.count - 1].elapsed = ContinuousClock.now - began
            if failure != nil { return }
        }
    }

    private mutating func take(_ located: LocatedStep, on player: any ScenarioPlayer) async throws(StepFailure) {
        let first = player.nextEvent
        let step = try await values.step(located, on: player)
        steps[steps.count - 1].step = step
        try await player.perform(step)
        await values.keep(step, of: located, since: first, on: player)
    }

    /// What is not as expected, and the one cause of it; no mismatches and no cause when all is.
    mutating func judgement(
        of observation: Observation, on player: any ScenarioPlayer
    ) async -> (mismatches: [Mismatch], cause: RootCause?) {
        var mismatches: [Mismatch] = []
        var expectation = scenario.expectation
        do throws(Mismatch) { expectation = try await values.expectation(of: scenario, on: player) } catch {
            // What is left of it stands on stand-ins; whether a step was to fail does not.
            let wanted = expectation.failure
            (expectation, mismatches) = (ScenarioExpectation(), [error.located(at: expectation.places.whole)])
            expectation.failure = wanted
            expectation.places = scenario.expectation.places
        }
        mismatches = expectation.mismatches(with: observation, failure: failure) + mismatches
        mismatches += expectation.values.enumerated().flatMap { index, value in
            value.mismatches(values.store, masking: observation.masking).map {
                $0.located(at: expectation.places["values", index])
            }
        }
        let since = steps.last?.firstEvent ?? 0
        if let mismatch = expectation.causeMismatch(in: observation, failure: failure.map { ($0, since) }, on: player) {
            mismatches.append(mismatch.located(at: expectation.places["because"]))
        }
        // What no file asks for is that the step can be taken.
        mismatches = mismatches.map { $0.subject == .step ? $0.located(at: steps.last?.location) : $0 }
        guard !mismatches.isEmpty else { return ([], nil) }
        let cause = expectation.rootCause(
            of: mismatches, in: observation, failure: failure.map { ($0, since) }, on: player)
        return (mismatches, cause)
    }

    /// Takes the steps that come when all is judged.
    ///
    /// - Returns: the step that could not be taken, if there is one.
    mutating func tearDown(on player: any ScenarioPlayer) async -> (mismatch: Mismatch, cause: RootCause)? {
        guard !scenario.tearDown.isEmpty else { return nil }
        failure = nil
        let taken = steps.count
        await take(scenario.tearDown, on: player)
        guard let failure, steps.count > taken, let last = steps.last else { return nil }
        var mismatch = Mismatch(
            expected: "tear-down to be taken",
            happened: "step \(failure.step) at \(last.place) failed: \(failure.message)",
            because: failure.reasons, subject: .step)
        (mismatch.location, mismatch.step) = (last.location, failure.step)
        let cause = player.rootCause(
            of: .step(
                failure.step, reason: failure.reason, others: failure.others, message: failure.message,
                since: last.firstEvent))
        return (
            mismatch,
            cause
                ?? RootCause(
                    code: failure.reason, message: "The tear-down failed in step \(failure.step): \(failure.message).",
                    fix: "",
                    evidence: nil)
        )
    }
}

extension Scenario {
    /// All that its steps and its expectation wait for.
    var captures: [CaptureReference] {
        let values = expectation.values.flatMap { value in
            [
                value.that, value.minus, value.equals, value.contains, value.lessThan, value.atMost, value.atLeast,
                value.moreThan,
            ]
            .compactMap(\.self).flatMap(\.captures)
        }
        return (steps + tearDown).flatMap { $0.template?.captures ?? [] } + (expectation.template?.captures ?? [])
            + values
    }
}

extension ScenarioExpectation {
    /// What is wrong with the cause of an ending that is wanted; nil when it is the one that is named, or none is.
    func causeMismatch(
        in observation: Observation, failure: (step: StepFailure, since: Int)?, on player: any ScenarioPlayer
    ) -> Mismatch? {
        guard let because else { return nil }
        // The ending itself is as wanted: what kept the user from being signed in is asked for.
        let shortfall: Shortfall =
            if let failure {
                .step(
                    failure.step.step, reason: failure.step.reason, others: failure.step.others,
                    message: failure.step.message, since: failure.since)
            } else {
                .ending(observation.verdict, expected: nil)
            }
        guard let cause = player.rootCause(of: shortfall) else {
            return Mismatch(
                expected: "because \(because)",
                happened: "nothing stood against the handoff, which ended \(observation.verdict.rawValue)", because: [],
                subject: .other)
        }
        guard cause.code != because else { return nil }
        return Mismatch(
            expected: "because \(because)", happened: "it is because of \(cause.code): \(cause.message)",
            because: [cause.code], subject: .cause(cause))
    }
}

extension Mismatch {
    /// A comparison that does not hold.
    init(value expected: String, _ happened: String) {
        let masking = Masking(.fingerprints)
        self.init(
            expected: masking.text(expected).text, happened: masking.text(happened).text, because: [], subject: .value)
    }
}

extension Observation {
    func with(events: [TraceEvent]) -> Observation {
        var observation = self
        observation.events = events
        return observation
    }
}
