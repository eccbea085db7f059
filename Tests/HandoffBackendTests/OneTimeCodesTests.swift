import BridgePrimitives
import HandoffBackend
import Testing

@Suite("One-time codes", .timeLimit(.minutes(5)))
struct OneTimeCodesTests {
    private let start = Instant(secondsSinceEpoch: 1_000)

    @Test func aCodeIsGoodOnce() {
        let codes = OneTimeCodes()
        let code = codes.code(for: Secret("a=b"), now: start)
        #expect(code.utf8.count == 32)
        #expect(codes.take(code, now: start)?.reveal() == "a=b")
        #expect(codes.take(code, now: start) == nil)
        #expect(codes.take("", now: start) == nil)
    }

    @Test(arguments: [(59, true), (60, false), (61, false)])
    func aCodeIsGoodForAMinute(seconds: Int64, isGood: Bool) {
        let codes = OneTimeCodes()
        let code = codes.code(for: Secret("a=b"), now: start)
        #expect((codes.take(code, now: start + .seconds(seconds)) != nil) == isGood)
    }

    /// Each second one more: the first to end makes room, and what is over takes none.
    @Test func onlySoManyWait() {
        let names = Mutex(["c", "b", "a"])
        let codes = OneTimeCodes(capacity: 2) { names.withLock { $0.removeLast() } }
        for second in 0..<3 { _ = codes.code(for: Secret("n=\(second)"), now: start + .seconds(second)) }
        let now = start + .seconds(3)
        #expect(["a", "b", "c"].map { codes.take($0, now: now)?.reveal() } == [nil, "n=1", "n=2"])
    }

    @Test func noTwoAreAlike() {
        let codes = OneTimeCodes()
        #expect(Set((0..<100).map { _ in codes.code(for: Secret("a=b"), now: start) }).count == 100)
    }
}
