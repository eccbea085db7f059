import Testing

@testable import Scenarios

/// The lines of a file as a message shows them.
@Suite("Secrets in excerpts", .timeLimit(.minutes(5)))
struct SecretExcerptTests {
    /// Columns: a file, and the same file as it is shown.
    @Test(arguments: [
        // A value goes on below its key.
        ("password: |\n  SEKRET\n  a: b\nname: n", "password: *\n  ******\n  ****\nname: n"),
        ("password: >-\n\n    SEKRET\n  SEKRET", "password: **\n\n    ******\n  ******"),
        ("pasword:\n  SEKRET", "pasword:\n  ******"),
        ("password: \"SEK\n  RET\"\nname: n", "password: ****\n  ****\nname: n"),
        ("user:\n  password: SEK\n    RET\n  emial: x", "user:\n  password: ***\n    ***\n  emial: x"),
        ("- script:\n    value: |\n      var x = 'SEKRET'", "- script:\n    value: *\n      ****************"),
        // Keys below a key are looked at by themselves.
        ("value:\n  emial: x\n  password: y", "value:\n  emial: x\n  password: *"),
        ("value: # nothing yet\n  emial: x", "value: *************\n  emial: x"),
        ("value: {\n  emial: x }", "value: {\n  emial: x }"),
        ("name: |\n  a\n  b", "name: |\n  a\n  b"),
        ("password: x\nname: n", "password: *\nname: n"),
        ("", ""), ("   ", "   "), (":", ":"), (": :", ": :"),
    ])
    func areStarredOnEachOfTheirLines(file: String, shown: String) {
        let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let masked = lines.indices.map { SecretExcerpt.masked($0, of: lines) }
        #expect(masked.joined(separator: "\n") == shown)
    }

    @Test func aLineThatIsNotThereIsEmpty() {
        #expect(SecretExcerpt.masked(3, of: ["a"]).isEmpty && SecretExcerpt.masked(-1, of: []).isEmpty)
    }

    /// The caret stays where it was.
    @Test(arguments: [
        ("user: { email: a@b.c, pasword: hunter2SEKRET }", "user: { email: a@b.c, pasword: ************* }"),
        ("user: { password: \"SEKRET, }\", emial: x }", "user: { password: ***********, emial: x }"),
        ("user: { Passphrase: 'SEKRET', emial: x }", "user: { Passphrase: ********, emial: x }"),
        ("user: { \"password\": SEKRET, emial: x }", "user: { \"password\": ******, emial: x }"),
        ("user: { password:SEKRET }", "user: { password:****** }"),
        ("pasword: SEKRET with, commas", "pasword: *******************"),
        ("value: { emial: x }", "value: { emial: x }"),
        // Which token is sent is said in a word; one of its own is none.
        ("exchange: { token: expierd }", "exchange: { token: expierd }"),
        ("exchange: { token: eyJhbGciOi, emial: x }", "exchange: { token: **********, emial: x }"),
        ("exchange: { tokne: expired }", "exchange: { tokne: ******* }"),
        ("- open: /orders/7", "- open: /orders/7"),  // a step, however near to `token`
        ("nmae: What happens: something", "nmae: What happens: something"),
    ])
    func noSecretIsInAnExcerpt(line: String, shown: String) {
        let problem = #expect(throws: ScenarioProblems.self) {
            try readScenarios("name: n\n\(line)\nsteps: [reload]\nexpect: { route: x }\n")
        }
        let told = problem?.problems.filter { $0.location.line == 2 } ?? []
        #expect(!told.isEmpty && told.allSatisfy { $0.line == shown }, "\(told)")
    }

    @Test func noScriptsValueIsInAnExcerpt() {
        let problem = #expect(throws: ScenarioProblems.self) {
            try readScenarios(
                "name: n\nsteps:\n  - open: { inject: [{ user-script: {value: \"SEKRETcustomvalue\", gaurded: true} }] }\nexpect: { route: x }\n"
            )
        }
        #expect(problem?.description.contains("SEKRET") == false)
        #expect(problem?.description.contains("gaurded: true") == true)
    }
}
