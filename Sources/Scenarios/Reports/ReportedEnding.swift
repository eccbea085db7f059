public import BridgePrimitives
public import BridgeTrace
import Reasons

/// How one try of a scenario came out, as reports have it: without the world.
public struct ReportedEnding: Hashable, Sendable {
    public enum Outcome: String, CaseIterable, Sendable {
        case passed, failed
        /// No world could be had, or the run ended before.
        case error
        /// Another failed before, and the run was to stop there.
        case notRun = "not-run"
    }

    public struct Mismatch: Hashable, Sendable, CustomStringConvertible {
        public var expected: String
        public var happened: String
        public var reasons: [ReasonCode]
        /// Where the file asks for it, or has the step that could not be taken; nil where that is not known.
        public var place: SourceLocation?

        public init(expected: String, happened: String, reasons: [ReasonCode], place: SourceLocation? = nil) {
            (self.expected, self.happened, self.reasons, self.place) = (expected, happened, reasons, place)
        }

        public var description: String { "expected \(text)" }

        /// What was expected, what happened instead, and where that stands.
        var text: String { "\(expected); \(happened)" + (place.map { "  (\($0))" } ?? "") }
    }

    /// A step that was taken.
    public struct Step: Hashable, Sendable {
        public var name: String
        public var place: SourceLocation
        /// Nil where nobody measured.
        public var elapsed: Duration?
        public var hasFailed = false
        /// Where its file is used, the nearest first; empty for a step of the scenario's own file.
        public var usedAt: [SourceLocation] = []

        public init(name: String, place: SourceLocation, elapsed: Duration? = nil, hasFailed: Bool = false) {
            (self.name, self.place, self.elapsed, self.hasFailed) = (name, place, elapsed, hasFailed)
        }
    }

    /// What stood against running it.
    public struct Failure: Hashable, Sendable {
        public var code: ReasonCode
        public var message: String
        public var fix: String
        public var exitCode: Int32

        public init(code: ReasonCode, message: String, fix: String, exitCode: Int32) {
            (self.code, self.message, self.fix, self.exitCode) = (code, message, fix, exitCode)
        }

        public init(_ failure: BridgeFailure) {
            self.init(
                code: failure.code, message: failure.cause, fix: failure.fix, exitCode: failure.kind.exitCode)
        }

        /// `error[run/ended-early]: …; …`, as a ``BridgeFailure`` has it.
        public var description: String { "error[\(code)]: \(message)\(fix.isEmpty ? "" : "; \(fix)")" }
    }

    public var outcome: Outcome
    public var elapsed: Duration
    public var cause: RootCause?
    /// What trials of the cause showed; nil if nothing was tried.
    public var proof: Proof?
    /// The step in which the cause lies.
    public var faultyStep: Step?
    public var mismatches: [Mismatch] = []
    public var failure: Failure?
    /// It failed as its file says that it does, and so passed.
    public var knownFailure: KnownFailure?
    public var findings: [Finding] = []
    /// Whether something of the scenario could not act on a server of the team's own.
    public var lacksEffect: Bool { findings.contains { $0.code == RunReason.noEffect.code } }
    public var hint: Finding?
    public var steps: [Step] = []

    public init(_ outcome: Outcome, elapsed: Duration = .zero) { (self.outcome, self.elapsed) = (outcome, elapsed) }

    public var hasPassed: Bool { outcome == .passed }

    /// Where the reason for it lies: in a step, or in what was expected where nothing else is wrong; nil where that is not
    /// known.
    public var place: SourceLocation? {
        let (step, expectation) = (faultyStep?.place, mismatches.first?.place)
        return reason?.code == ExpectationReason.notMet.code ? expectation ?? step : step ?? expectation
    }

    /// Whether the run ended before it did.
    public var isUnfinished: Bool { failure?.code == RunReason.endedEarly.code }

    /// Why it did not pass, in one sentence, and what to do about it; nil where it passed.
    public var reason: (code: ReasonCode, message: String, fix: String)? {
        if let cause { return (cause.code, cause.message, cause.fix) }
        if let failure { return (failure.code, failure.message, failure.fix) }
        return mismatches.first.map { (ExpectationReason.notMet.code, $0.description, "") }
    }
}

extension ReportedEnding {
    init(_ result: ScenarioResult) {
        switch result.outcome {
        case .passed: self.init(.passed, elapsed: result.elapsed)
        case .failed(let mismatches):
            self.init(.failed, elapsed: result.elapsed)
            self.mismatches = mismatches.map {
                Mismatch(expected: $0.expected, happened: $0.happened, reasons: $0.because, place: $0.location)
            }
        case .broken(let failure):
            self.init(failure.code == RunReason.notRun.code ? .notRun : .error, elapsed: result.elapsed)
            self.failure = Failure(failure)
        }
        (cause, findings, hint) = (result.rootCause, result.findings, result.hint)
        (proof, knownFailure) = (result.proof, result.knownFailure)
        let faulty = result.faultyStep
        steps = result.steps.map { step in
            // A scenario is told to be wrong at a step also where the step itself went well.
            Step(step, hasFailed: step == faulty)
        }
        faultyStep = faulty.map { Step($0, hasFailed: true) }
    }
}

extension ReportedEnding.Step {
    init(_ step: TakenStep, hasFailed: Bool) {
        self.init(name: step.step.name, place: step.location, elapsed: step.elapsed, hasFailed: hasFailed)
        usedAt = step.usedAt
    }
}
