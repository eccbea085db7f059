import BridgePrimitives
import Exploring
import HTTPLoader
import Listening
public import Scenarios
import Diagnosis

/// One order of a scenario's events, as a policy.
struct OrderedRace: Sendable {
    let policy: OrderPolicy
}

/// Runs a scenario in the orders that its events can have, each on the real model engine, and says which fail.
public struct RaceExplorer: Sendable {
    /// Which orders are run.
    public enum Selection: Hashable, Sendable {
        /// One of each set of orders that end alike.
        case reduced
        /// Each order, though it ends like another.
        case all
        /// So many, by chance.
        case random(Int, seed: UInt64)
    }

    private let settings: WorldSettings
    private let stateFolder: String?
    private let selection: Selection
    private let depth: Int
    private let limit: Int

    /// - Parameters:
    ///   - settings: what the scenario does not say itself.
    ///   - stateFolder: where keys are kept; nil for the user's folder.
    ///   - depth: how many choices from the first on are varied.
    ///   - limit: how many orders are run at most.
    public init(
        settings: WorldSettings, stateFolder: String? = nil, selection: Selection = .reduced, depth: Int = .max,
        limit: Int = 1000
    ) {
        (self.settings, self.stateFolder, self.selection) = (settings, stateFolder, selection)
        (self.depth, self.limit) = (depth, limit)
    }

    /// - Parameter progress: is called after each run with how many there were.
    /// - Throws: `race/nothing-concurrent`; `engine/model-only` for a scenario in a real engine. When the task is cancelled
    ///   what was run by then is reported, unless that is nothing.
    public func explore(
        _ scenario: Scenario, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> RaceReport {
        let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
        let material = try WorldMaterial(state: state, for: settings)
        defer { material.transport.shutdown() }
        return try await explore(scenario, material: material, progress: progress)
    }

    /// The same with keys that are there.
    package func explore(
        _ scenario: Scenario, material: WorldMaterial, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> RaceReport {
        var scenario = scenario
        // An order that the file names is one of those that are run.
        scenario.setting.order = nil
        try settings.mustReach([scenario])
        let settings = try settings.adopting(scenario.setting)
        guard settings.engine == .model else {
            throw RaceReason.modelOnly.failure("\(scenario.source) is to be opened in \(settings.engine.rawValue)")
        }
        guard let plan = RacePlan(scenario, in: settings) else {
            throw RaceReason.nothingConcurrent.failure("\(scenario.source): \(scenario.name)")
        }
        let worlds = RaceWorlds(settings: settings, material: material, scenario: scenario, plan: plan)
        let start = ContinuousClock.now
        return try await withLanes(of: worlds) { isShared, lanes in
            let run = lanes[0]
            var tally = RaceTally(scenario, plan)
            do {
                try await play(on: lanes, into: &tally, progress)
            } catch _ where Task.isCancelled && tally.runs > 0 {
                tally.wasEnded = true
            }
            let smallest = try await shrunk(tally.nearest, run)
            return tally.report(
                selection, smallest: smallest, isShared: isShared, elapsed: ContinuousClock.now - start)
        }
    }

    /// Orders by chance do not wait for what came of the others: two are run side by side, each by services of its own,
    /// unless their ports are given or the process may open too few descriptors.
    private func withLanes<Value: Sendable>(
        of worlds: RaceWorlds, _ body: (_ isShared: Bool, _ lanes: [RaceWorlds.Lane]) async throws -> Value
    ) async throws -> Value {
        let width = try WorldRoom.width(2)
        return try await worlds.withRuns { isShared, run in
            guard case .random = selection, width == 2, !worlds.settings.hasFixedPorts else {
                return try await body(isShared, [run])
            }
            return try await worlds.withRuns { _, other in try await body(isShared, [run, other]) }
        }
    }

    private func play(
        on lanes: [RaceWorlds.Lane], into tally: inout RaceTally, _ progress: @Sendable (Int) -> Void
    ) async throws {
        let run = lanes[0]
        switch selection {
        case .random(let count, let seed):
            var seeds = SeededGenerator(seed: seed)
            // The program's own first: what comes of chance is told beside it.
            tally.add(try await run(OrderedRace(policy: .program)), isProgram: true)
            let races = (0..<min(count, limit)).map { _ in OrderedRace(policy: .random(seed: seeds.next())) }
            for first in stride(from: 0, to: races.count, by: lanes.count) {
                try Task.checkCancellation()
                // In the order of the seeds, whichever ends first.
                let ran = try await Self.ran(races[first...].prefix(lanes.count), on: lanes)
                for run in ran { tally.add(run) }
                progress(first + ran.count)
            }
        case .reduced, .all:
            var search = OrderSearch(selection == .all ? .all : .reduced, depth: depth)
            defer { (tally.cutRuns, tally.isShallow) = (search.cutRuns, search.isShallow) }
            while tally.runs < limit, let policy = search.next() {
                try Task.checkCancellation()
                let ran = try await run(OrderedRace(policy: policy))
                if let name = ran.strayed { throw RaceReason.notRepeatable.failure("\(name) did not come again") }
                search.ran(Execution(ran.played.map(\.moment)), isCut: ran.wasCut)
                tally.add(ran, isProgram: tally.runs == 0)
                progress(tally.runs)
            }
            tally.hasMore = search.next() != nil
        }
    }

    /// One order on each lane.
    private static func ran(
        _ races: ArraySlice<OrderedRace>, on lanes: [RaceWorlds.Lane]
    ) async throws -> [RaceWorlds.Run] {
        try await withThrowingTaskGroup(of: (Int, RaceWorlds.Run).self) { group in
            for (number, (race, run)) in zip(races, lanes).enumerated() {
                group.addTask { (number, try await run(race)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Brings the failing order that is nearest to the program's still nearer, by running what is between.
    private func shrunk(
        _ failing: RaceWorlds.Run?, _ run: (OrderedRace) async throws -> RaceWorlds.Run
    ) async throws -> RaceWorlds.Run? {
        guard var best = failing, !Task.isCancelled else { return failing }
        var shrinking = OrderShrinking(Execution(best.played.map(\.moment)).settled)
        var left = Self.shrinkingLimit
        // What was settled on paper is run as well: what is printed is what was seen.
        guard let settled = try await ran(shrinking.smallest.map(\.name), run) else { return best }
        if !settled.result.hasPassed { best = settled }
        while left > 0, !Task.isCancelled, let order = shrinking.next() {
            left -= 1
            guard let tried = try await ran(order.map(\.name), run) else { break }
            let before = shrinking.smallest
            shrinking.ran(tried.played.map(\.moment.chosen), failed: !tried.result.hasPassed)
            if shrinking.smallest != before { best = tried }
        }
        return best
    }

    /// - Returns: nil where somebody has ended it.
    private func ran(
        _ order: [String], _ run: (OrderedRace) async throws -> RaceWorlds.Run
    ) async throws -> RaceWorlds.Run? {
        do {
            return try await run(OrderedRace(policy: .following(order)))
        } catch _ where Task.isCancelled {
            return nil
        }
    }

    private static let shrinkingLimit = 200
}
