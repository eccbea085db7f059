import BridgePrimitives
import Foundation
import Project
import Scenarios
import Testing
import TestSupport
import Worlds
import WorldTestSupport

/// `docs/articles.md`: what articles say that is not so, each with the scenario that shows it.
@Suite("What articles say", .timeLimit(.minutes(5)))
struct ClaimPageTests {
    private static let claims = ClaimedSystem.all.flatMap(\.claims)

    private static var markdown: String {
        var text = """
            # What articles say, and what is so

            Tutorials about these handoffs are written on a quiet day, with one device and a fresh token. \(claims.count)
            things that they say or show and that are not so, in our words; each with a reason code, which
            `session-bridge reasons CODE` explains, and a scenario that shows it:

            ```console
            $ session-bridge run Scenarios/wrong-store.yaml --ui
            ```

            The tests write this page, and run each scenario: `SESSION_BRIDGE_REWRITE=1`.

            """
        for system in ClaimedSystem.all {
            text += "\n## \(system.title)\n\n\(system.summary)\n\n"
            text += "| articles say | what is so | reason | shown by |\n| --- | --- | --- | --- |\n"
            for claim in system.claims {
                let link = "[\(claim.scenario)](../Scenarios/\(claim.file).yaml)"
                text += "| \(claim.says) | \(claim.isSo) | `\(claim.reason)` | \(link) |\n"
            }
        }
        return text
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func thePageIsTheTable() throws {
        let page = Checkout.root.appendingPathComponent("docs/articles.md")
        let text = Self.markdown
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }

    @Test func aClaimIsSaidOnceAndInWholeSentences() {
        #expect(Set(Self.claims.map(\.says)).count == Self.claims.count)
        for claim in Self.claims {
            #expect(claim.says.hasSuffix(".") && claim.isSo.hasSuffix("."), "\(claim)")
            #expect(!(claim.says + claim.isSo + claim.scenario).contains("|"), "\(claim)")
        }
    }

    /// That the scenario expects the code is what makes its passing show it.
    @Test func eachScenarioExpectsTheReasonAndPasses() async throws {
        let folder = Checkout.root.appendingPathComponent("Scenarios").path
        let shipped = try ScenarioFiles.scenarios(at: [folder])
        var wanted: [Scenario] = []
        for claim in Self.claims {
            let scenario = try #require(
                shipped.first { $0.file == "\(folder)/\(claim.file).yaml" && $0.name == claim.scenario },
                "\(claim): no scenario of that name is in \(claim.file)")
            let expectation = scenario.expectation
            let codes =
                expectation.reasons + expectation.findings
                + [expectation.because, expectation.failure?.reason].compactMap(\.self)
            #expect(codes.map(\.rawValue).contains(claim.reason), "\(claim): expected are \(codes)")
            if !wanted.contains(where: { $0.source == scenario.source }) { wanted.append(scenario) }
        }
        let runs = ScenarioRuns(settings: WorldSettings(), stateFolder: SharedMaterial.folder)
        for result in try await runs.run(wanted, report: { _ in }) {
            #expect(result.hasPassed, "\(result.scenario.name): \(result.outcome)")
        }
    }
}
