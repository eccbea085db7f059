import BridgePrimitives
import Scenarios
import Testing

@Suite("Scenario files")
struct ScenarioFileTests {
    private func read(_ text: String, environment: [String: String] = [:]) throws(ScenarioProblem) -> [Scenario] {
        try ScenarioFile.scenarios(
            in: text, file: "login.yaml", environment: environment,
            reasons: ["guard/cookie-absent", "token/expired"])
    }

    @Test func saysAllThatCanBeSaid() throws {
        let scenario = try #require(
            read(
                """
                name: All of it
                profile: ios18
                strictness: lenient
                guard: article
                user: { email: "${env.MAIL}", password: correct-horse }
                edge: firebase-hosting
                backend: { cookie-name: __session, cookie-attributes: Path=/; Secure }
                web:
                  redirects: [{ from: /a, to: "${partner}/b" }]
                steps:
                  - sign-in: { with: password }
                  - exchange: { field: token }
                  - advance: 61m
                  - open: { path: /, inject: [header, { user-script: { value: x, guarded: true } }] }
                  - open: { inject: [{ cookie-store: { awaited: false } }] }
                  - crash-network-process
                  - relaunch
                  - reload
                expect:
                  route: main
                  verdict: signed-in
                  signed-in-as: ${user.uid}
                  reasons: guard/cookie-absent
                  cookie: { name: customtoken, sent: false }
                  first-request: { without: customtoken }
                  failure: { step: exchange, reason: token/expired }
                """, environment: ["MAIL": "hanako@example.com"]
            ).first)

        #expect(scenario.source == SourceLocation(file: "login.yaml", line: 1, column: 1))
        #expect(scenario.setting.profile == "ios18")
        #expect(scenario.setting.strictness == .lenient)
        #expect(scenario.setting.guardPreset == .article)
        #expect(scenario.setting.user.email == "hanako@example.com")
        #expect(scenario.setting.edge == "firebase-hosting")
        #expect(scenario.setting.cookieName == "__session")
        #expect(scenario.setting.cookieAttributes == "Path=/; Secure")
        #expect(scenario.setting.redirects == [Scenario.Redirect(from: "/a", to: "${partner}/b")])
        #expect(
            scenario.steps.map(\.step) == [
                .signIn(SignIn()), .exchange(field: "token"), .advance(.seconds(3660)),
                .open(
                    path: "/",
                    injections: [Injection(.header), Injection(.userScript, value: "x", isGuardedByHost: true)]),
                .open(path: "/", injections: [Injection(.cookieStore, isAwaited: false)]), .crashNetworkProcess,
                .relaunch, .reload,
            ])
        #expect(scenario.steps[2].location.line == 13)
        #expect(scenario.expectation.signedInAs == ScenarioExpectation.userPlaceholder)
        #expect(scenario.expectation.failure?.reason.rawValue == "token/expired")
    }

    @Test func oneScenarioADocument() throws {
        let text =
            "name: a\nsteps: [reload]\nexpect: { route: x }\n---\nname: b\nsteps: [reload]\nexpect: { route: y }\n"
        #expect(try read(text).map(\.name) == ["a", "b"])
    }

    @Test(arguments: [
        ("", "scenario/empty", 1, 1),
        ("---\n---\n", "scenario/empty", 1, 1),
        ("name: [", "scenario/not-yaml", 2, 1),  // YAML's own complaint, with its place
        ("just text", "scenario/wrong-type", 1, 1),
        ("steps: []", "scenario/no-name", 1, 1),
        ("name: x", "scenario/no-steps", 1, 1),
        ("name: x\nsteps: [reload]", "scenario/no-expectation", 1, 1),  // it could not fail
        ("name: x\nsteps: [reload]\nexpect: {}", "scenario/no-expectation", 3, 9),
        ("name: x\nname: y", "scenario/repeated-key", 1, 1),
        ("name: x\nsteps:\n  - opne: {}\nexpect: { route: x }", "scenario/unknown-step", 3, 5),
        ("name: x\nsteps:\n  - reload: { now: true }\nexpect: { route: x }", "scenario/wrong-type", 3, 13),
        ("name: x\nsteps:\n  - open: { path: main }\nexpect: { route: x }", "scenario/wrong-type", 3, 11),
        ("name: x\nsteps:\n  - open: { inject: sript }\nexpect: { route: x }", "scenario/unknown-word", 3, 21),
        (
            "name: x\nsteps:\n  - open: { inject: [{ header: { awaited: false } }] }\nexpect: { route: x }",
            "scenario/wrong-type", 3, 43
        ),
        ("name: x\nsteps:\n  - advance: soon\nexpect: { route: x }", "scenario/wrong-type", 3, 14),
        ("name: x\nsteps: [reload]\nexpect: { rout: x }", "scenario/unknown-key", 3, 11),
        ("name: x\nsteps: [reload]\nexpect: { reasons: [guard/cookie-absnt] }", "scenario/unknown-reason", 3, 21),
        ("name: ${env.NOBODY}\nsteps: [reload]", "scenario/no-such-variable", 1, 7),
        ("name: x\nprofile: { a: 1 }", "scenario/wrong-type", 2, 10),
        ("name: *nowhere", "scenario/not-yaml", 1, 7),  // an alias of nothing
    ])
    func refusesWithThePlaceAndACode(text: String, code: String, line: Int, column: Int) {
        let problem = #expect(throws: ScenarioProblem.self) { try read(text) }
        #expect(problem?.code == code)
        #expect(problem?.location == SourceLocation(file: "login.yaml", line: line, column: column))
    }

    @Test func theMessageShowsTheLineAndWhatWasMeant() throws {
        let problem = #expect(throws: ScenarioProblem.self) {
            try read("name: x\nsteps:\n  - opne: { path: / }\nexpect: { route: main }")
        }
        #expect(
            problem?.description == """
                login.yaml:3:5: error[scenario/unknown-step]: no step is called "opne"; did you mean "open"?
                 3 |   - opne: { path: / }
                   |     ^
                """)
    }

    @Test func aFileBeyondTheLimitIsNotRead() {
        let text = String(repeating: "#", count: ScenarioFile.sizeLimit + 1)
        #expect(#expect(throws: ScenarioProblem.self) { try read(text) }?.code == "scenario/too-large")
    }

    @Test func randomTextEndsInScenariosOrAProblem() {
        var generator = SeededGenerator(seed: 11)
        let words = [
            "name: x\n", "steps:\n", "  - open: ", "{ path: / }\n", "expect: ", "{ route: x }\n", "---\n", "&a ", "*a ",
            "[",
            "}", "!!binary ", "\u{0}", "é", "- ", ": ", "\t", "\"", "|\n", "? ",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                words[Int.random(in: 0..<words.count, using: &generator)]
            }.joined()
            _ = try? read(text)
        }
    }
}
