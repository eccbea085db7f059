import BridgePrimitives
import Testing

@testable import Scenarios

@Suite("Steps in the page", .timeLimit(.minutes(5)))
struct PageStepTests {
    /// Columns: what is wrong, what stands in the file, its code, what is said of it, all at line 3.
    @Test(
        arguments: [
            ("no address", "navigate", "scenario/missing-field", "where to?"),
            ("no address among settings", "navigate: {}", "scenario/missing-field", "where to?"),
            ("a key that is misspelt", "navigate: { too: / }", "scenario/unknown-key", "\"too\""),
            (
                "a script for an address", "navigate: { to: \"javascript:alert(1)\" }", "scenario/wrong-type",
                "javascript:"
            ),
            ("a script's scheme in capitals", "link: { to: \"JavaScript:x\" }", "scenario/wrong-type", "JavaScript:"),
            ("another scheme", "link: { to: \"data:text/html,x\" }", "scenario/wrong-type", "data:"),
            ("a path without its slash", "form: { to: orders }", "scenario/wrong-type", "orders"),
            ("an empty address", "navigate: { to: \"\" }", "scenario/wrong-type", "http or https"),
            (
                "a placeholder that is none", "navigate: { to: \"${elsewhere}/\" }", "scenario/no-such-variable",
                "elsewhere"
            ),
            ("a list of addresses", "navigate: { to: [/, /a] }", "scenario/wrong-type", "a text"),
            ("no link", "link", "scenario/missing-field", "which link?"),
            ("two links", "link: { to: /, selector: a }", "scenario/wrong-type", "one link"),
            ("a target that is no window", "link: { to: /, target: _top }", "scenario/unknown-word", "_top"),
            (
                "a target beside a selector", "link: { selector: a, target: _blank }", "scenario/wrong-type",
                "of its own"
            ),
            ("no form", "form", "scenario/missing-field", "where to?"),
            ("another method", "form: { to: /, method: put }", "scenario/unknown-word", "put"),
            ("fields without names", "form: { to: /, fields: [a, b] }", "scenario/wrong-type", "name: text"),
            ("a field that is no text", "form: { to: /, fields: { a: { b: c } } }", "scenario/wrong-type", "a text"),
            ("no script", "script", "scenario/missing-field", "needs a value"),
            ("settings without a script", "script: { id: a }", "scenario/missing-field", "needs its source"),
            ("a script by another name", "script: { code: a }", "scenario/unknown-key", "\"code\""),
            ("a list of scripts", "script: [a, b]", "scenario/wrong-type", "a text"),
            ("a template string", "script: \"`${x}`\"", "scenario/no-such-variable", "${x}"),
            ("no handler", "message", "scenario/missing-field", "which handler?"),
            ("a handler without a name", "message: { name: \"\" }", "scenario/missing-field", "which handler?"),
            ("a body alone", "message: { body: 1 }", "scenario/missing-field", "which handler?"),
            ("nothing to wait for", "wait-for", "scenario/missing-field", "waited for"),
            ("a time alone", "wait-for: { within: 5s }", "scenario/missing-field", "waited for"),
            ("two conditions", "wait-for: { cookie: a, route: b }", "scenario/wrong-type", "one condition"),
            ("a time before now", "wait-for: { cookie: a, within: -1s }", "scenario/wrong-type", "clock back"),
            ("a time without its unit", "wait-for: { cookie: a, within: 5 }", "scenario/wrong-type", "not a duration"),
            ("a verdict that is none", "wait-for: { verdict: fine }", "scenario/unknown-word", "fine"),
            (
                "a wait among tasks", "together: [ reload, { wait-for: { route: a } } ]", "scenario/wrong-type",
                "`wait-for`"
            ),
        ] as [(String, String, String, String)])
    func whatCannotBeRead(why: String, step: String, code: String, message: String) {
        let text = "name: n\nsteps:\n  - \(step)\nexpect: { verdict: failed }\n"
        let problems = #expect(throws: ScenarioProblems.self, "\(why)") { try readScenarios(text) }?.problems ?? []
        #expect(problems.map(\.code.rawValue) == [code], "\(why)")
        #expect(problems.first?.location.line == 3, "\(why)")
        #expect(problems.first?.message.contains(message) == true, "\(why): \(problems.first?.message ?? "")")
    }

    @Test func aScriptForAnAddressIsToldItsStep() {
        let text = "name: n\nsteps:\n  - link: { to: \"javascript:a()\" }\nexpect: { verdict: failed }\n"
        let problems = #expect(throws: ScenarioProblems.self) { try readScenarios(text) }?.problems
        #expect(problems?.map(\.hint) == ["run it by `script: \"…\"`"])
    }

    /// What a load or a script brings about can be named later, by the step's name or its id; addresses wait for values.
    @Test(
        arguments: [
            ("link: { to: / }", "${link.path}"), ("form: { to: /, id: sent }", "${sent.verdict}"),
            ("navigate: { to: / }", "${navigate.uid}"), ("script: \"'/a'\"", "${script.value}"),
            ("script: { source: b, id: place }", "${place.value.deep.name}"), ("script: a", "${script.at}"),
        ])
    func whatTheyBringAboutCanBeNamed(step: String, name: String) throws {
        let text = """
            name: n
            steps:
              - \(step)
              - navigate: { to: "\(name)" }
            expect: { verdict: failed }
            """
        let scenario = try #require(readScenarios(text).first)
        #expect(scenario.steps[1].template?.captures.map { "${\($0.name)}" } == [name])
    }

    @Test(arguments: [("wait-for: { route: a }", "${wait-for.at}"), ("message: { name: a }", "${message.at}")])
    func whatBringsAboutNothingHasNoNames(step: String, name: String) {
        let text = "name: n\nsteps:\n  - \(step)\n  - navigate: { to: \"\(name)\" }\nexpect: { verdict: failed }\n"
        #expect(problems(in: text) == ["login.yaml:4:21 scenario/no-such-variable"])
    }

    @Test(
        arguments: [
            ("/", true), ("/orders?a=b#c", true), ("http://a", true), ("https://a/b", true), ("${partner}/x", true),
            ("", false), ("orders", false), ("HTTPS://a", false), ("ftp://a", false), (" /", false),
            ("${partners}", false), ("blob:https://a/1", false), ("https:/a", false),
        ])
    func addresses(text: String, isOne: Bool) { #expect((PageAddress(text) != nil) == isOne) }

    /// What names stand in is not quoted: what they stand for may be a secret.
    @Test(
        arguments: [
            ("script: a", true), ("script: \"${env.A}\"", false), ("script: { source: \"b ${var.a}\" }", false),
            ("wait-for: { script: a }", true), ("wait-for: { script: \"${var.a}\" }", false),
        ])
    func scriptsThatMayBeQuoted(step: String, isQuotable: Bool) throws {
        let text = "name: n\nvariables: { a: b }\nsteps:\n  - \(step)\nexpect: { verdict: failed }\n"
        let scenario = try #require(readScenarios(text, environment: ["A": "secret"]).first)
        switch scenario.steps.first?.step {
        case .page(.script(let script)): #expect(script.isQuotable == isQuotable)
        case .page(.waitFor(let wait)):
            guard case .script(let script) = wait.condition else { fallthrough }
            #expect(script.isQuotable == isQuotable)
        default: Issue.record("no script was read")
        }
    }

    /// A value is a text; of an object its members are, too.
    @Test(
        arguments: [
            (.null, nil, nil), (true, "true", nil), (2, "2", nil), ("a", "a", nil), ([1, "b"], #"[1,"b"]"#, nil),
            (["name": "b"], #"{"name":"b"}"#, "b"), (["name": .null], #"{"name":null}"#, nil),
        ] as [(JSONValue, String?, String?)])
    func valuesOfScripts(json: JSONValue, text: String?, member: String?) {
        var values = CapturedValues()
        values.set("value", json: json)
        #expect(values["value"] == text)
        #expect(values["value.name"] == member)
    }
}
