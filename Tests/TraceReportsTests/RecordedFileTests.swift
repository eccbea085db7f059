import BridgePrimitives
import BridgeTrace
import Foundation
import Testing

@testable import TraceReports

/// The traces of a real file, which later versions must read too.
@Suite("Reports on a recorded file", .timeLimit(.minutes(5)))
struct RecordedFileTests {
    private static let traces: [RecordedTrace] = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("BridgeTraceTests/Fixtures/version-1.jsonl")
        return (try? Data(contentsOf: path)).map { TraceFile(Array($0)).traces } ?? []
    }()

    @Test func eachTraceIsTheSameAsItself() {
        #expect(Self.traces.count > 1)
        for trace in Self.traces { #expect(TraceComparison(trace, trace).isSame, "\(trace.head.name)") }
    }

    @Test func twoScenariosDiffer() throws {
        let (first, last) = (try #require(Self.traces.first), try #require(Self.traces.last))
        #expect(!TraceComparison(first, last).isSame)
    }

    @Test func eachHasADiagramOfOurLines() {
        for trace in Self.traces {
            for hasAll in [false, true] {
                let lines = SequenceDiagram(trace, hasAllEvents: hasAll).text.split(separator: "\n")
                #expect(lines.first == "sequenceDiagram")
                #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") && $0.contains(/^    [a-zN]/) })
            }
        }
    }

    /// What a trace masks stays masked, and what is said of a token is of its fingerprint.
    @Test func eachTokenIsSeenByWhoMadeIt() {
        for trace in Self.traces {
            for secret in ExposureReport(trace).secrets { #expect(!secret.sightings.isEmpty, "\(secret.value)") }
        }
    }
}
