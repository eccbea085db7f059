import BridgePrimitives
import BridgeTrace
import Files
import Foundation
import Testing
import TestSupport

@testable import SessionBridgeCLI

@Suite("Writing a trace file", .timeLimit(.minutes(5)))
struct TraceFileOutputTests {
    private func events(_ count: Int) -> [TraceEvent] {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Masking(.fingerprints))
        for number in 0..<count { log.record(.clock(ClockEvent(change: "\(number)")), by: .test) }
        return log.events
    }

    private func written(_ body: (TraceFileOutput) throws -> Void) throws -> TraceFile {
        try Folders.withTemporary { folder in
            let output = try TraceFileOutput(path: folder + "/t.jsonl")
            try body(output)
            return TraceFile(try InputFile.read(folder + "/t.jsonl", upTo: 1 << 20))
        }
    }

    /// Whoever records tells of it outside of the log's lock: two at once come in either order.
    @Test(arguments: [[0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0]]) func eventsAreInTheirOrder(order: [Int]) throws {
        let events = events(4)
        let file = try written { output in
            output.begin(TraceHead(id: "", name: "serve"))
            for place in order { output.append(events[place]) }
            try output.finish()
        }
        #expect(file.problems == [])
        #expect(file.traces.map { $0.events.map(\.sequence) } == [[0, 1, 2, 3]])
    }

    /// A log that was emptied counts from 0 again: another trace, with the same head.
    @Test func aLogThatIsEmptiedBeginsAnotherTrace() throws {
        let events = events(2)
        let file = try written { output in
            output.begin(TraceHead(id: "", name: "serve"))
            for event in events + events { output.append(event) }
            try output.finish()
        }
        #expect(file.traces.map { $0.events.map(\.sequence) } == [[0, 1], [0, 1]])
        #expect(file.traces.map(\.head.id) == ["1", "2"])
    }

    /// What waited for an event that never came is there all the same.
    @Test func aGapDoesNotLoseWhatFollows() throws {
        let events = events(3)
        let file = try written { output in
            output.begin(TraceHead(id: "", name: "serve"))
            output.append(events[0])
            output.append(events[2])
            try output.finish()
        }
        #expect(file.traces.map { $0.events.map(\.sequence) } == [[0, 2]])
    }

    @Test func wholeTracesAreCounted() throws {
        let file = try written { output in
            for name in ["a", "b"] {
                output.append(
                    RecordedTrace(
                        head: TraceHead(id: "x", name: name), events: events(1), outcome: TraceOutcome(verdict: .failed)
                    ))
            }
            try output.finish()
        }
        #expect(file.traces.map(\.head.id) == ["1", "2"] && file.traces.map(\.head.name) == ["a", "b"])
        #expect(file.traces.map(\.outcome?.verdict) == [.failed, .failed])
    }

    @Test func whatCannotBeWrittenIsSaidBeforehand() throws {
        #expect(throws: BridgeFailure.self) { try TraceFileOutput(path: "/no/such/folder/t.jsonl") }
    }

    #if os(Linux)
        @Test func aFullDiskIsToldOnce() throws {
            let output = try TraceFileOutput(path: "/dev/full")
            output.begin(TraceHead(id: "", name: "serve"))
            let failure = #expect(throws: BridgeFailure.self) { try output.finish() }
            #expect(failure?.code == OutputReason.diskFull.code)
        }
    #endif

    /// Whoever asked for secrets wants them for themselves.
    @Test func secretsAreForTheOwnerAlone() throws {
        try Folders.withTemporary { folder in
            _ = try TraceFileOutput(path: folder + "/t.jsonl", isSecret: true)
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/t.jsonl")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }
}
