import BridgePrimitives
import Foundation
import Project
import Scenarios
import Testing
import TestSupport

@testable import SessionBridgeCLI

@Suite("The page of all reasons", .timeLimit(.minutes(5)))
struct ReasonReferenceTests {
    private let folder = Checkout.root.appendingPathComponent("Scenarios").path

    private func reference() throws -> ReasonReference {
        ReasonReference(try ScenarioFiles.scenarios(at: [folder]))
    }

    @Test func eachCodeIsInAnAreaAndEachAreaHasCodes() {
        let areas = ReasonCatalogue.all.entries.map { ReasonArea.of($0.code) }
        #expect(Set(ReasonArea.all) == Set(areas.compactMap(\.self)))
        for (entry, area) in zip(ReasonCatalogue.all.entries, areas) { #expect(area != nil, "\(entry.code)") }
        #expect(Set(ReasonArea.all.map(\.name)).count == ReasonArea.all.count)
        for area in ReasonArea.all { #expect(area.introduction.hasSuffix("."), "\(area.name)") }
    }

    /// One scenario expects the code as its cause, another as a finding, the third as one of many.
    @Test func theScenarioThatEndsByACodeShowsIt() throws {
        func scenario(_ name: String, _ change: (inout ScenarioExpectation) -> Void) throws -> Scenario {
            let text = "name: \(name)\nsteps: [reload]\nexpect: { verdict: not-opened }\n"
            var scenario = try #require(
                try ScenarioFile.scenarios(
                    in: text, file: "Scenarios/\(name).yaml", vocabulary: ScenarioFiles.vocabulary
                )
                .first)
            change(&scenario.expectation)
            return scenario
        }
        let codes = ["send/path", "send/secure", "send/expired"].map { ReasonCode(unchecked: $0) }
        let reference = ReasonReference([
            try scenario("many") { $0.reasons = codes }, try scenario("finding") { $0.findings = Array(codes[...1]) },
            try scenario("cause") { $0.because = codes[0] },
        ])
        #expect(codes.map { reference[$0]?.name } == ["cause", "finding", "many"])
        #expect(reference[ReasonCode(unchecked: "send/host-only")] == nil)
        let text = reference.markdown(from: "Scenarios")
        #expect(text.contains("[cause](../Scenarios/cause.yaml#L1)."))
        #expect(text.contains("\nChrome DevTools: DomainMismatch.\n"))
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func thePageIsTheCatalogue() throws {
        let page = Checkout.root.appendingPathComponent("docs/reasons.md")
        let text = try reference().markdown(from: folder) + "\n"
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}
