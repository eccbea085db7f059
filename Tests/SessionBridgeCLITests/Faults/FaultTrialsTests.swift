import BridgePrimitives
import FaultMatrix
import Foundation
import Scenarios
import Testing
import TestSupport
import Worlds

@testable import SessionBridgeCLI

@Suite("A handoff under faults", .timeLimit(.minutes(5)))
struct FaultTrialsTests {
    private func rows(_ names: [String], _ scenario: Scenario? = nil) async throws -> [FaultRow] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("faults-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let faults = try names.map { try #require(ShippedFault.named($0)) }
        let trials = FaultTrials(
            scenario ?? FaultedScenario.usual(handsOverByProject: false), faults: faults, settings: WorldSettings(),
            stateFolder: folder)
        return try await trials.run().rows
    }

    @Test func eachIsClassified() async throws {
        let wanted: [(name: String, fate: FaultFate, recovery: FaultSighting.Recovery)] = [
            ("exchange-slow", .handled, .notNeeded),
            ("exchange-hangs", .handled, .retry),
            // The sample app does not compare the uid of what it gets with its own.
            ("exchange-cached", .wrongUser, .none),
            ("page-503", .handled, .reload),
            ("certificates-kept-a-year", .handled, .notNeeded),
        ]
        let rows = try await rows(wanted.map(\.name))
        #expect(rows.map(\.fault.name) == wanted.map(\.name))
        for (row, wanted) in zip(rows, wanted) {
            #expect(row.isMet && row.fate == wanted.fate && row.recovery == wanted.recovery, "\(row.line)")
        }
    }

    @Test func aScenarioThatIsNotSignedInByItselfIsNotTried() async throws {
        var scenario = FaultedScenario.usual(handsOverByProject: false)
        scenario.steps.removeFirst()
        await #expect(throws: FaultVerbReason.notSignedIn.failure("")) { try await rows(["page-503"], scenario) }
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func thePageIsTheTable() throws {
        let page = Checkout.root.appendingPathComponent("docs/faults.md")
        let text = FaultTable.markdown(of: ShippedFault.all) + "\n"
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}
