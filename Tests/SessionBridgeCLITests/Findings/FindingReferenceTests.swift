import BridgePrimitives
import BridgeTrace
import Diagnosis
import Foundation
import Project
import Scenarios
import Testing
import TestSupport

@testable import SessionBridgeCLI

@Suite("The catalogue of findings", .timeLimit(.minutes(5)))
struct FindingReferenceTests {
    private let folder = Checkout.root.appendingPathComponent("Scenarios").path

    private func reference() throws -> FindingReference {
        FindingReference(try ScenarioFiles.scenarios(at: [folder]))
    }

    private func codes(_ events: HandMadeTrace.Events) -> [ReasonCode] {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Masking(.fingerprints))
        for (actor, kind) in events { log.record(kind, by: actor) }
        return HandoffFindings(cookieName: "customtoken", appHost: "app.test").findings(in: log.events).map(\.code)
    }

    /// That the scenarios do as they say is what running them shows.
    @Test func eachKindHasWhatBringsItAboutAndWhatDoesNot() throws {
        for row in try reference().rows {
            let code = row.kind.code
            if row.trigger != nil {
                #expect(row.nearMiss != nil, "\(code): no scenario has it under no-findings")
                #expect(row.trigger?.source != row.nearMiss?.source, "\(code)")
            } else {
                let made = try #require(HandMadeTrace(code), "\(code): no scenario expects it, and no trace by hand")
                #expect(codes(made.trigger).contains(code), "\(code)")
                #expect(!codes(made.nearMiss).contains(code), "\(code)")
            }
        }
    }

    @Test func eachCodeHasOneRow() {
        let codes = FindingCatalogue.all.kinds.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.count >= 30)
        for kind in FindingCatalogue.all.kinds {
            #expect(ReasonCatalogue.all[kind.code]?.meaning == kind.meaning, "\(kind.code)")
            // What an engine is reported to do is nobody's to mend.
            #expect(!kind.fix.isEmpty || kind.severity == .note, "\(kind.code)")
        }
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func thePageIsTheTable() throws {
        let page = Checkout.root.appendingPathComponent("docs/findings.md")
        let text = try reference().markdown(from: folder) + "\n"
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }

    @Test func aCellEndsAtItsOwnBar() {
        let text = FindingReference([]).markdown(from: "")
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 6, "\(line)")
        }
    }
}
