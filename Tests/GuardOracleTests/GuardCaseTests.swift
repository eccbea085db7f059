import BridgePrimitives
import Foundation
import GuardOracle
import Testing

@Suite("Cases obtained from Vue Router 3.6.5", .timeLimit(.minutes(5)))
struct GuardCaseTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let id: String
        let json: JSONValue
        var testDescription: String { "\(id): \(json["note"]?.stringValue ?? "")" }
    }

    static let rows = rows(of: "vue-router-cases")

    /// The cases of a fixture; none when it cannot be read, which the count then shows.
    static func rows(of fixture: String) -> [Row] {
        guard let url = Bundle.module.url(forResource: fixture, withExtension: "json", subdirectory: "Fixtures"),
            let data = try? Data(contentsOf: url), let json = try? JSONValue(parsing: data)
        else { return [] }
        return (json.arrayValue ?? []).map { Row(id: $0["id"]?.stringValue ?? "?", json: $0) }
    }

    @Test func theFixtureIsThere() {
        #expect(Self.rows.count == 184)
    }

    /// The mode that a case names is the mode that runs: only abstract results have a stack, only the others a URL.
    @Test(arguments: [("abstract", 172), ("history", 8), ("hash", 4)])
    func everyModeIsRun(mode: String, count: Int) throws {
        let rows = Self.rows.filter { ($0.json["mode"] ?? "abstract").stringValue == mode }
        #expect(rows.count == count)
        for row in rows {
            let result = try GuardCase(json: row.json).run()
            #expect((result["stack"] != nil) == (mode == "abstract"))
            #expect((result["url"] != nil) == (mode != "abstract"))
        }
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
