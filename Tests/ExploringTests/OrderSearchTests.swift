import BridgePrimitives
import Testing

@testable import Exploring

/// Which orders are run, and whether those that are left out would have shown anything.
@Suite("Orders that are run", .timeLimit(.minutes(5)))
struct OrderSearchTests {
    typealias Operation = ToyProgram.Operation

    private static func writers(_ variables: [Int]) -> ToyProgram {
        ToyProgram(tasks: variables.map { [Operation(writes: [$0])] })
    }

    struct Row: Sendable {
        let why: String
        let program: ToyProgram
        let all: Int
        let reduced: Int
    }

    static let rows = [
        Row(why: "one event has one order", program: writers([0]), all: 1, reduced: 1),
        Row(
            why: "writes of different things commute: one stands for all", program: writers([0, 1, 2, 3, 4]), all: 120,
            reduced: 1),
        Row(why: "writes of one thing never commute", program: writers([0, 0, 0, 0]), all: 24, reduced: 24),
        Row(why: "two pairs, each in two orders", program: writers([0, 0, 1, 1]), all: 24, reduced: 4),
        Row(
            why: "readers commute with each other, not with the writer",
            program: ToyProgram(tasks: [
                [Operation(writes: [0])], [Operation(reads: [0])], [Operation(reads: [0])],
            ]), all: 6, reduced: 4),
        Row(
            why: "what is awaited is in order: two tasks of two, all touching one thing",
            program: ToyProgram(tasks: Array(repeating: [Operation(writes: [0]), Operation(writes: [0])], count: 2)),
            all: 6, reduced: 6),
        Row(
            why: "a write that is posted races with all that its task does later",
            program: ToyProgram(tasks: [
                [Operation(posts: [Operation(writes: [0])]), Operation(reads: [0]), Operation(reads: [0])]
            ]), all: 3, reduced: 3),
        Row(
            why: "who waits for a write comes after it, whatever the order",
            program: ToyProgram(tasks: [[Operation(writes: [0])], [Operation(writes: [1], needs: 0)]]),
            all: 1, reduced: 1),
    ]

    @Test(arguments: rows) func ordersAreCounted(_ row: Row) {
        let all = row.program.explore(.all)
        let reduced = row.program.explore(.reduced)
        #expect(all.orders.count == row.all, "\(row.why)")
        #expect(all.search.completeRuns == row.all, "no order is run twice: \(row.why)")
        #expect(reduced.orders.count == row.reduced, "\(row.why)")
        #expect(reduced.outcomes == all.outcomes, "\(row.why)")
        #expect(reduced.search.cutRuns == 0, "\(row.why)")
    }

    /// The reduction against brute force: the same outcomes, deadlocks among them, in no more runs.
    @Test(arguments: 0..<300) func noOutcomeIsLeftOut(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let program = ToyProgram.random(&generator)
        let all = program.explore(.all)
        let reduced = program.explore(.reduced)
        #expect(reduced.outcomes == all.outcomes)
        #expect(reduced.search.completeRuns == reduced.orders.count, "no order is run twice")
        #expect(reduced.search.completeRuns + reduced.search.cutRuns <= all.search.completeRuns)
        #expect(reduced.orders.isSubset(of: all.orders))
    }

    /// No two runs of the reduction end alike for the same reason: each stands for a set of orders of its own.
    @Test(arguments: 0..<100) func eachRunStandsForOthers(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(1000 + seed))
        let program = ToyProgram.random(&generator)
        var search = OrderSearch(.reduced)
        var settled: [[RaceEvent]] = []
        while let policy = search.next() {
            let (execution, outcome, _) = program.run(policy)
            search.ran(execution, isCut: outcome == nil)
            if outcome != nil { settled.append(execution.settled) }
        }
        #expect(Set(settled).count == settled.count)
    }

    @Test func theFirstRunIsTheProgramsOwn() {
        let program = Self.writers([0, 0, 0])
        var search = OrderSearch(.reduced)
        let execution = search.next().map { program.run($0).execution }
        #expect(execution?.order.inversions == 0)
    }

    @Test(arguments: [(0, 1), (1, 4), (2, 12), (3, 24), (4, 24)]) func depthLimitsWhatIsVaried(depth: Int, orders: Int)
    {
        let program = Self.writers([0, 0, 0, 0])
        for strategy in [OrderSearch.Strategy.all, .reduced] {
            let explored = program.explore(strategy, depth: depth)
            #expect(explored.orders.count == orders)
            #expect(explored.search.isShallow == (depth < 3))
        }
    }
}
