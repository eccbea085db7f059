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
}
