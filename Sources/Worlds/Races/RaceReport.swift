import BridgePrimitives
import BridgeTrace
import CookieStores
public import Exploring
public import Scenarios

/// What came of a scenario's orders.
public struct RaceReport: Sendable {
    /// Something that is counted over the orders.
    public struct Count: Hashable, Sendable {
        public let text: String
        public let orders: Int
    }

    /// A run that fails, as near to the program's own order as one was found.
    public struct FailingOrder: Sendable {
        public struct Event: Hashable, Sendable {
            public let name: String
            public let place: Place
            public let detail: String
            /// Whether something that the program has later comes before it, or the other way round.
            public let isMoved: Bool
        }

        public let events: [Event]
        /// How many pairs stand otherwise than in the program; 0 for the program's own order.
        public let inversions: Int
        /// What happens in the program's own order and not here.
        public let missing: [String]
        public let result: ScenarioResult
        /// Who waits for whom, where nothing can go on.
        public let deadlock: [String]?
    }

    /// Where an event happens.
    public enum Place: String, CaseIterable, Sendable {
        case app
        case store
        case view = "web view"
        case world
    }

    public let scenario: Scenario
    public let selection: RaceExplorer.Selection
    /// How many orders the events of the program's own run have.
    public let total: OrderCount
    /// How many were run to their end, and how many of these were orders of their own.
    public let runs: Int, distinct: Int
    /// How many were left half-way, since the rest had been run.
    public let cutRuns: Int
    public let failing: Int
    public let deadlocks: Int
    /// Whether orders are left because of the limit, and because of the depth.
    public let hasMore: Bool, isShallow: Bool
    /// Whether somebody ended it before.
    public let wasEnded: Bool
    /// In how many orders each expectation failed, and for which cause.
    public let expectations: [Count], causes: [Count]
    /// Pairs of events that commute, for which no order was run.
    public let commuting: [String]
    public let smallest: FailingOrder?
    /// Whether the orders shared their services.
    public let isShared: Bool
    public let elapsed: Duration

    public var hasPassed: Bool { failing == 0 }

    /// The names of the smallest order that fails, as `order:` takes them.
    public var order: [String]? { smallest?.events.map(\.name) }
}

/// Counts what comes of each order.
struct RaceTally {
    private let scenario: Scenario
    private let plan: RacePlan
    private(set) var runs = 0
    private var orders: Set<[RaceEvent]> = []
    private var failing = 0, deadlocks = 0
    private var expectations: [String: Int] = [:], causes: [String: Int] = [:]
    private var program: Execution?
    private(set) var nearest: RaceWorlds.Run?
    private var distance = Int.max
    var hasMore = false, isShallow = false, wasEnded = false, cutRuns = 0

    init(_ scenario: Scenario, _ plan: RacePlan) { (self.scenario, self.plan) = (scenario, plan) }

    mutating func add(_ run: RaceWorlds.Run, isProgram: Bool = false) {
        guard !run.wasCut else { return }
        let execution = Execution(run.played.map(\.moment))
        if isProgram { program = execution }
        runs += 1
        orders.insert(execution.order)
        if run.deadlock != nil { deadlocks += 1 }
        guard case .failed(let mismatches) = run.result.outcome else { return }
        failing += 1
        for text in Set(mismatches.map(\.expected)) { expectations[text, default: 0] += 1 }
        if let cause = run.result.rootCause { causes[cause.code.rawValue, default: 0] += 1 }
        let settled = execution.settled.inversions
        if settled < distance { (nearest, distance) = (run, settled) }
    }

    func report(
        _ selection: RaceExplorer.Selection, smallest: RaceWorlds.Run?, isShared: Bool, elapsed: Duration
    ) -> RaceReport {
        let program = program ?? Execution([])
        return RaceReport(
            scenario: scenario, selection: selection, total: OrderCount(of: program), runs: runs,
            distinct: orders.count, cutRuns: cutRuns, failing: failing, deadlocks: deadlocks, hasMore: hasMore,
            isShallow: isShallow, wasEnded: wasEnded, expectations: Self.counts(expectations),
            causes: Self.counts(causes),
            commuting: selection == .reduced ? program.commutingPairs : [],
            smallest: smallest.map { RaceReport.FailingOrder($0, beside: program) }, isShared: isShared,
            elapsed: elapsed)
    }

    private static func counts(_ counts: [String: Int]) -> [RaceReport.Count] {
        counts.map { RaceReport.Count(text: $0.key, orders: $0.value) }
            .sorted { ($1.orders, $0.text) < ($0.orders, $1.text) }
    }
}

extension RaceReport.FailingOrder {
    init(_ run: RaceWorlds.Run, beside program: Execution) {
        let order = run.played.map(\.moment.chosen)
        let events = run.result.events
        self.init(
            events: run.played.enumerated().map { number, played in
                let event = played.moment.chosen
                let isMoved = order[..<number].contains { event < $0 } || order[number...].contains { $0 < event }
                return Event(
                    name: event.name, place: played.kind.place, detail: played.told(by: events), isMoved: isMoved)
            },
            inversions: order.inversions,
            missing: program.order.filter { !order.contains($0) }.map(\.name), result: run.result,
            deadlock: run.deadlock)
    }
}

extension RaceEventKind {
    var place: RaceReport.Place {
        switch self {
        case .unordered(.request, _), .unordered(.document, _), .unordered(.readCookies, _), .unordered(.loadStarts, _):
            .view
        case .unordered: .store
        case .addScripts, .handler: .app
        case .step: .world
        }
    }
}

extension PlayedEvent {
    /// What of it the trace tells first: what a request left with, what became of a write, what a script saw.
    fileprivate func told(by events: [TraceEvent]) -> String {
        for event in events where traced.contains(event.sequence) {
            switch event.kind {
            case .request(let request):
                let sent = request.sent.map(\.name).joined(separator: ", ")
                let withheld = request.withheld.map { cookie in
                    ([cookie.name] + cookie.reasons.prefix(1).map { "(\($0.rawValue))" }).joined(separator: " ")
                }
                return detail + (sent.isEmpty ? " without cookies" : " with \(sent)")
                    + (withheld.isEmpty ? "" : ", not \(withheld.joined(separator: ", "))")
            case .cookieWrite(let write): return "\(write.name) \(write.outcome.rawValue)"
            case .cookieRead(let read):
                let names = read.visible.map(\.name).joined(separator: ", ")
                return names.isEmpty ? "the script sees no cookie" : "the script sees \(names)"
            default: continue
            }
        }
        return detail
    }
}
