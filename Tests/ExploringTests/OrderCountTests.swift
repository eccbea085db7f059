import Testing

@testable import Exploring

@Suite("How many orders there are", .timeLimit(.minutes(5)))
struct OrderCountTests {
    struct Row: Sendable {
        let why: String
        let predecessors: [Set<Int>]
        let count: OrderCount
    }

    static let rows = [
        Row(why: "nothing has one order", predecessors: [], count: .exactly(1)),
        Row(
            why: "five that know nothing of each other", predecessors: Array(repeating: [], count: 5),
            count: .exactly(120)),
        Row(why: "a chain", predecessors: [[], [0], [0, 1], [0, 1, 2]], count: .exactly(1)),
        Row(why: "two chains of two", predecessors: [[], [0], [], [2]], count: .exactly(6)),
        Row(
            why: "three chains of three: 9! over 3! three times",
            predecessors: [[], [0], [0, 1], [], [3], [3, 4], [], [6], [6, 7]], count: .exactly(1680)),
        Row(why: "one before and one after two", predecessors: [[], [0], [0], [0, 1, 2]], count: .exactly(2)),
        Row(why: "more than a set of 64 bits", predecessors: Array(repeating: [], count: 64), count: .moreThan(.max)),
    ]

    @Test(arguments: rows) func orders(_ row: Row) {
        #expect(OrderCount.count(row.predecessors) == row.count, "\(row.why)")
    }

    /// 40 things without order: nobody waits for a trillion sets.
    @Test func countingEnds() {
        guard case .moreThan(let least) = OrderCount.count(Array(repeating: [], count: 40)) else {
            Issue.record("40 factorial is no number that fits")
            return
        }
        #expect(least > 1)
    }

    @Test(arguments: [(0, 0), (7, 1), (11, 1), (42, 1)]) func countsWhatTheSearchRuns(seed: Int, _: Int) {
        let program = ToyProgram(tasks: [
            [.init(writes: [0]), .init(writes: [1])], [.init(writes: [seed % 2])], [.init(posts: [.init(writes: [0])])],
        ])
        let all = program.explore(.all)
        #expect(OrderCount(of: program.run(.program).execution) == .exactly(UInt64(all.orders.count)))
    }
}
