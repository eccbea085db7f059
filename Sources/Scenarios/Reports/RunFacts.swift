public import BridgePrimitives

/// What a run was like, beside its scenarios.
public struct RunFacts: Hashable, Sendable {
    /// The version of what ran it.
    public var version: String
    /// When it began, in real time; nil where nobody wants to know.
    public var started: Instant?
    /// Measured, in real time; of several shards the longest.
    public var elapsed: Duration
    public var seed: UInt64?
    /// What a scenario has that names none.
    public var profile: String?
    public var engine: String?
    public var strictness: String?
    /// Which part of how many it was; nil for the whole.
    public var shard: Shard?
    /// How many scenarios all its shards have together, each repetition counted; nil for the whole.
    public var scenariosOfAllShards: Int?
    /// The parts that it was put together from, in order; empty where it was one.
    public var mergedShards: [Shard] = []
    /// Whether a scenario that passed at a later try is one too many.
    public var failsOnFlaky = false
    /// Whether a scenario of which something had no effect is one too many.
    public var failsWithoutEffect = false

    public init(version: String, started: Instant? = nil, elapsed: Duration = .zero) {
        (self.version, self.started, self.elapsed) = (version, started, elapsed)
    }
}

/// How many scenarios ended how.
public struct RunTally: Hashable, Sendable {
    public private(set) var passed = 0
    /// Of those that passed: not at the first try.
    public private(set) var flaky = 0
    public private(set) var failed = 0
    /// No world could be had for them.
    public private(set) var broken = 0
    /// The run ended before they did.
    public private(set) var unfinished = 0
    /// Each took longer than it may.
    public private(set) var outOfTime = 0
    public private(set) var notRun = 0

    public init(_ endings: some Sequence<(outcome: ReportedEnding.Outcome, code: ReasonCode?, isFlaky: Bool)>) {
        for ending in endings {
            switch (ending.outcome, ending.code) {
            case (.passed, _): (passed, flaky) = (passed + 1, flaky + (ending.isFlaky ? 1 : 0))
            case (.failed, _): failed += 1
            case (.notRun, _): notRun += 1
            case (.error, RunReason.endedEarly.code): unfinished += 1
            case (.error, RunReason.outOfTime.code): outOfTime += 1
            case (.error, _): broken += 1
            }
        }
    }

    public init(_ scenarios: [ReportedScenario]) {
        self.init(scenarios.lazy.map { ($0.ending.outcome, $0.ending.failure?.code, $0.isFlaky) })
    }

    public var count: Int { passed + failed + broken + unfinished + outOfTime + notRun }
    /// Those that ended in an error, as CI servers count.
    public var errors: Int { broken + unfinished + outOfTime }

    /// `12 scenarios: 11 passed (1 flaky), 1 failed`.
    public var text: String {
        let rest = [
            (broken, "without a world"), (outOfTime, "out of time"), (unfinished, "unfinished"),
            (notRun, "not run"),
        ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        let noun = count == 1 ? "scenario" : "scenarios"
        return "\(count) \(noun): \(passed) passed\(flaky == 0 ? "" : " (\(flaky) flaky)"), \(failed) failed\(rest)"
    }
}
