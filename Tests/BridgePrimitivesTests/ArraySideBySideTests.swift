import BridgePrimitives
import Testing

@Suite("Work side by side", .timeLimit(.minutes(5)))
struct ArraySideBySideTests {
    /// How many are at work, and how many were at most.
    private struct Busy {
        var now = 0, most = 0
    }

    private struct Refused: Error {}

    @Test("It is told in the order of the elements, whichever is done first", arguments: [0, 1, 3, 20])
    func order(width: Int) async throws {
        let busy = Mutex(Busy())
        // Where there is room for two, each of a pair waits for the other to begin, and the first for the second's end.
        let begun = Mutex<Set<Int>>([])
        let done = Mutex<Set<Int>>([])
        var told: [Int] = []
        try await Array(0..<12).sideBySide(width: width) { number in
            busy.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            begun.withLock { _ = $0.insert(number) }
            if width > 1 {
                while !begun.withLock({ $0.contains(number ^ 1) }) { await Task.yield() }
                while number.isMultiple(of: 2), !done.withLock({ $0.contains(number + 1) }) { await Task.yield() }
            }
            done.withLock { _ = $0.insert(number) }
            busy.withLock { $0.now -= 1 }
            return number
        } report: {
            told.append($0)
        }
        #expect(told == Array(0..<12))
        #expect(busy.withLock(\.most) <= max(width, 1))
        #expect(width < 2 || busy.withLock(\.most) > 1)
    }

    @Test func anErrorEndsTheRest() async {
        let begun = Mutex(0)
        var told: [Int] = []
        await #expect(throws: Refused.self) {
            try await Array(0..<100).sideBySide(width: 2) { number in
                begun.withLock { $0 += 1 }
                if number == 3 { throw Refused() }
                return number
            } report: {
                told.append($0)
            }
        }
        #expect(begun.withLock(\.self) < 100 && told.allSatisfy { $0 < 3 })
    }

    @Test func aReportThatFailsEndsTheRest() async {
        let begun = Mutex(0)
        await #expect(throws: Refused.self) {
            try await Array(0..<100).sideBySide(width: 1) { number in
                begun.withLock { $0 += 1 }
                return number
            } report: { _ in
                throw Refused()
            }
        }
        #expect(begun.withLock(\.self) <= 2)
    }

    @Test func whoIsCancelledIsToldNothingMore() async {
        let run = Task {
            var told = 0
            try? await [1, 2, 3].sideBySide(width: 3) { number in
                while !Task.isCancelled { await Task.yield() }
                return number
            } report: { _ in
                told += 1
            }
            return told
        }
        run.cancel()
        #expect(await run.value == 0)
    }
}
