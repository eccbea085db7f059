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
    /// What it is known by from one run to the next.
    public internal(set) var key: ScenarioKey
    /// Which of several runs of it, from 1; nil where there is one.
    public internal(set) var repetition: Int?
    /// Tries that did not pass, before this one; empty where there was one try.
    public internal(set) var earlier: [ScenarioResult] = []
    public private(set) var outcome: Outcome
    /// Why it failed; nil unless it did.
    public private(set) var rootCause: RootCause?
    /// What trials of its causes showed; nil if nothing was tried.
    public internal(set) var proof: Proof?
    /// The steps that were taken, the last of them perhaps in vain.
    public let steps: [TakenStep]
    public let findings: [Finding]
    /// What the reader of a failure is to know beside its cause; nil for nothing.
    public internal(set) var hint: Finding?
    /// What its file says of why it fails, where it did fail for that: it has passed then.
    public internal(set) var knownFailure: KnownFailure?
    public private(set) var events: [TraceEvent]
    /// What the world was and how it was at the end; nil where there was none, or what it was is not kept any more.
    private(set) var observation: Observation?
    /// Measured, in real time.
    public let elapsed: Duration

    init(
        scenario: Scenario, outcome: Outcome, steps: [TakenStep] = [], findings: [Finding] = [],
        observation: Observation? = nil, elapsed: Duration
    ) {
        (self.scenario, self.outcome, self.steps) = (scenario, outcome, steps)
        key = ScenarioKey(file: scenario.file, name: scenario.name)
        (self.findings, self.events, self.elapsed) = (findings, observation?.events ?? [], elapsed)
        self.observation = observation
    }

    /// The scenario's trace, as a trace file has it; nil where there is none to tell of.
    public var recording: RecordedTrace? {
        guard var trace = observation?.recording(name: scenario.name, because: rootCause, elapsed: elapsed) else {
            return nil
        }
        trace.head.source = scenario.source.description
        trace.head.expected = scenario.expectation.verdict
        trace.outcome?.hasPassed = hasPassed
        trace.outcome?.proof = proof
        return trace
    }

    /// What was expected and did not happen; empty unless it failed.
    private var mismatches: [Mismatch] { if case .failed(let mismatches) = outcome { mismatches } else { [] } }

    /// Where an editor or a reviewer is to look: at the step in which the cause lies, at the expectation where that itself is
    /// the cause, or else at the scenario.
    public var place: SourceLocation { ReportedScenario(self).place }

    public var hasPassed: Bool { if case .passed = outcome { true } else { false } }

    /// Whether it passed, and not at the first try.
    public var isFlaky: Bool { hasPassed && !earlier.isEmpty }

    /// The step in which the root cause lies; nil without a cause, when no step was taken, and when all went well. Where the
    /// expectation itself is the cause, the step that it names; nil where it names none.
    public var faultyStep: TakenStep? {
        guard let rootCause, rootCause.code != ExpectationReason.knownFailurePasses.code else { return nil }
        if rootCause.code == ExpectationReason.notMet.code {
            return mismatches.first?.step.flatMap { name in steps.last { $0.step.name == name } }
        }
        // What was taken down afterwards has its own failure, or none.
        let place = mismatches.first?.location
        let isUndoing = steps.contains { $0.part == .tearDown && $0.location == place }
        let own = isUndoing ? steps : steps.filter { $0.part != .tearDown }
        return rootCause.evidence.flatMap { evidence in own.last { $0.firstEvent <= evidence } } ?? own.last
    }

    var withoutEvents: ScenarioResult {
        var result = self
        (result.events, result.observation, result.earlier) = ([], nil, earlier.map(\.withoutEvents))
        return result
    }

    /// The same of a run that a signal ended: what had not come to its end had no lack of time.
    public func ended(bySignal name: String) -> ScenarioResult {
        guard case .broken(let failure) = outcome, failure.code == RunReason.endedEarly.code else { return self }
        var result = self
        result.outcome = .broken(
            RunReason.endedEarly.failure(
                "\(failure.cause) when \(name) came", fix: "look at who sent the signal, and run it again"))
        return result
    }

    /// The same of one whose file says that it fails.
    func judged(by known: KnownFailure?, cause: RootCause?) -> ScenarioResult {
        guard let known else { return self }
        var result = self
        switch outcome {
        case .broken: break
        case .failed(let mismatches):
            guard cause?.code == known.reason else {
                let other = Mismatch(
                    expected: "known failure \(known.reason)",
                    happened: "it failed for \(cause?.code.rawValue ?? "no reason")",
                    because: [], subject: .other)
                result.outcome = .failed(mismatches + [other])
                return result
            }
            (result.outcome, result.rootCause, result.knownFailure) = (.passed, nil, known)
        case .passed:
            let mismatch = Mismatch(
                expected: "known failure \(known.reason)", happened: "it passed", because: [], subject: .other)
            return failed(
                [mismatch],
                because: RootCause(
                    code: ExpectationReason.knownFailurePasses.code,
                    message: "The scenario passes, and \(scenario.file) says that it fails with \(known.reason).",
                    fix: ExpectationReason.knownFailurePasses.fix, evidence: nil))
        }
        return result
    }

    /// The same of one whose tear-down failed: the first failure stays the cause.
    func failed(also mismatch: Mismatch, because cause: RootCause) -> ScenarioResult {
        guard case .failed(let mismatches) = outcome else { return failed([mismatch], because: cause) }
        var result = self
        result.outcome = .failed(mismatches + [mismatch])
        return result
    }

    /// The same of one that had to end by then; one that came to its end all the same stays as it is.
    func ended(after limit: Duration) -> ScenarioResult {
        guard case .broken(let failure) = outcome, failure.code == RunReason.endedEarly.code else { return self }
        var result = self
        result.outcome = .broken(
            RunReason.outOfTime.failure("it did not end within \(limit.worldText): \(failure.cause)"))
        return result
    }

    func failed(_ mismatches: [Mismatch], because cause: RootCause) -> ScenarioResult {
        var result = self
        (result.outcome, result.rootCause) = (.failed(mismatches), cause)
        return result
    }
}

/// A step that was taken, and where it begins in the trace.
public struct TakenStep: Hashable, Sendable {
    /// As it was taken: what it waited for is in it.
    public internal(set) var step: Step
    public let location: SourceLocation
    /// Where its file is used, the nearest first; empty for a step of the scenario's own file.
    public let usedAt: [SourceLocation]
    /// Where it stands, and where its file is used.
    public let place: String
    /// Which of the scenario's lists it stands in.
    public let part: LocatedStep.Part
    /// The sequence number of its first event, if it has any.
    public let firstEvent: Int
    /// Measured, in real time; nil for one that goes on.
    public internal(set) var elapsed: Duration?

    public init(_ located: LocatedStep, firstEvent: Int) {
        (step, location, self.firstEvent) = (located.step, located.location, firstEvent)
        (usedAt, place, part) = (located.usedAt, located.place, located.part)
    }
}
