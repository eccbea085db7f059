import BridgePrimitives
import BridgeTrace
import Files
import Foundation
import Project
import Scenarios
import Testing
import TestSupport

@Suite("Scenario files on disk", .timeLimit(.minutes(5)))
struct ScenarioFilesTests {
    private let checkout = Checkout.root

    @Test func theShippedScenariosAreReadable() throws {
        let scenarios = try ScenarioFiles.scenarios(at: [checkout.appendingPathComponent("Scenarios").path])
        #expect(scenarios.count >= 10)
        // A scenario that asserts no reason would not show why it passes. What is explored has one for each order.
        for scenario in scenarios {
            let expectation = scenario.expectation
            let codes =
                expectation.reasons + expectation.findings + expectation.noFindings
                + [expectation.failure?.reason].compactMap(\.self)
            let looksAtParts =
                !expectation.cookies.isEmpty || !expectation.requests.isEmpty || !expectation.tokens.isEmpty
                || !expectation.authCalls.isEmpty || !expectation.took.isEmpty || !expectation.values.isEmpty
                || expectation.console != nil || expectation.because != nil || expectation.firstRequest != nil
            let isExplored = scenario.source.file.contains("/races/") && expectation.verdict == .signedIn
            #expect(!codes.isEmpty || looksAtParts || isExplored, "\(scenario.name)")
        }
    }

    /// Packages and clusters have the folder alone: no file of it may name one outside.
    @Test func theShippedScenariosAreReadableWithoutTheCheckout() throws {
        try withFolder { folder in
            let copy = URL(fileURLWithPath: folder).appendingPathComponent("scenarios")
            try FileManager.default.copyItem(at: checkout.appendingPathComponent("Scenarios"), to: copy)
            #expect(try ScenarioFiles.scenarios(at: [copy.path]).count > 100)
            let naming =
                "name: x\nguard: { module: ../../web/guard.js }\nsteps: [reload]\nexpect: { verdict: not-opened }\n"
            try Data(naming.utf8).write(to: copy.appendingPathComponent("outside.yaml"))
            #expect(throws: ScenarioProblems.self) { try ScenarioFiles.scenarios(at: [copy.path]) }
        }
    }

    @Test func thePageOfTheArticlesHasScenariosOfItsOwn() throws {
        let file = checkout.appendingPathComponent("web/article/scenarios.yaml").path
        #expect(try ScenarioFiles.scenarios(at: [file]).count == 10)
    }

    @Test(arguments: [("/nowhere/at/all", "run/no-such-path"), ("/dev/fd", "run/nothing-to-run")])
    func pathsThatLeadNowhereAreRefused(path: String, code: String) {
        let failure = #expect(throws: BridgeFailure.self) { try ScenarioFiles.scenarios(at: [path]) }
        #expect(failure?.code.rawValue == code)
        #expect(failure?.kind == .unreadableInput)
    }

    /// Opening it would wait for a writer.
    @Test func aPipeInAFolderIsPassedOver() throws {
        try withFolder { folder in
            #expect(mkfifo("\(folder)/f.yaml", 0o600) == 0)
            #expect(throws: BridgeFailure.self) { try ScenarioFiles.scenarios(at: [folder]) }
            let text = "name: x\nsteps: [reload]\nexpect: { verdict: not-opened }\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/g.yaml"))
            #expect(try ScenarioFiles.scenarios(at: [folder]).count == 1)
        }
    }

    @Test func aFileThatIsNotUTF8IsRefused() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("latin1-\(getpid()).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([0x6E, 0x61, 0x6D, 0x65, 0x3A, 0x20, 0xE9]).write(to: file)
        let failure = #expect(throws: ScenarioProblems.self) { try ScenarioFiles.scenarios(at: [file.path]) }
        #expect(failure?.problems.map(\.code) == [ScenarioReason.notUTF8.code])
    }

    @Test func aFileThatIsNamedTwiceIsReadOnce() throws {
        try withFolder { folder in
            let file = "\(folder)/a.yaml"
            let text = "name: x\nsteps: [reload]\nexpect: { verdict: not-opened }\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/b.yaml", withDestinationPath: file)
            for paths in [[file, file], [folder], [folder, file], [folder + "/", "\(folder)/./a.yaml"]] {
                #expect(try ScenarioFiles.scenarios(at: paths).count == 1, "\(paths)")
            }
        }
    }

    @Test func everyBadFileOfAFolderIsTold() throws {
        try withFolder { folder in
            for (name, text) in [
                ("a", "name: x\nprofile: ios-18\nsteps: [reload]\nexpect: { route: x }\n"),
                ("b", "name: x\nsteps: [reload]\nexpect: { verdict: not-opened }\n"),
                ("c", "name: x\nbackend: { cookie-attributes: Path=/; Sekure }\nsteps: []\nexpect: { route: x }\n"),
            ] { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).yaml")) }
            let failure = #expect(throws: ScenarioProblems.self) { try ScenarioFiles.scenarios(at: [folder]) }
            #expect(
                failure?.description.replacing(folder, with: "tests") == """
                    tests/a.yaml:2:10: error[scenario/unknown-profile]: no profile is called "ios-18"; did you mean "ios18"?
                     2 | profile: ios-18
                       |          ^
                    tests/c.yaml:2:31: error[backend/bad-cookie]: "sekure" is no attribute that can be set here; known are: Path, Domain, Max-Age, Secure, HttpOnly, SameSite
                     2 | backend: { cookie-attributes: Path=/; Sekure }
                       |                               ^
                    tests/c.yaml:3:8: error[scenario/no-steps]: no step is taken here; add `- open: { path: / }`
                     3 | steps: []
                       |        ^
                    """)
        }
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func theReferenceIsTheTable() throws {
        let page = checkout.appendingPathComponent("docs/scenarios.md")
        let text = ScenarioLanguage.reference + "\n"
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }

    /// Set SESSION_BRIDGE_REWRITE to write the file anew.
    @Test func theSchemaFileIsTheTable() throws {
        let file = checkout.appendingPathComponent("docs/scenario.schema.json")
        let text = ScenarioLanguage.schema(ScenarioFiles.vocabulary).text(indented: true) + "\n"
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: file) }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == text, "session-bridge schema > docs/scenario.schema.json")
    }

    @Test func theSchemaKnowsAllStepsAndNoOthers() throws {
        let schema = ScenarioLanguage.schema(ScenarioFiles.vocabulary)
        let step = try #require(schema["$defs"]?["step"]?["anyOf"]?.arrayValue)
        #expect(step.last?["properties"]?.objectValue?.names == Step.names + ["use"])
        let scenario = try #require(schema["$defs"]?["scenario"])
        #expect(scenario["additionalProperties"] == false)
        #expect(scenario["required"] == ["name", "steps", "expect"])
        #expect(schema["x-version"] == 1 && schema["x-status"] == "provisional")
        let reasons = try #require(schema["$defs"]?["reason"]?["anyOf"]?.arrayValue?.first?["enum"]?.arrayValue)
        #expect(reasons.count == ReasonCatalogue.all.entries.count)
    }

    /// As an editor reads it: each shipped document is valid, with the schema that its file names.
    @Test func theSchemaTakesWhatIsShipped() throws {
        let check = SchemaCheck(schema: ScenarioLanguage.schema(ScenarioFiles.vocabulary))
        let files =
            Checkout.texts(in: "Scenarios", suffix: ".yaml")
            + Checkout.texts(in: "web/article", suffix: "scenarios.yaml")
        #expect(files.count > 30)
        for (path, text) in files {
            for (index, document) in try YAMLJSON.values(of: text).enumerated() {
                #expect(try check.complaint(about: document) == nil, "\(path), document \(index + 1)")
            }
            let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
            #expect(
                text.hasPrefix("# yaml-language-server: $schema=\(up)docs/scenario.schema.json\n"),
                "\(path) names no schema")
        }
    }

    /// What the reader refuses the schema refuses, as far as it can know.
    @Test(arguments: [
        "{ name: x, steps: [reload] }", "{ name: x, steps: [relaod], expect: { route: x } }",
        "{ name: x, steps: [reload], expect: { rout: x } }", "{ name: x, steps: [use: {}], expect: { route: x } }",
        "{ name: x, steps: [reload: { id: a }], expect: { route: x } }", "{ version: 2, steps: [reload] }",
        "{ steps: [reload], tags: x }", "{ steps: [reload], parameters: { x: 1 } }", "{ set-up: reload }",
        "{ name: x, rows: [], steps: [reload], expect: { route: x } }",
        "{ variables: [a], name: x, steps: [reload], expect: { route: x } }",
        "{ name: x, steps: [reload], expect: { values: [{ equals: 1 }] } }",
        "{ name: x, steps: [reload], expect: { because: token/expierd } }",
        "{ name: x, known-failure: {}, steps: [reload], expect: { route: x } }",
    ])
    func theSchemaRefusesWhatTheReaderRefuses(text: String) throws {
        let check = SchemaCheck(schema: ScenarioLanguage.schema(ScenarioFiles.vocabulary))
        #expect(try check.complaint(about: try YAMLJSON.value(of: text)) != nil)
        #expect(throws: ScenarioProblems.self) {
            _ = try ScenarioFile.scenarios(
                in: text, file: "x.yaml",
                folders: text.hasPrefix("{ set-up") ? [FolderFile(file: "folder.yaml", text: text)] : [],
                vocabulary: ScenarioFiles.vocabulary)
        }
    }

    /// Columns: the files, what is run, and what comes of it: names, or codes of problems.
    @Test(
        arguments: [
            (["a.yaml": Self.x, "b.yaml": "steps: [reload]"], ["."], ["x"]),
            (["a.yaml": Self.x, "folder.yaml": "tags: t"], ["."], ["x"]),
            (["b.yaml": "steps: [reload]"], ["."], ["run/nothing-to-run"]),
            (["b.yaml": "steps: [reload]"], ["b.yaml"], ["scenario/only-for-use"]),
            (["folder.yaml": "tags: t"], ["folder.yaml"], ["scenario/only-for-use"]),
            (["folder.yaml": "tags: t"], ["."], ["run/nothing-to-run"]),
            // Above the folder with the project file nothing counts.
            (
                ["folder.yaml": "tugs: t", "in/session-bridge.yaml": "version: 1", "in/a.yaml": Self.x], ["in/a.yaml"],
                ["x"]
            ),
            (
                ["session-bridge.yaml": "version: 1", "folder.yaml": "tugs: t", "in/a.yaml": Self.x], ["in/a.yaml"],
                ["scenario/unknown-key"]
            ),
            (
                [
                    "session-bridge.yaml": "version: 1", "shared.yaml": "steps: [reload]",
                    "in/a.yaml": Self.using("../shared.yaml"),
                ], ["in"], ["x"]
            ),
            (
                [
                    "in/session-bridge.yaml": "version: 1", "shared.yaml": "steps: [reload]",
                    "in/a.yaml": Self.using("../shared.yaml"),
                ], ["in"], ["scenario/outside-project"]
            ),
            (
                ["session-bridge.yaml": "version: 1", "a.yaml": Self.using("../../../etc/hosts")], ["a.yaml"],
                ["scenario/outside-project"]
            ),
            (["a.yaml": Self.using("gone.yaml")], ["a.yaml"], ["scenario/no-such-file"]),
            (["a.yaml": Self.using("in"), "in/b.yaml": ""], ["a.yaml"], ["scenario/no-such-file"]),
        ] as [([String: String], [String], [String])])
    func filesAreReadWithWhatIsAroundThem(files: [String: String], paths: [String], told: [String]) throws {
        try withFolder { folder in
            for (name, text) in files {
                let place = URL(fileURLWithPath: "\(folder)/\(name)")
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: place)
            }
            var found: [String]
            do {
                found = try ScenarioFiles.scenarios(at: paths.map { $0 == "." ? folder : "\(folder)/\($0)" }).map(
                    \.name)
            } catch let failure as BridgeFailure {
                found = [failure.code.rawValue]
            } catch let problems as ScenarioProblems { found = problems.problems.map(\.code.rawValue) }
            #expect(found == told)
        }
    }

    private static let x = "name: x\nsteps: [reload]\nexpect: { verdict: not-opened }\n"
    private static func using(_ file: String) -> String {
        "name: x\nsteps: [use: \(file)]\nexpect: { verdict: not-opened }\n"
    }

    @Test func aLinkThatLeadsOutOfTheProjectIsRefused() throws {
        try withFolder { folder in
            try Data("version: 1\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/session-bridge.yaml"))
            try Data(Self.using("link.yaml").utf8).write(to: URL(fileURLWithPath: "\(folder)/a.yaml"))
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link.yaml", withDestinationPath: "/etc/hosts")
            let failure = #expect(throws: ScenarioProblems.self) {
                try ScenarioFiles.scenarios(at: ["\(folder)/a.yaml"])
            }
            #expect(failure?.problems.map(\.code) == [ScenarioReason.outsideProject.code])
        }
    }

    @Test func aVariableThatNothingNamesIsRefused() throws {
        try withFolder { folder in
            let text =
                "name: x\nvariables: { email: a }\nsteps: [advance: '${var.wait:-1s}']\nexpect: { verdict: not-opened }\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/a.yaml"))
            for name in ["email", "wait"] {
                #expect(try ScenarioFiles.scenarios(at: [folder], variables: [name: "2s"]).count == 1)
            }
            let failure = #expect(throws: BridgeFailure.self) {
                try ScenarioFiles.scenarios(at: [folder], variables: ["emial": "b"])
            }
            #expect(failure?.code == RunReason.unknownVariable.code && failure?.kind == .usage)
            #expect(failure?.fix == "did you mean \"email\"?")
        }
    }

    @Test func aReportThatCannotBeWrittenSaysSo() {
        let failure = #expect(throws: BridgeFailure.self) { try OutputFile.write("x", to: "/nowhere/report.xml") }
        #expect(failure?.code.rawValue == "output/not-writable")
    }
}
