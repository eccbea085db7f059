import Testing

@testable import Exploring

@Suite("What commutes", .timeLimit(.minutes(5)))
struct FootprintTests {
    struct Row: Sendable {
        let why: String
        let first: Footprint
        let second: Footprint
        let conflicts: Bool
    }

    private static let a = Footprint.Resource("cookies", "a")
    private static let b = Footprint.Resource("cookies", "b")
    private static let all = Footprint.Resource("cookies")
    private static let other = Footprint.Resource("scripts", "a")

    static let rows = [
        Row(why: "nothing is touched", first: .init(), second: .init(writes: [all]), conflicts: false),
        Row(why: "two reads", first: .init(reads: [a]), second: .init(reads: [a]), conflicts: false),
        Row(why: "a read and a write", first: .init(reads: [a]), second: .init(writes: [a]), conflicts: true),
        Row(why: "writes of two cookies", first: .init(writes: [a]), second: .init(writes: [b]), conflicts: false),
        Row(why: "one cookie and all of them", first: .init(reads: [all]), second: .init(writes: [b]), conflicts: true),
        Row(
            why: "the same name elsewhere", first: .init(writes: [a]), second: .init(writes: [other]), conflicts: false),
    ]

    @Test(arguments: rows) func conflicts(_ row: Row) {
        #expect(row.first.conflicts(with: row.second) == row.conflicts, "\(row.why)")
        #expect(row.second.conflicts(with: row.first) == row.conflicts, "both ways: \(row.why)")
    }
}
