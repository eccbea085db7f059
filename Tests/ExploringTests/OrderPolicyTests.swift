import BridgePrimitives
import Testing

@testable import Exploring

/// Orders by name, by chance, and brought nearer to the program's.
@Suite("Orders by name and by chance", .timeLimit(.minutes(5)))
struct OrderPolicyTests {
    private let program = ToyProgram(tasks: [
        [.init(writes: [0]), .init(writes: [0])], [.init(writes: [0])], [.init(writes: [1])],
    ])

    struct Row: Sendable {
        let why: String
        let names: [String]
        let order: [String]
        var waiting: [String] = []
        var missed: String?
    }

    static let rows = [
        Row(why: "no name: the program's own", names: [], order: ["0.0", "0.1", "1.0", "2.0"]),
        Row(why: "all names", names: ["2.0", "1.0", "0.0", "0.1"], order: ["2.0", "1.0", "0.0", "0.1"]),
        Row(
            why: "what is not named comes when nothing named can", names: ["1.0", "0.1"],
            order: ["1.0", "0.0", "0.1", "2.0"]),
        Row(
            why: "a name that never comes waits", names: ["9.9"], order: ["0.0", "0.1", "1.0", "2.0"], waiting: ["9.9"]),
        Row(
            why: "an order that a task does not allow is missed", names: ["0.1", "0.0", "1.0", "2.0"],
            order: ["0.0", "0.1", "1.0", "2.0"], missed: "0.1"),
    ]

    @Test(arguments: rows) func namesAreFollowed(_ row: Row) {
        let (execution, _, policy) = program.run(.following(row.names))
        #expect(execution.order.map(\.name) == row.order, "\(row.why)")
        #expect(policy.waiting == row.waiting, "\(row.why)")
        #expect(policy.missed == row.missed, "\(row.why)")
    }

    @Test func chanceIsTheSeeds() {
        func order(_ seed: UInt64) -> [RaceEvent] { program.run(.random(seed: seed)).execution.order }
        #expect(order(3) == order(3))
        #expect(Set((0..<2000).map { order(UInt64($0)) }).count == 12, "all orders come up")
    }

    /// Fails when the write of task 1 comes before the second of task 0: the other task's place is of no matter.
    @Test(arguments: 0..<50) func whatFailsIsShrunk(seed: Int) {
        func fails(_ order: [RaceEvent]) -> Bool {
            let names = order.map(\.name)
            guard let first = names.firstIndex(of: "1.0"), let second = names.firstIndex(of: "0.1") else {
                return false
            }
            return first < second
        }
        let found = program.run(.random(seed: UInt64(seed))).execution.order
        guard fails(found) else { return }
        var shrinking = OrderShrinking(found)
        while let order = shrinking.next() {
            let ran = program.run(.following(order.map(\.name))).execution.order
            shrinking.ran(ran, failed: fails(ran))
        }
        #expect(shrinking.smallest.map(\.name) == ["0.0", "1.0", "0.1", "2.0"])
        #expect(shrinking.smallest.inversions == 1)
    }

    /// Neighbours that commute need no run to be put back.
    @Test(arguments: 0..<50) func whatCommutesSettles(seed: Int) {
        let execution = program.run(.random(seed: UInt64(seed))).execution
        let again = program.run(.following(execution.settled.map(\.name)))
        #expect(again.execution.order == execution.settled)
        #expect(again.outcome == program.run(.following(execution.order.map(\.name))).outcome)
        #expect(execution.settled.inversions <= execution.order.inversions)
    }
}
