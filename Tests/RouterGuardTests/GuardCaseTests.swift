import BridgePrimitives
import Foundation
import RouterGuard
import Testing

@Suite("Cases obtained from Vue Router 3.6.5")
struct GuardCaseTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let id: String
        let json: JSONValue
        var testDescription: String { "\(id): \(json["note"]?.stringValue ?? "")" }
    }

    static let rows: [Row] = {
        guard
            let url = Bundle.module.url(
                forResource: "vue-router-cases", withExtension: "json", subdirectory: "Fixtures"),
            let data = try? Data(contentsOf: url), let json = try? JSONValue(parsing: data)
        else { return [] }
        return (json.arrayValue ?? []).map { Row(id: $0["id"]?.stringValue ?? "?", json: $0) }
    }()

    @Test func theFixtureIsThere() {
        #expect(Self.rows.count == 184)
    }

    /// Whole results are compared, in order: route, outcomes of steps, log of guards and hooks, history, warnings.
    @Test(arguments: rows)
    func agreesWithUpstream(_ row: Row) throws {
        let result = try GuardCase(json: row.json).run()
        let expected = try #require(row.json["expected"]?.objectValue)
        let names = try #require(result.objectValue).names
        #expect(Set(names) == Set(expected.names))
        for (name, value) in expected { #expect(result[name] == value, "\(name)") }
    }
}
