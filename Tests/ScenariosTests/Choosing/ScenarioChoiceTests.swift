import BridgePrimitives
import Scenarios
import Testing

@Suite("Which scenarios are run", .timeLimit(.minutes(5)))
struct ScenarioChoiceTests {
    private static let all = planned([
        ("The cookie arrives", ["smoke", "cookie"]), ("The cookie is (only) HttpOnly", ["cookie"]),
        ("A token is an hour old", ["slow"]), ("Nobody signs in", []),
    ])

    private static func planned(_ rows: [(String, [String])]) -> [PlannedScenario] {
        PlannedScenario.all(
            rows.enumerated().map { number, row in
                Scenario(
                    name: row.0, source: SourceLocation(file: "a.yaml", line: number + 1, column: 1), tags: row.1,
                    setting: .init(), steps: [], expectation: ScenarioExpectation())
            })
    }

    /// Columns: why, tags, tags that are left out, the filter, the lines of those that are chosen.
    @Test(
        arguments: [
            ("all", [], [], nil, [1, 2, 3, 4]), ("one tag", ["cookie"], [], nil, [1, 2]),
            ("any of two", ["smoke", "slow"], [], nil, [1, 3]), ("without", [], ["slow"], nil, [1, 2, 4]),
            ("both", ["cookie"], ["smoke"], nil, [2]), ("a part of a name", [], [], "cookie", [1, 2]),
            ("case counts", [], [], "Cookie|hour", [3]), ("an expression", [], [], "^A|in$", [3, 4]),
            ("brackets as they are", [], [], "is (only)", [2]),
            ("what is no expression, in a name", [], [], "(only", [2]),
            ("both mean something", [], [], "(only)", [2]), ("a dot", [], [], "H.t.pOnly", []),
            ("by name and tag", ["cookie"], [], "arrives", [1]),
        ] as [(String, [String], [String], String?, [Int])])
    func chosen(why: String, tags: [String], excluded: [String], filter: String?, lines: [Int]) {
        let choice = ScenarioChoice(tags: tags, excludedTags: excluded, filter: filter)
        let chosen = (try? choice.chosen(among: Self.all)) ?? []
        #expect(chosen.map(\.scenario.source.line) == lines, "\(why)")
    }

    /// Columns: tags, tags that are left out, the filter, the code, what the message says.
    @Test(
        arguments: [
            (["smok"], [], nil, "run/no-such-scenario", "did you mean \"smoke\"?"),
            (["smok", "x"], [], nil, "run/no-such-scenario", "known are: cookie, slow, smoke"),
            (["slow"], ["slow"], nil, "run/no-such-scenario", "--exclude slow leaves none of 1 scenario"),
            ([], [], "Nobody sings in", "run/no-such-scenario", "did you mean \"Nobody signs in\"?"),
            ([], [], "cokie", "run/no-such-scenario", "\"The cookie arrives\""),
            ([], [], "zzz", "run/no-such-scenario", "--list has them all"),
            ([], [], "a(b", "run/bad-filter", "\"a(b\" is no regular expression from character 2 on"),
            ([], [], "[z-a]", "run/bad-filter", "from character 1 on"),
            ([], [], "ok\\", "run/bad-filter", "from character 3 on"),
            ([], [], "*", "run/bad-filter", "from character 1 on"),
        ] as [([String], [String], String?, String, String)])
    func nothingChosenSaysWhatThereIs(
        tags: [String], excluded: [String], filter: String?, code: String, says: String
    ) {
        let choice = ScenarioChoice(tags: tags, excludedTags: excluded, filter: filter)
        #expect {
            _ = try choice.chosen(among: Self.all)
        } throws: { error in
            let failure = error as? BridgeFailure
            return failure?.code.rawValue == code && "\(error)".contains(says) && failure?.kind.exitCode == 64
        }
    }

    @Test func withoutTagsItIsSaidHowToAddThem() {
        let choice = ScenarioChoice(tags: ["smoke"])
        #expect {
            _ = try choice.chosen(among: Self.planned([("x", [])]))
        } throws: { "\($0)".contains("add `tags: [smoke]` to some") }
        #expect(ScenarioChoice(tags: ["smoke", "x"], excludedTags: ["y"]).unknownTags(among: Self.all) == ["x", "y"])
    }

    /// A name that a file has twice is two scenarios, and `./` is no other file.
    @Test func keysAreTheSameInEveryRun() {
        let scenarios = ["a", "b", "a"].map { name in
            Scenario(
                name: name, source: SourceLocation(file: ".//x/../a.yaml", line: 1, column: 1), setting: .init(),
                steps: [], expectation: ScenarioExpectation())
        }
        #expect(ScenarioKey.keys(of: scenarios).map(\.ordinal) == [1, 1, 2])
        #expect(ScenarioKey(file: "./a.yaml", name: "x") == ScenarioKey(file: "a.yaml", name: "x"))
        #expect(PlannedScenario.repeating(PlannedScenario.all(scenarios), 2).map(\.repetition) == [1, 2, 1, 2, 1, 2])
    }

    /// What was not run this time stays as it was.
    @Test func theLastFailuresAreKept() throws {
        var last = LastFailed(failed: Set(["a", "b", "gone"].map { ScenarioKey(file: "a.yaml", name: $0) }))
        var unfinished = SampleReport.scenario("gone", .error)
        unfinished.ending.failure = .init(RunReason.endedEarly.failure("it was not run"))
        last.update(
            with: [
                SampleReport.scenario("a"), SampleReport.scenario("c", .failed), SampleReport.scenario("d", .error),
                SampleReport.scenario("e", .notRun), unfinished,
            ], key: { $0 })
        #expect(last.failed.map(\.name).sorted() == ["b", "c", "d", "gone"])
        #expect(LastFailed(json: try JSONValue(parsing: last.json.text())) == last)
        for text in ["{}", "[]", #"{"version":2,"failed":[]}"#, #"{"version":1,"failed":[3]}"#, "null"] {
            #expect(LastFailed(json: try JSONValue(parsing: text)) == nil, "\(text)")
        }
    }
}
