import BridgePrimitives
import BridgeTrace
import Testing

@Suite("The trace log", .timeLimit(.minutes(5)))
struct TraceLogTests {
    private let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))

    @Test func eventsHaveTheirPlaceAndTheWorldsTime() {
        let log = TraceLog(clock: clock, masking: Masking(.fingerprints))
        log.record(.clock(ClockEvent(change: "+61m")), by: .test)
        clock.advance(by: .seconds(1))
        let mark = log.mark
        log.record(.account(AccountEvent(.signedIn, uid: "u1", provider: "password")), by: .auth)
        #expect(log.events.map(\.sequence) == [0, 1])
        #expect(
            log.events(from: mark).map { $0.json.text() } == [
                #"{"sequence":1,"at":"2026-11-21T09:00:01.000Z","actor":"auth","event":"account","#
                    + #""action":"signed-in","uid":"u1","provider":"password"}"#
            ])
    }

    @Test func keepsTheNewestWhenItIsFull() {
        let log = TraceLog(clock: clock, masking: Masking(.fingerprints), capacity: 10)
        for number in 0..<25 { log.record(.clock(ClockEvent(change: "\(number)")), by: .test) }
        #expect(log.events.count <= 10)
        #expect(log.events.last?.sequence == 24)
        #expect(log.mark == 25)
    }

    @Test func aRequestAndItsResponseShareANumber() {
        let log = TraceLog(clock: clock, masking: Masking(.fingerprints))
        #expect(log.nextHop() == 1)
        #expect(log.nextHop() == 2)
    }

    /// By their times, shifted to the world's; of one time the answer comes last, for it was noted last.
    @Test func whatOthersSawGetsItsPlace() {
        func log(_ rows: [(Int64, TraceEvent.Kind)]) -> TraceLog {
            let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 0))
            let log = TraceLog(clock: clock, masking: Masking(.fingerprints))
            for (time, kind) in rows {
                clock.set(to: Instant(millisecondsSinceEpoch: time), frozen: true)
                log.record(kind, by: .test)
            }
            return log
        }
        func named(_ name: String) -> TraceEvent.Kind { .clock(ClockEvent(change: name)) }
        let answer = TraceEvent.Kind.response(ResponseEvent(hop: 1, status: 200, elapsed: .zero))
        let own = log([(10, named("before")), (20, named("a")), (30, named("b"))])
        let others = log([(5, named("early")), (15, named("same as a")), (25, answer), (26, named("late"))])
        own.merge(others.events, from: 1, shiftedBy: .milliseconds(5))
        let words = own.events.map { event in
            if case .clock(let clock) = event.kind { clock.change } else { "answer" }
        }
        #expect(words == ["before", "early", "same as a", "a", "b", "answer", "late"])
        #expect(own.events.map(\.sequence) == Array(0..<7) && own.mark == 7)
        #expect(own.events.last?.at == Instant(millisecondsSinceEpoch: 31))
    }
}
