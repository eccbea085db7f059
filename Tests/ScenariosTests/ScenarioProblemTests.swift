import BridgePrimitives
import Scenarios
import Testing

/// Files that cannot be read: each is told with its place, its code and what to do.
@Suite("What is wrong with scenario files", .timeLimit(.minutes(5)))
struct ScenarioProblemTests {
    @Test(arguments: [
        ("", "scenario/empty", 1, 1),
        ("---\n---\n", "scenario/empty", 1, 1),
        ("name: [", "scenario/not-yaml", 1, 8),  // YAML's own complaint, with its place
        ("just text", "scenario/wrong-type", 1, 1),
        ("name: x\nsteps: [reload]\nexpect: { route: a\u{0}b }", "scenario/not-yaml", 3, 19),
        ("name: é\u{7}", "scenario/not-yaml", 1, 8),
        ("name: '  '\nsteps: [reload]\nexpect: { route: x }", "scenario/no-name", 1, 7),
        ("name: ''\nsteps: [reload]\nexpect: { route: x }", "scenario/no-name", 1, 7),
        ("name: x\nsteps:\n  - open: { path: //evil.example/ }\nexpect: { route: x }", "scenario/wrong-type", 3, 19),
        ("name: x\nsteps:\n  - navigate: { to: //evil.example/ }\nexpect: { route: x }", "scenario/wrong-type", 3, 21),
        ("name: x\nsteps: [reload]\nexpect: { took: { at-least: 5s, at-most: 1s } }", "scenario/wrong-type", 3, 17),
        (
            "name: x\nsteps: [reload]\nexpect: { failure: { step: exchange, reason: token/expired } }",
            "scenario/unknown-step", 3, 28
        ),
        ("steps: [reload]\nexpect: { route: x }", "scenario/no-name", 1, 1),
        ("name: x\nexpect: { route: x }", "scenario/no-steps", 1, 1),
        ("name: x\nsteps: []\nexpect: { route: x }", "scenario/no-steps", 2, 8),  // it would pass without doing a thing
        ("name: x\nstepz: [reload]\nexpect: { route: x }", "scenario/unknown-key", 2, 1),  // not "has no steps"
        ("name: x\nsteps:\n  - advance: -5m\nexpect: { route: x }", "scenario/wrong-type", 3, 14),
        ("name: x\nsteps:\n  - advance\nexpect: { route: x }", "scenario/missing-field", 3, 5),
        ("name: x\ntags: [a, 'b,c']\nsteps: [reload]\nexpect: { route: x }", "scenario/wrong-type", 2, 11),
        ("name: x\nprofile: ios81\nsteps: [reload]\nexpect: { route: x }", "scenario/unknown-profile", 2, 10),
        ("name: x\nedge: akamai\nsteps: [reload]\nexpect: { route: x }", "scenario/unknown-edge", 2, 7),
        (
            "name: x\nbackend: { cookie-attributes: Sekure }\nsteps: [reload]\nexpect: { route: x }",
            "backend/bad-cookie", 2, 31
        ),
        (
            "name: x\nbackend: { cookie-name: a b }\nsteps: [reload]\nexpect: { route: x }", "backend/bad-cookie", 2, 25
        ),
        ("name: ${user.uid}\nsteps: [reload]\nexpect: { route: x }", "scenario/capture-not-here", 1, 7),
        ("name: x\nsteps: [reload]\nexpect: { signed-in-as: '${user.id}' }", "scenario/no-such-variable", 3, 25),
        ("name: ${env.HOME\nsteps: [reload]\nexpect: { route: x }", "scenario/no-such-variable", 1, 7),
        ("name: x\nsteps:\n\t- reload\nexpect: { route: x }", "scenario/tab", 3, 1),
        ("name: x\nsteps:\n  - open:\n\t  path: /\nexpect: { route: x }", "scenario/tab", 4, 1),
        ("name: x\nsteps:\n  - reload\n - reload\nexpect: { route: x }", "scenario/not-yaml", 4, 2),
        ("name: a: b\nsteps: [reload]\nexpect: { route: x }", "scenario/not-yaml", 1, 8),
        (
            "name: x\napp: { limits-navigations: true }\nsteps: [reload]\nexpect: { route: x }", "scenario/wrong-type",
            2, 28
        ),
        (
            "name: x\nsteps:\n  - enroll: { phone: '+81', totp: true }\nexpect: { route: x }", "scenario/wrong-type",
            3, 13
        ),
        ("name: x\nsteps: [reload]", "scenario/no-expectation", 1, 1),  // it could not fail
        ("name: x\nsteps: [reload]\nexpect: {}", "scenario/no-expectation", 3, 9),
        ("name: x\nname: y", "scenario/repeated-key", 2, 1),  // the second one is too many
        ("steps: []\nname: x\n# name: z\nexpect:\n  name: q\n'name': y", "scenario/repeated-key", 6, 1),
        ("name: x\nsteps:\n  - open: {}\n    # again\n    open: {}", "scenario/repeated-key", 5, 5),
        ("name: x\nbackend: { skew: '1s, skew: 2', a: [b, skew],\n  skew: 3s }", "scenario/repeated-key", 3, 3),
        ("? name\n: x\n? name\n: y", "scenario/repeated-key", 1, 3),  // a spelling that is not looked for
        ("name: x\nsteps:\n  - opne: {}\nexpect: { route: x }", "scenario/unknown-step", 3, 5),
        ("name: x\nsteps:\n  - reload: { now: true }\nexpect: { route: x }", "scenario/wrong-type", 3, 13),
        ("name: x\nsteps:\n  - open: { path: main }\nexpect: { route: x }", "scenario/wrong-type", 3, 19),
        ("name: x\nsteps:\n  - open: { inject: sript }\nexpect: { route: x }", "scenario/unknown-word", 3, 21),
        (
            "name: x\nsteps:\n  - open: { inject: [{ header: { awaited: false } }] }\nexpect: { route: x }",
            "scenario/wrong-type", 3, 43
        ),
        (
            "name: x\nsteps:\n  - sign-in: { with: carrier-pigeon }\nexpect: { route: x }", "scenario/unknown-word", 3,
            22
        ),
        ("name: x\nsteps:\n  - sign-in: { with: passkey }\nexpect: { route: x }", "auth/not-simulated", 3, 22),
        ("name: x\nsteps:\n  - enroll: { passkey: true }\nexpect: { route: x }", "auth/not-simulated", 3, 24),
        ("name: x\nsteps:\n  - sign-in: { person: cancels }\nexpect: { route: x }", "scenario/wrong-type", 3, 24),
        ("name: x\nsteps:\n  - sign-in: { nonce: base64 }\nexpect: { route: x }", "scenario/wrong-type", 3, 23),
        (
            "name: x\nsteps:\n  - sign-in: { with: apple, keeps-provider: true }\nexpect: { route: x }",
            "scenario/wrong-type", 3, 45
        ),
        ("name: x\nsteps:\n  - enroll: {}\nexpect: { route: x }", "scenario/missing-field", 3, 13),
        ("name: x\nsteps:\n  - enroll: { totp: false }\nexpect: { route: x }", "scenario/missing-field", 3, 13),
        ("name: x\nsteps:\n  - transfer: { tem: A }\nexpect: { route: x }", "scenario/unknown-key", 3, 17),
        (
            "name: x\nbackend: { certificates: always }\nsteps: [reload]\nexpect: { route: x }",
            "scenario/unknown-word", 2, 26
        ),
        ("name: x\nsteps:\n  - advance: soon\nexpect: { route: x }", "scenario/wrong-type", 3, 14),
        ("name: x\nsteps: [reload]\nexpect: { rout: x }", "scenario/unknown-key", 3, 11),
        ("name: x\nsteps: [reload]\nexpect: { reasons: [guard/cookie-absnt] }", "scenario/unknown-reason", 3, 21),
        ("name: ${env.NOBODY}\nsteps: [reload]\nexpect: { route: x }", "scenario/no-such-variable", 1, 7),
        ("name: x\nprofile: { a: 1 }\nsteps: [reload]\nexpect: { route: x }", "scenario/wrong-type", 2, 10),
        ("name: *nowhere", "scenario/not-yaml", 1, 7),  // an alias of nothing
    ])
    func refusesWithThePlaceAndACode(text: String, code: String, line: Int, column: Int) {
        let problems = #expect(throws: ScenarioProblems.self) { try readScenarios(text) }?.problems
        #expect(problems?.map(\.code.rawValue) == [code])
        #expect(problems?.first?.location == SourceLocation(file: "login.yaml", line: line, column: column))
    }

    @Test func allThatIsWrongIsToldAtOnceFromTopToBottom() {
        let problems = #expect(throws: ScenarioProblems.self) {
            try readScenarios(
                """
                name: x
                profil: ios18
                steps:
                  - opne
                  - advance: soon
                  - sign-in: { wiht: apple, person: nobody }
                expect: { verdict: fine, reasons: [token/expierd] }
                ---
                name: y
                steps: [reload]
                """)
        }?.problems
        #expect(
            problems?.map { "\($0.location.line) \($0.code) \($0.hint)" } == [
                "2 scenario/unknown-key did you mean \"profile\"?",
                "4 scenario/unknown-step did you mean \"open\"?",
                "5 scenario/wrong-type write 61m, 10s or 250ms",
                "6 scenario/unknown-key did you mean \"with\"?",
                "6 scenario/unknown-word known are: agrees, hides-email, cancels, declines, fails",
                "7 scenario/unknown-word known are: signed-in, signed-out, other-user, hanging, looping, page-error, failed, not-opened",
                "7 scenario/unknown-reason did you mean \"token/expired\"?",
                "9 scenario/no-expectation add `expect:`, or it cannot fail",
            ])
    }

    @Test(
        "YAML's complaints, in words that say what to change",
        arguments: [
            ("steps:\n\t- reload", "this line is indented with a tab; indent with spaces"),
            (
                "steps:\n  - reload\n - reload",
                "this line does not stand under the one it belongs to; give all keys of a mapping, and all `- ` of a list,"
                    + " the same indentation"
            ),
            (
                "name: a: b",
                "a \":\" is not expected here; put a text that has \": \" in it in quotes, or check the indentation"
            ),
            ("name: [a", "a bracket is open, or a comma missing; close it with } or ], or put the text in quotes"),
            ("name: \"a", "a quote is open; close it"),
            ("name: @home", "no value begins with this character; put it in quotes"),
            ("a: 1\nname: x\nname: y", "\"name\" stands in line 2 already; remove one"),
            ("a: 1\r\nname: x\r\nname: y\r\n", "\"name\" stands in line 2 already; remove one"),
            ("a: &a x\nname: [*a:y]", "an alias has a colon after it without a blank; write a blank after the colon"),
            ("name: *home", "no `&` gives this alias a value; put a text that begins with * in quotes"),
        ])
    func complaints(text: String, message: String) {
        let problem = #expect(throws: ScenarioProblems.self) { try readScenarios(text) }?.problems.first
        #expect(problem.map { "\($0.message); \($0.hint)" } == message)
    }

    @Test(arguments: [
        ("open:\n    path: /", "indent `path` deeper than `open`, so that it is a setting of it"),
        ("open: {}\n    reload: {}", "begin each step with `- `"), ("opne:\n    path: /", "begin each step with `- `"),
    ])
    func twoNamesInOneStep(step: String, hint: String) {
        let problems = #expect(throws: ScenarioProblems.self) {
            try readScenarios("name: x\nsteps:\n  - \(step)\nexpect: { route: x }")
        }?.problems
        #expect(problems?.map { "\($0.code) \($0.hint)" } == ["scenario/wrong-type \(hint)"])
    }

    @Test(arguments: ["\n", "\r\n"])
    func theMessageShowsTheLineAndWhatWasMeant(lineEnd: String) throws {
        let lines = ["name: x", "steps:", "  - opne: { path: / }", "expect: { route: main }"]
        let problem = #expect(throws: ScenarioProblems.self) { try readScenarios(lines.joined(separator: lineEnd)) }
        #expect(
            problem?.description == """
                login.yaml:3:5: error[scenario/unknown-step]: no step is called "opne"; did you mean "open"?
                 3 |   - opne: { path: / }
                   |     ^
                """)
    }

    @Test func aFileBeyondTheLimitIsNotRead() {
        let text = String(repeating: "#", count: ScenarioFile.sizeLimit + 1)
        #expect(
            #expect(throws: ScenarioProblems.self) { try readScenarios(text) }?.problems.map(\.code.rawValue) == [
                "scenario/too-large"
            ])
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
            _ = try? readScenarios(text)
        }
    }
}
