import BridgePrimitives
import Foundation
import Reporting
import Scenarios
import Testing

@Suite("Scenario files on disk")
struct ScenarioFilesTests {
    private let checkout = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func theShippedScenariosAreReadable() throws {
        let scenarios = try ScenarioFiles.scenarios(at: [checkout.appendingPathComponent("Scenarios").path])
        #expect(scenarios.count >= 10)
        // A scenario that asserts no reason would not show why it passes.
        for scenario in scenarios {
            let expectation = scenario.expectation
            let codes = expectation.reasons + expectation.findings + [expectation.failure?.reason].compactMap(\.self)
            #expect(!codes.isEmpty || expectation.firstRequest != nil, "\(scenario.name)")
        }
    }

    @Test(arguments: [("/nowhere/at/all", "run/no-such-path"), ("/proc/self/fd", "run/nothing-to-run")])
    func pathsThatLeadNowhereAreRefused(path: String, code: String) {
        let failure = #expect(throws: BridgeFailure.self) { try ScenarioFiles.scenarios(at: [path]) }
        #expect(failure?.code.rawValue == code)
        #expect(failure?.kind == .unreadableInput)
    }

    @Test func aFileThatIsNotUTF8IsRefused() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("latin1-\(getpid()).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([0x6E, 0x61, 0x6D, 0x65, 0x3A, 0x20, 0xE9]).write(to: file)
        let failure = #expect(throws: BridgeFailure.self) { try ScenarioFiles.scenarios(at: [file.path]) }
        #expect(failure?.code.rawValue == "scenario/not-utf8")
    }

    @Test func aReportThatCannotBeWrittenSaysSo() {
        let failure = #expect(throws: BridgeFailure.self) { try OutputFile.write("x", to: "/nowhere/report.xml") }
        #expect(failure?.code.rawValue == "output/not-writable")
    }
}
