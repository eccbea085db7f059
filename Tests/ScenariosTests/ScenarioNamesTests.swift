import BridgePrimitives
import Scenarios
import Testing

@Suite("What stands in ${…} in scenario files", .timeLimit(.minutes(5)))
struct ScenarioNamesTests {
    private static let end = "\nexpect: { verdict: signed-out }"

    /// Each type of value takes what a name stands for: texts, words, numbers, truth values, durations, keys of names.
    @Test func namesStandInValuesOfEveryType() throws {
        let scenario = try #require(
            readScenarios(
                """
                name: ${var.who} waits
                variables: { who: Taro, on: true, n: 7, wait: 61m, way: cookie-store, path: b, step: reload, os: ios17 }
                profile: ${var.os}
                backend: { claims-size: "${var.n}", cookie-attributes: "Path=/${var.path}" }
                webview: { stays-on-app: "${var.on}" }
                steps:
                  - ${var.step}
                  - advance: ${var.wait}
                  - advance: ${var.n}s
                  - open: { path: "/a/${var.path}?q=${env.Q:-1}", inject: "${var.way}" }
                expect: { verdict: signed-out }
                """
            ).first)
        #expect(scenario.name == "Taro waits" && scenario.setting.profile == "ios17")
        #expect(scenario.setting.claimsSize == 7 && scenario.setting.staysOnApp)
        #expect(scenario.setting.cookieAttributes == "Path=/b")
        #expect(
            scenario.steps.map(\.step) == [
                .view(.reload), .advance(.seconds(3660)), .advance(.seconds(7)),
                .view(.open(PageOpening(path: "/a/b?q=1", injections: [Injection(.cookieStore)]))),
            ])
    }

    /// Columns: the name's text, and what it stands for with the variables of the file, the command and the environment.
    @Test(arguments: [
        ("${var.a}", "from the file"), ("${var.b}", "from the command"), ("${var.c}", "only from the command"),
        ("${env.HOME}", "/root"), ("${env.NONE:-x}", "x"), ("${env.EMPTY:-x}", "x"), ("${env.HOME:-x}", "/root"),
        ("${env.NONE:-}", ""), ("${var.none:-a b}", "a b"), ("a${env.HOME}b", "a/rootb"),
        // What a variable has in it is no name any more.
        ("${env.TRICK}", "${env.HOME}"), ("$${env.HOME}", "$/root"), ("$ {x}", "$ {x}"),
    ])
    func standsFor(text: String, value: String) throws {
        let scenario = try #require(
            readScenarios(
                "name: n\nvariables: { a: from the file, b: from the file }\nuser: { email: '\(text)' }\nsteps: [reload]"
                    + Self.end, environment: ["HOME": "/root", "EMPTY": "", "TRICK": "${env.HOME}"],
                variables: ["b": "from the command", "c": "only from the command"]
            ).first)
        #expect(scenario.setting.user?.email == value)
    }

    @Test(arguments: [
        ("name: ${var.x}\nsteps: [reload]", "1:7 scenario/no-such-variable"),
        ("name: ${var.x\nsteps: [reload]", "1:7 scenario/no-such-variable"),
        ("name: ${}\nsteps: [reload]", "1:7 scenario/no-such-variable"),
        ("name: ${param.x}\nsteps: [reload]", "1:7 scenario/no-such-variable"),
        ("name: ${row.x}\nsteps: [reload]", "1:7 scenario/no-such-variable"),
        ("name: n\nvariables: { 'a b': 1 }\nsteps: [reload]", "2:14 scenario/wrong-type"),
        ("name: n\nvariables: [a]\nsteps: [reload]", "2:12 scenario/wrong-type"),
        ("name: n\nvariables: { a: [1] }\nsteps: [reload]", "2:17 scenario/wrong-type"),
        // A variable knows of those above it alone: not of one below, of itself, or of each other in a circle.
        ("name: n\nvariables: { b: '${var.a}', a: 1 }\nsteps: [reload]", "2:17 scenario/no-such-variable"),
        ("name: n\nvariables: { b: '${var.a:-x}', a: 1 }\nsteps: [reload]", "2:17 scenario/no-such-variable"),
        ("name: n\nvariables: { a: '${var.a}' }\nsteps: [reload]", "2:17 scenario/no-such-variable"),
        ("name: n\nvariables: { a: '${var.b}', b: '${var.a}' }\nsteps: [reload]", "2:17 scenario/no-such-variable"),
        (
            "name: n\nvariables: { n: many }\nbackend: { claims-size: '${var.n}' }\nsteps: [reload]",
            "3:25 scenario/wrong-type"
        ),
        ("name: n\nsteps:\n  - advance: ${env.NONE:-soon}", "3:14 scenario/wrong-type"),
        ("name: n\nsteps:\n  - open: { path: '${row.x:-/}' }", "3:19 scenario/no-such-variable"),
    ])
    func isRefusedWhereItStands(text: String, problem: String) {
        #expect(problems(in: text + Self.end) == ["login.yaml:" + problem])
    }

    /// Columns: the variables of the folder and of the file, and what `${var.z}` is; `given` comes from the command.
    @Test(arguments: [
        ("{}", "{ a: x, z: '${var.a}y' }", "xy"), ("{}", "{ a: x, b: '${var.a}', z: '${var.b}${var.a}' }", "xx"),
        ("{ a: folder }", "{ z: '${var.a}' }", "folder"), ("{ z: folder }", "{ z: 'own ${var.z}' }", "own folder"),
        ("{ a: folder, z: '${var.a}' }", "{ a: own }", "folder"),
        ("{}", "{ given: x, z: '${var.given}' }", "typed"), ("{}", "{ z: '${var.given}', given: x }", "typed"),
        ("{}", "{ a: '${env.TRICK}', z: '${var.a}' }", "${var.a}"),
    ])
    func aVariableMayNameThoseAboveIt(folder: String, file: String, value: String) throws {
        let scenario = try #require(
            readScenarios(
                "name: n\nvariables: \(file)\nuser: { email: '${var.z}' }\nsteps: [reload]" + Self.end,
                environment: ["TRICK": "${var.a}"], variables: ["given": "typed"],
                folders: [FolderFile(file: "folder.yaml", text: "variables: \(folder)")]
            ).first)
        #expect(scenario.setting.user?.email == value)
    }

    @Test func anUnknownNameComesWithTheNearest() {
        let problem = #expect(throws: ScenarioProblems.self) {
            try readScenarios(
                "name: n\nvariables: { email: a }\nuser: { email: '${var.emial}' }\nsteps: [reload]" + Self.end)
        }?.problems.first
        #expect(problem?.hint == "did you mean \"email\"?")
    }

    @Test(arguments: [("1", nil), ("2", "scenario/unknown-version"), ("one", "scenario/unknown-version")])
    func theVersionIsOne(version: String, code: String?) {
        let found = problems(in: "version: \(version)\nname: n\nsteps: [reload]" + Self.end)
        #expect(found == (code.map { ["login.yaml:1:10 \($0)"] } ?? []))
    }
}
