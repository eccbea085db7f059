import BridgePrimitives
import BridgeTrace
import Cookies
import Scenarios
import Testing
import WorldTestSupport
import Worlds

/// What a scenario that fails is told, each through a world of its own.
@Suite("The root cause of a scenario", .timeLimit(.minutes(5)))
struct ScenarioRootCauseTests {
    @Test(arguments: rows)
    func isTheFirstEventThatMatters(row: Row) async throws {
        let result = try await run(row)
        guard case .failed = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        let cause = try #require(result.rootCause)
        #expect(cause.code.rawValue == row.code, "\(cause.message)")
        // What only the expectation has wrong lies in no step.
        #expect(result.faultyStep?.step.name ?? "" == row.step, "\(cause.message)")
        #expect(!cause.message.isEmpty && !cause.fix.isEmpty)
        // A step that did nothing at all has no event to show.
        if let evidence = cause.evidence {
            #expect(result.events.contains { $0.sequence == evidence })
            #expect(cause.consequences.allSatisfy { $0.sequence >= evidence && $0.code != cause.code })
        }
        // The sign-in page is never the cause, and no token is in what is told.
        #expect(!cause.message.contains("eyJ"))
    }

    /// What the page asked for last ran into is the cause, and what it would run into next is told with it.
    @Test func aCookieThatNoScriptCouldSeeExpires() async throws {
        let result = try await run(
            Row(
                name: "x", world: "backend: { cookie-attributes: Path=/; Secure; HttpOnly; Max-Age=3600 }",
                steps: "sign-in, exchange, \(Self.store), advance: 2h, open: { path: / }", code: "", step: ""))
        let cause = try #require(result.rootCause)
        #expect(cause.code.rawValue == "send/expired")
        #expect(cause.message.contains("HttpOnly") && cause.fix.contains("Leave HttpOnly out"))
        #expect(result.faultyStep?.location.line == 8)
    }

    /// A deletion is no refusal, and a later expiry is no remedy for it.
    @Test(arguments: ["remove-website-data, open: { path: / }", "reload"])
    func theGuardsDeletionIsNeverARefusal(steps: String) async throws {
        let result = try await run(
            Row(
                name: "x", world: Self.plain + "\nguard: { deletes-cookie: true }",
                steps: "sign-in, exchange, \(Self.store), \(steps)",
                expect: "{ verdict: signed-in, first-request: { with: customtoken } }", code: "", step: ""))
        let cause = try #require(result.rootCause)
        #expect(!cause.message.contains("refused") && !cause.fix.contains("later expiry"), "\(cause)")
    }

    @Test func bothStoresAreNamed() async throws {
        let result = try await run(
            Row(
                name: "x", world: Self.plain,
                steps:
                    "sign-in, exchange, open: { path: /about, inject: cookie-store }, open: { path: /, store: private }",
                code: "", step: ""))
        #expect(
            result.rootCause?.message
                == "The app put customtoken into the store of the web view; the page is on another one, that of the private web view."
        )
    }

    @Test func whatEndsWellHasNoCause() async throws {
        let row = Row(
            name: "x", steps: "sign-in, exchange, open: { path: /, inject: [native-storage, user-script] }", code: "",
            step: "")
        let result = try await run(row)
        #expect(result.hasPassed)
        #expect(result.rootCause == nil)
        #expect(!result.findings.map(\.code.rawValue).contains("handoff/field-mismatch"))
    }

    @Test func aFieldThatTheBackendDoesNotReadIsAFinding() async throws {
        let result = try await run(
            Row(name: "x", steps: "sign-in, exchange: { field: jwt }", code: "", step: ""))
        #expect(result.findings.map(\.code.rawValue) == ["handoff/field-mismatch"])
    }

    @Test func allFormsBeginWithTheCauseAndTheStepsPlace() async throws {
        let result = try await run(
            Row(name: "HttpOnly", steps: "sign-in, exchange, \(Self.store)", code: "script/http-only", step: "open"))
        let lines = Report.lines(for: result).map { $0.drop { $0 == " " } }
        #expect(lines.first?.hasPrefix("FAIL") == true && lines.first?.hasSuffix("HttpOnly") == true)
        #expect(lines[1].hasPrefix("cause     script/http-only: customtoken is in the web view's store with HttpOnly"))
        #expect(lines.contains { $0.hasPrefix("fix       Leave HttpOnly out of the copy") })
        #expect(lines.contains { $0 == "step      open  row.yaml:5:5" })
        #expect(lines.contains { $0.hasPrefix("expected  verdict signed-in; it was signed-out  (row.yaml:") })
        #expect(lines.contains { $0.hasPrefix("then      guard/cookie-absent, ") })
        #expect(lines.contains { $0 == "findings  script/http-only, handoff/cookie-outlives-token" })
        #expect(Report.lines(for: result).allSatisfy { $0.count <= 110 })

        let json = Report.json(for: result, hasEvents: true)
        #expect(json["root_cause"]?["code"] == "script/http-only")
        #expect(json["root_cause"]?["step"] == ["name": "open", "file": "row.yaml", "line": 5, "column": 5])
        #expect(json["root_cause"]?["fix"]?.stringValue?.isEmpty == false)
        #expect(json["root_cause"]?["evidence"]?.arrayValue?.count == 1)
        #expect(json["root_cause"]?["followed_by"]?.arrayValue?.isEmpty == false)
        #expect(json["events"]?.arrayValue?.count == result.events.count)

        let junit = Report.junit(for: [result], elapsed: .zero)
        #expect(junit.contains(#"<failure message="customtoken is in the web view&#39;s store with HttpOnly"#))
        #expect(junit.contains(#"type="script/http-only""#))
    }

    private func run(_ row: Row) async throws -> ScenarioResult {
        let steps = row.steps.topLevelItems.map { "  - \($0)" }.joined(separator: "\n")
        let world = row.world.isEmpty ? "" : row.world + "\n"
        let text = "name: \(JSONValue.string(row.name).text())\n\(world)steps:\n\(steps)\nexpect: \(row.expect)\n"
        let scenarios = try ScenarioFile.scenarios(
            in: text, file: "row.yaml", environment: [:],
            vocabulary: Vocabulary(
                reasons: ["edge/cookie-not-forwarded", "token/expired"], profiles: CookieProfile.all.map(\.name),
                edges: EdgeProfile.all.map(\.name)))
        let runs = ScenarioRuns(settings: WorldSettings(), stateFolder: SharedMaterial.folder)
        return try #require(try await runs.run(scenarios) { _ in }.first)
    }
}

extension String {
    /// The parts between commas that stand in no bracket.
    var topLevelItems: [String] {
        var items = [""]
        var depth = 0
        for character in self {
            if "{[".contains(character) { depth += 1 }
            if "}]".contains(character) { depth -= 1 }
            if character == ",", depth == 0 { items.append("") } else { items[items.count - 1].append(character) }
        }
        return items.map { String($0.drop { $0 == " " }) }
    }
}
