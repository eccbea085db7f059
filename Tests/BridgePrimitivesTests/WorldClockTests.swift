import BridgePrimitives
import Testing

@Suite("The world's clock", .timeLimit(.minutes(5)))
struct WorldClockTests {
    private let nine = Instant(secondsSinceEpoch: 1_795_251_600)

    @Test func standsStillUntilAdvanced() {
        let clock = WorldClock.frozen(at: nine)
        clock.advance(by: .seconds(61 * 60))
        #expect(clock.now == nine + .seconds(3660))
        #expect(clock.isFrozen)
    }

    /// A sum of moves that no calendar has would end up in certificates and dates.
    @Test func stopsAtTheEndsOfItsRange() {
        for clock in [WorldClock.frozen(at: .epoch), WorldClock(systemNow: { .epoch })] {
            for _ in 0..<20 { clock.advance(by: .milliseconds(39_999_999_999_999)) }
            #expect(clock.now == WorldClock.range.upperBound)
            #expect(clock.now.rfc3339 == "9899-12-31T23:59:59.999Z")
            for _ in 0..<20 { clock.advance(by: .milliseconds(-39_999_999_999_999)) }
            #expect(clock.now == WorldClock.range.lowerBound)
            #expect(clock.now.rfc3339 == "0101-01-01T00:00:00.000Z")
            clock.set(to: Instant(millisecondsSinceEpoch: .max), frozen: true)
            #expect(clock.now == WorldClock.range.upperBound)
            clock.reset()
            #expect(clock.now == .epoch)
        }
    }

    @Test func eachFaceHasItsSkew() {
        let clock = WorldClock.frozen(at: nine)
        clock.setSkew(.seconds(-3), of: .backend)
        #expect(clock.now(on: .backend) == nine - .seconds(3))
        #expect(clock.now(on: .device) == nine)
        clock.reset()
        #expect(clock.now(on: .backend) == nine)
    }

    @Test func sleepersWakeWhenTheClockIsMovedPastThem() async throws {
        let clock = WorldClock.frozen(at: nine)
        let deadline = nine + .seconds(10)
        async let woken: Void = clock.sleep(until: deadline)
        clock.advance(by: .seconds(9))
        clock.advance(by: .seconds(1))
        try await woken
        #expect(clock.now == deadline)
    }

    @Test func aDeadlineInThePastDoesNotWait() async throws {
        try await WorldClock.frozen(at: nine).sleep(until: nine)
    }

    @Test func cancellationEndsASleep() async {
        let clock = WorldClock.frozen(at: nine)
        let sleeper = Task { try await clock.sleep(until: nine + .seconds(1)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    /// On a running clock the timer is the only one to look; it is wound again for whoever comes earlier or later.
    @Test func sleepersOfARunningClockWakeByThemselves() async throws {
        let start = ContinuousClock.now
        let clock = WorldClock { [nine] in nine + (.now - start) }
        async let late: Void = clock.sleep(until: nine + .milliseconds(60))
        async let early: Void = clock.sleep(until: nine + .milliseconds(5))
        try await early
        #expect(clock.now >= nine + .milliseconds(5))
        try await late
        #expect(clock.now >= nine + .milliseconds(60))
    }

    @Test func aClockThatRunsOnWakesWhoLayDownWhileItStood() async throws {
        let start = ContinuousClock.now
        let clock = WorldClock(systemNow: { [nine] in nine + (.now - start) }, frozenAt: nine)
        let sleeper = Task { try await clock.sleep(until: nine + .milliseconds(5)) }
        clock.unfreeze()
        try await sleeper.value
        #expect(clock.now >= nine + .milliseconds(5))
    }

    /// Only what was moved for those who wait, however often, and whether the clock stands or runs.
    @Test func takesBackWhatPassedForThoseWhoWait() async throws {
        for clock in [WorldClock.frozen(at: nine), WorldClock(systemNow: { [nine] in nine })] {
            clock.takeBackPassedTime()
            #expect(clock.now == nine)  // nothing has passed
            clock.advance(by: .seconds(5))
            for seconds in [60, 90] {
                let deadline = clock.now + .seconds(seconds)
                async let woken: Void = clock.sleep(until: deadline)
                while !clock.advanceToNextDeadline(atMost: deadline) { await Task.yield() }
                try await woken
                #expect(clock.now == deadline)
            }
            #expect(!clock.advanceToNextDeadline(atMost: WorldClock.range.upperBound))
            clock.takeBackPassedTime()
            #expect(clock.now == nine + .seconds(5))
            clock.takeBackPassedTime()
            #expect(clock.now == nine + .seconds(5))  // once
        }
    }

    /// Who puts the clock somewhere means that time.
    @Test func aClockThatWasPutSomewhereHasNothingToTakeBack() async throws {
        let clock = WorldClock.frozen(at: nine)
        async let woken: Void = clock.sleep(until: nine + .seconds(60))
        while !clock.advanceToNextDeadline(atMost: nine + .seconds(60)) { await Task.yield() }
        try await woken
        clock.set(to: nine + .seconds(7), frozen: true)
        clock.takeBackPassedTime()
        #expect(clock.now == nine + .seconds(7))
    }

    /// By which time stops for those who came when the others had gone.
    @Test func tellsWhetherThoseWhoCameFirstStillWait() async throws {
        let clock = WorldClock.frozen(at: nine)
        async let first: Void = clock.sleep(until: nine + .seconds(60))
        while !clock.hasSleeper(upTo: clock.newestSleeper) { await Task.yield() }
        let newest = clock.newestSleeper
        async let second: Void = clock.sleep(until: nine + .seconds(90))
        while clock.newestSleeper == newest || !clock.hasSleeper(upTo: clock.newestSleeper) { await Task.yield() }
        #expect(clock.hasSleeper(upTo: newest))
        clock.advance(by: .seconds(60))
        try await first
        #expect(!clock.hasSleeper(upTo: newest))
        clock.advance(by: .seconds(30))
        try await second
    }

    @Test func unfreezingRunsOnFromWhereItStood() {
        let clock = WorldClock.frozen(at: nine)
        clock.advance(by: .seconds(5))
        clock.unfreeze()
        #expect(!clock.isFrozen)
        #expect(clock.now == nine + .seconds(5))  // this clock's system time is `nine` for ever
    }
}
