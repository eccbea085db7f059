@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Counting within a window that slides", .timeLimit(.minutes(5)))
struct SlidingCountTests {
    private static func at(_ milliseconds: Int64) -> Instant { Instant(millisecondsSinceEpoch: milliseconds) }

    /// What was noted at these milliseconds, in a window of one second.
    private static func counted(_ times: [Int64]) -> SlidingCount {
        var count = SlidingCount(length: .seconds(1))
        for time in times { count.note(at: at(time)) }
        return count
    }

    @Test(
        arguments: [
            ([], 0, 0), ([5], 5, 1), ([5], 1004, 1), ([5], 1005, 0),  // the end of the window is outside
            ([0, 0, 0], 0, 3),  // at once
            ([0, 999], 1000, 1), ([0, 500, 1500], 1500, 1), ([0, 501, 1500], 1500, 2),
            ([5], 4, 0),  // the clock was set back: it has not happened
            ([.max - 500], .max - 1, 1), ([.min], .min, 1), ([.min], .max, 0),
        ] as [([Int64], Int64, Int)])
    func counts(times: [Int64], now: Int64, expected: Int) {
        #expect(Self.counted(times).count(at: Self.at(now)) == expected)
    }

    @Test(
        arguments: [
            ([], 1, 0, 0), ([], 0, 0, nil), ([0], 0, 0, nil), ([0], -1, 0, nil),  // nothing makes it fewer than none
            ([0], 1, 0, 1000), ([0], 1, 999, 1), ([0], 1, 1000, 0), ([0], 2, 0, 0),
            ([0, 400], 1, 400, 1000), ([0, 400], 2, 400, 600),
            ([0, 400, 800], 2, 800, 600),  // two must go
        ] as [([Int64], Int, Int64, Int64?)])
    func tellsWhenThereIsRoom(times: [Int64], limit: Int, now: Int64, milliseconds: Int64?) {
        let count = Self.counted(times)
        let wait = count.wait(forFewerThan: limit, at: Self.at(now))
        #expect(wait == milliseconds.map { .milliseconds($0) })
        guard let wait, limit > 0 else { return }
        let then = Self.at(now) + wait
        #expect(count.count(at: then) < limit)
        if wait > .zero { #expect(count.count(at: then - .milliseconds(1)) >= limit) }
    }

    @Test func forgetsWhatHasLeftTheWindow() {
        var count = SlidingCount(length: .seconds(1))
        for step in 0..<1000 as Range<Int64> { count.note(at: Self.at(step * 100)) }
        #expect(count.times.count == 10)
    }
}
