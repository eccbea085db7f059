import BridgePrimitives
import Foundation
import GuardOracle
import Testing

/// Each row's note is the statement about Vue Router 4.6.4 (or 5.2.0) that it checks.
@Suite("Vue Router 4 and 5, on the same machine", .timeLimit(.minutes(5)))
struct RouterGenerationTests {
    static let rows: [GuardCaseTests.Row] = GuardCaseTests.rows(of: "vue-router-4-cases")

    @Test func theFixtureIsThere() {
        #expect(Self.rows.count == 121)
        #expect(Set(Self.rows.map(\.id)).count == Self.rows.count)
    }

    /// Only the members that a row speaks of are compared.
    @Test(arguments: rows)
    func behavesAsStated(_ row: GuardCaseTests.Row) throws {
        let result = try GuardCase(json: row.json).run()
        let expected = try #require(row.json["expected"]?.objectValue)
        #expect(!expected.isEmpty)
        for (name, value) in expected { #expect(result[name] == value, "\(name)") }
    }

    /// A loop that never repeats its target is not seen: it goes on until the case's budget is spent.
    @Test func anAlternatingLoopIsNotCaught() throws {
        let json: JSONValue = [
            "router": 4, "routes": [["path": "/a"], ["path": "/b"]], "navigate": [["op": "push", "to": "/a"]],
            "guards": [
                "beforeEach": [
                    [
                        "rules": [
                            ["when": ["to.path": "/a"], "do": [["return": "/b"]]],
                            ["when": ["to.path": "/b"], "do": [["return": "/a"]]],
                        ]
                    ]
                ]
            ],
        ]
        let result = try GuardCase(json: json).run()
        #expect(result["failureType"] == "pending")
        #expect((result["guardCalls"]?.arrayValue ?? []).count > 100)
    }
}
