import BridgePrimitives
import Foundation
import Reporting
import Scenarios
import TestSupport
import Testing

@Suite("Scenario files on disk", .timeLimit(.minutes(5)))
struct ScenarioFilesTests {
    private let checkout = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func theShippedScenariosAreReadable() throws {
        let scenarios = try ScenarioFiles.scenarios(at: [checkout.appendingPathComponent("Scenarios").path])
        #expect(scenarios.count >= 10)
        // A scenario that asserts no reason would not show why it passes.
        for scenario in scenarios {
            let expectation = scenario.expectation
            let codes =
                expectation.reasons + expectation.findings + expectation.noFindings
                + [expectation.failure?.reason].compactMap(\.self)
            #expect(!codes.isEmpty || expectation.firstRequest != nil, "\(scenario.name)")
        }
    }

    @Test(arguments: [("/nowhere/at/all", "run/no-such-path"), ("/proc/self/fd", "run/nothing-to-run")])
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
                    tests/c.yaml:2:31: error[backend/bad-cookie]: "sekure" is no attribute that the backend can set; known are: Path, Domain, Max-Age, Secure, HttpOnly, SameSite
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

    /// As a validator of JSON Schemas reads it: each shipped scenario is valid, and what the reader refuses is not.
    @Test func theSchemaKnowsAllStepsAndNoOthers() throws {
        let schema = ScenarioLanguage.schema(ScenarioFiles.vocabulary)
        let step = try #require(schema["$defs"]?["step"]?["anyOf"]?.arrayValue)
        #expect(step.last?["properties"]?.objectValue?.names == Step.names)
        #expect(schema["additionalProperties"] == false)
        #expect(schema["required"] == ["name", "steps", "expect"])
        let reasons = try #require(schema["$defs"]?["reason"]?["anyOf"]?.arrayValue?.first?["enum"]?.arrayValue)
        #expect(reasons.count == ReasonCatalogue.all.entries.count)
    }

    @Test func aReportThatCannotBeWrittenSaysSo() {
        let failure = #expect(throws: BridgeFailure.self) { try OutputFile.write("x", to: "/nowhere/report.xml") }
        #expect(failure?.code.rawValue == "output/not-writable")
    }
}
