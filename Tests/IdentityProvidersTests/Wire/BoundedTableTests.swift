import Testing

@testable import IdentityProviders

@Suite("A table with an end", .timeLimit(.minutes(5)))
struct BoundedTableTests {
    @Test func theOldestGoFirst() {
        var table = BoundedTable<Int>(capacity: 10)
        for number in 1...11 { table["\(number)"] = number }
        #expect(table.count == 10)
        #expect(table["1"] == nil && table["2"] == 2 && table["11"] == 11)
    }

    @Test func aChangeIsNoNewValue() {
        var table = BoundedTable<Int>(capacity: 2)
        (table["a"], table["b"], table["a"]) = (1, 2, 3)
        #expect(table["a"] == 3 && table["b"] == 2)
    }

    @Test func removedOnesMakeRoom() {
        var table = BoundedTable<Int>(capacity: 2)
        (table["a"], table["b"]) = (1, 2)
        table["a"] = nil
        table["c"] = 3
        #expect(table["b"] == 2 && table["c"] == 3 && table.count == 2)
        table.removeAll { $0 == 2 }
        #expect(table["b"] == nil && table["c"] == 3)
    }
}
