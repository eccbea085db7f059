import Testing

@testable import WebViews

@Suite("The threads of web views", .timeLimit(.minutes(5)))
struct ScriptThreadTests {
    private actor Counter {
        nonisolated let thread: ScriptThread
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
        private var count = 0

        init(_ thread: ScriptThread) { self.thread = thread }

        func count(to end: Int) -> Int {
            while count < end { count += 1 }
            return count
        }
    }

    /// One pool after the other, as in a long run: each works on its own, whichever thread it is given.
    @Test func areUsedAgain() async {
        for _ in 0..<200 {
            let (one, other) = (Counter(ScriptThread()), Counter(ScriptThread()))
            async let first = one.count(to: 3)
            async let second = other.count(to: 5)
            #expect(await (first, second) == (3, 5))
        }
    }
}
