public import BridgePrimitives
import BridgeTrace

/// What came of one scenario, as reports have it: all that a run leaves but its world.
public struct ReportedScenario: Hashable, Sendable {
    public var key: ScenarioKey
    public var source: SourceLocation
    public var tags: [String] = []
    /// The cookie profile's name; nil for the run's.
    public var profile: String?
    /// What opened the page; nil for the run's.
    public var engine: String?
    /// Which of several runs of it, from 1; nil where there is one.
    public var repetition: Int?
    /// The shard that ran it; nil where there are none.
    public var shard: Int?
    /// How it came out in the end.
    public var ending: ReportedEnding
    /// Tries that did not pass, before the last.
    public var earlier: [ReportedEnding] = []
    /// The events of one that failed, where they were asked for.
    public var events: [JSONValue] = []

    public init(key: ScenarioKey, source: SourceLocation, ending: ReportedEnding) {
        (self.key, self.source, self.ending) = (key, source, ending)
    }

    /// - Parameter hasEvents: whether the trace of a scenario that failed is part of it.
    public init(_ result: ScenarioResult, hasEvents: Bool = false) {
        self.init(key: result.key, source: result.scenario.source, ending: ReportedEnding(result))
        (tags, profile) = (result.scenario.tags, result.scenario.setting.profile)
        engine = result.scenario.setting.engine?.rawValue
        (repetition, earlier) = (result.repetition, result.earlier.map { ReportedEnding($0) })
        if hasEvents, !result.hasPassed { events = result.events.map(\.json) }
    }

    public var name: String { key.name }

    /// The name, and which of several runs it was.
    public var title: String { repetition.map { "\(name) (run \($0))" } ?? name }

    public var hasPassed: Bool { ending.hasPassed }

    /// Whether it passed, and not at the first try.
    public var isFlaky: Bool { hasPassed && !earlier.isEmpty }

    /// How it came out, in one word: `passed`, `flaky`, `failed`, `error` or `not-run`.
    public var verdict: String { isFlaky ? "flaky" : ending.outcome.rawValue }

    /// Where an editor or a reviewer is to look: at the step in which the cause lies, at the expectation where that itself is
    /// the cause, or else at the scenario.
    public var place: SourceLocation { ending.place ?? source }
}
