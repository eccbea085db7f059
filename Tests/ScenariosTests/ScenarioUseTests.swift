import BridgePrimitives
import Scenarios
import Testing

@Suite("Steps of other files", .timeLimit(.minutes(5)))
struct ScenarioUseTests {
    private static func scenario(_ steps: String) -> String {
        "name: n\nsteps:\n\(steps)\nexpect: { verdict: signed-out }"
    }

    private static let login = """
        parameters:
          email: { what: Whose account. }
          field: { default: idtoken }
          wait: { default: 1m }
        steps:
          - sign-in: { as: "${param.email}" }
          - advance: ${param.wait}
          - exchange: { field: "${param.field}" }
        """

    @Test func stepsAreTakenWithTheirParametersAndKeepTheirPlaces() throws {
        let scenario = try #require(
            readScenarios(
                Self.scenario(
                    "  - use: { file: shared/login.yaml, with: { email: a@b.test, wait: 3s } }\n  - reload"),
                files: ["shared/login.yaml": Self.login]
            ).first)
        var signIn = SignIn()
        signIn.email = "a@b.test"
        #expect(
            scenario.steps.map(\.step) == [
                .signIn(signIn), .advance(.seconds(3)), .exchange(field: "idtoken"), .view(.reload),
            ])
        #expect(
            scenario.steps.map(\.place) == [
                "shared/login.yaml:6:5, used at login.yaml:3:5", "shared/login.yaml:7:5, used at login.yaml:3:5",
                "shared/login.yaml:8:5, used at login.yaml:3:5", "login.yaml:4:5",
            ])
        #expect(scenario.files == ["shared/login.yaml"])
    }

    @Test func aFileIsNamedFromTheFolderOfTheOneThatNamesIt() throws {
        let scenario = try #require(
            readScenarios(
                Self.scenario("  - use: a/b.yaml"),
                files: [
                    "a/b.yaml": "steps: [use: ../c.yaml]", "c.yaml": "steps: [{ use: ./a/d.yaml }]",
                    "a/d.yaml": "steps: [reload]",
                ]
            ).first)
        #expect(
            scenario.steps.map(\.place) == [
                "a/d.yaml:1:9, used at c.yaml:1:11, used at a/b.yaml:1:9, used at login.yaml:3:5"
            ])
    }

    /// Columns: the files beside the scenario, its step, and what is said of them.
    @Test(
        arguments: [
            ([:], "use: no.yaml", ["login.yaml:3:10 scenario/no-such-file"]),
            ([:], "use", ["login.yaml:3:5 scenario/missing-field"]),
            ([:], "use: { with: { a: b } }", ["login.yaml:3:10 scenario/missing-field"]),
            ([:], "use: { file: a.yaml, wiht: {} }", ["login.yaml:3:26 scenario/unknown-key"]),
            ([:], "use: /etc/passwd", ["login.yaml:3:10 scenario/no-such-file"]),
            (["a.yaml": "steps: [use: a.yaml]"], "use: a.yaml", ["a.yaml:1:14 scenario/use-cycle"]),
            (
                ["a.yaml": "steps: [use: b.yaml]", "b.yaml": "steps: [use: ./a.yaml]"], "use: a.yaml",
                ["b.yaml:1:14 scenario/use-cycle"]
            ),
            ([:], "use: login.yaml", ["login.yaml:3:10 scenario/use-cycle"]),
            (
                ["a.yaml": "name: x\nsteps: [reload]\nexpect: { route: x }"], "use: a.yaml",
                ["login.yaml:3:10 scenario/not-for-use"]
            ),
            (["a.yaml": ""], "use: a.yaml", ["login.yaml:3:10 scenario/not-for-use"]),
            (
                ["a.yaml": "steps: [reload]\n---\nsteps: [reload]"], "use: a.yaml",
                ["login.yaml:3:10 scenario/not-for-use"]
            ),
            (["a.yaml": "steps: [relaod]"], "use: a.yaml", ["a.yaml:1:9 scenario/unknown-step"]),
            (["a.yaml": "steps: ["], "use: a.yaml", ["a.yaml:1:9 scenario/not-yaml"]),
            (
                ["a.yaml": "parameters: { x: ~ }\nsteps: [reload]"], "use: a.yaml",
                ["login.yaml:3:10 scenario/missing-parameter"]
            ),
            (
                ["a.yaml": "steps: [reload]"], "use: { file: a.yaml, with: { x: 1 } }",
                ["login.yaml:3:34 scenario/unknown-parameter"]
            ),
            (["a.yaml": "steps: [advance: '${param.x}']"], "use: a.yaml", ["a.yaml:1:18 scenario/no-such-variable"]),
            // What the scenario calls its own is not known in the file.
            (["a.yaml": "steps: [advance: '${var.x}']"], "use: a.yaml", ["a.yaml:1:18 scenario/no-such-variable"]),
            (["a.yaml": "parameters: { x: 1 }\nsteps: [reload]"], "use: a.yaml", ["a.yaml:1:18 scenario/wrong-type"]),
            (["a.yaml": "steps: [reload]\nexpect: ~"], "use: a.yaml", ["login.yaml:3:10 scenario/not-for-use"]),
            (["a.yaml": "steps: [reload]\ntags: x"], "use: a.yaml", ["a.yaml:2:1 scenario/unknown-key"]),
        ] as [([String: String], String, [String])])
    func isRefusedWhereItStands(files: [String: String], step: String, found: [String]) {
        #expect(problems(in: Self.scenario("  - \(step)"), files: files) == found)
    }

    /// What a file that cannot be read would have brought about is nobody's second mistake.
    @Test func aFileThatIsRefusedIsToldOnce() {
        let after = "\n  - open: { path: '/${sign-in.uid}' }\n  - open: { path: '/${exchange.status}' }"
        #expect(problems(in: Self.scenario("  - use: no.yaml" + after)) == ["login.yaml:3:10 scenario/no-such-file"])
        #expect(
            problems(in: Self.scenario("  - use: a.yaml" + after), files: ["a.yaml": "steps: [sing-in]"])
                == ["a.yaml:1:9 scenario/unknown-step"])
        #expect(
            problems(in: Self.scenario("  - reload" + after)).map { $0.suffix(17) }
                == ["capture-too-early", "capture-too-early"])
    }

    @Test func aProblemInsideSaysWhereTheFileIsUsed() {
        let text = Self.scenario("  - use: a.yaml\n  - use: a.yaml")
        let problems = #expect(throws: ScenarioProblems.self) {
            try readScenarios(text, files: ["a.yaml": "steps: [use: b.yaml]", "b.yaml": "steps: [relaod]"])
        }?.problems
        // Once, though it is used twice.
        #expect(
            problems?.map(\.description) == [
                """
                b.yaml:1:9: error[scenario/unknown-step]: no step is called "relaod"; did you mean "reload"?; used at a.yaml:1:9; used at login.yaml:3:5
                 1 | steps: [relaod]
                   |         ^
                """
            ])
    }

    @Test func aCycleIsToldWithItsChain() {
        let problem = #expect(throws: ScenarioProblems.self) {
            try readScenarios(
                Self.scenario("  - use: a.yaml"),
                files: ["a.yaml": "steps: [use: b.yaml]", "b.yaml": "steps: [use: a.yaml]"])
        }?.problems.first
        #expect(problem?.message == "the file uses itself: a.yaml → b.yaml → a.yaml")
    }

    @Test func filesNestToALimit() {
        var files: [String: String] = [:]
        for depth in 1...20 { files["f\(depth).yaml"] = "steps: [use: f\(depth + 1).yaml]" }
        files["f21.yaml"] = "steps: [reload]"
        #expect(problems(in: Self.scenario("  - use: f1.yaml"), files: files) == ["f8.yaml:1:14 scenario/too-large"])
        files["f8.yaml"] = "steps: [reload]"
        #expect(problems(in: Self.scenario("  - use: f1.yaml"), files: files) == [])
    }

    /// A few lines that stand for a hundred million steps.
    @Test func filesThatMultiplyEndAtALimit() {
        let many = { (file: String) in
            "steps: [\(Array(repeating: "use: \(file)", count: 100).joined(separator: ", "))]"
        }
        let files = [
            "a.yaml": many("b.yaml"), "b.yaml": many("c.yaml"), "c.yaml": many("d.yaml"), "d.yaml": "steps: [reload]",
        ]
        let found = problems(in: Self.scenario("  - use: a.yaml"), files: files)
        #expect(!found.isEmpty && found.allSatisfy { $0.hasSuffix("scenario/too-large") })
    }

    @Test func aFileForUseIsNoScenario() throws {
        #expect(problems(in: "steps: [reload]") == ["login.yaml:1:1 scenario/only-for-use"])
        #expect(try readScenarios("version: 1\nsteps: [reload]", isAmongOthers: true).isEmpty)
        // With anything else in it, it is a scenario that lacks something.
        #expect(
            problems(in: "tags: x\nsteps: [reload]") == [
                "login.yaml:1:1 scenario/no-name", "login.yaml:1:1 scenario/no-expectation",
            ])
    }
}
