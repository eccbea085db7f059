import BridgePrimitives
import BridgeTrace
import Testing

@testable import Inspecting

@Suite("Who looks on at traces", .timeLimit(.minutes(5)))
struct InspectorHubTests {
    private let hub = InspectorHub(capacity: 10)

    private func events(_ count: Int) -> [TraceEvent] {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Masking(.fingerprints))
        for number in 0..<count { log.record(.clock(ClockEvent(change: "\(number)")), by: .test) }
        return log.events
    }

    /// The kinds of messages until the hub is closed.
    private func messages(after last: Int? = nil, _ change: () -> Void) async -> [String] {
        let feed = hub.feed(after: last)
        change()
        hub.close()
        var kinds: [String] = []
        for await message in feed {
            kinds += message.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) }
        }
        return kinds
    }

    @Test func whatHappensIsTold() async {
        let events = events(3)
        let told = await messages {
            let id = hub.begin(TraceHead(id: "", name: "serve"))
            for event in events.reversed() { hub.append(event, to: id) }
            hub.append(events[0], to: id)  // the log was emptied
            hub.append(events[0], to: "no such trace")
            hub.add(RecordedTrace(head: TraceHead(id: "", name: "whole")))
        }
        #expect(told == ["trace", "line", "line", "line", "reset", "line", "trace"])
    }

    /// Who looks on is told at once, and what comes then is a first event like any other.
    @Test func anEmptiedTraceBeginsAnew() async throws {
        let events = events(3)
        let id = hub.begin(TraceHead(id: "", name: "serve"))
        for event in events { hub.append(event, to: id) }
        let told = await messages {
            hub.empty(id)
            hub.empty("no such trace")
            #expect(hub.trace(id)?.events.isEmpty == true)
            hub.append(events[0], to: id)
        }
        #expect(told == ["reset", "line"])
        #expect(hub.trace(id)?.events.count == 1)
    }

    /// A run whose device stays: it has ended, and more comes behind what it was.
    @Test func aTraceWithItsOutcomeMayGoOn() async {
        let events = events(5)
        var trace = RecordedTrace(head: TraceHead(id: "", name: "run"))
        (trace.events, trace.outcome) = (Array(events.prefix(3)), TraceOutcome(verdict: .signedOut))
        let told = await messages {
            let id = hub.add(trace, goesOn: true)
            for event in events.dropFirst(3) { hub.append(event, to: id) }
        }
        #expect(told == ["trace", "line", "line"])  // and no reset
        #expect(hub.trace("1")?.events == events)
        #expect(hub.trace("1")?.outcome?.verdict == .signedOut)
    }

    /// Whoever lists traces need not count lines: a trace that was cut or begun anew has fewer than were told.
    @Test func aLineSaysHowManyEventsThereAre() async {
        let events = events(12)
        let feed = hub.feed(after: nil)
        let id = hub.begin(TraceHead(id: "", name: "serve"))
        for event in events { hub.append(event, to: id) }
        hub.append(events[0], to: id)
        hub.close()
        var counts: [Int64] = []
        for await message in feed {
            let data = message.split(separator: "\n").first { $0.hasPrefix("data: ") }?.dropFirst(6)
            let count = data.flatMap { (try? JSONValue(parsing: String($0)))?["events"]?.integerValue }
            if message.contains("event: line"), let count { counts.append(Int64(count)) }
        }
        // The oldest of ten go one at a time.
        #expect(counts == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 1])
    }

    /// Columns: the last message that was seen, what comes first.
    @Test(
        arguments: [
            (nil, []), (2, []), (1, ["line"]), (0, ["trace", "line"]), (7, ["resync"]), (-3, ["resync"]),
        ] as [(Int?, [String])])
    func whoComesBackHearsWhatWasMissed(last: Int?, expected: [String]) async {
        let id = hub.begin(TraceHead(id: "", name: "serve"))
        hub.append(events(1)[0], to: id)
        #expect(await messages(after: last) {} == expected)
    }

    @Test func whatIsNotKnownAnyMoreIsAskedAnew() async {
        let id = hub.begin(TraceHead(id: "", name: "serve"))
        for event in events(5000) { hub.append(event, to: id) }
        #expect(await messages(after: 1) {} == ["resync"])
    }

    /// Of a trace that goes on for days, the latest events are kept.
    @Test func aLongTraceStaysSmall() {
        let id = hub.begin(TraceHead(id: "", name: "serve"))
        for event in events(100) { hub.append(event, to: id) }
        let kept = hub.trace(id)?.events ?? []
        #expect(kept.count <= 10 && kept.last?.sequence == 99)
    }

    @Test func nobodyIsLeftWaitingOnceItIsClosed() async {
        hub.close()
        for await _ in hub.feed(after: nil) {}
    }
}
