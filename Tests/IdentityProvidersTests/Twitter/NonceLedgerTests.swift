import BridgePrimitives
import Testing

@testable import IdentityProviders

@Suite("Used nonces", .timeLimit(.minutes(5)))
struct NonceLedgerTests {
    private let now = Instant(secondsSinceEpoch: 10_000)

    @Test(
        arguments: [
            (9_699, NonceLedger.Verdict.outOfRange), (9_700, .fresh), (10_000, .fresh), (10_300, .fresh),
            (10_301, .outOfRange), (.min, .outOfRange), (.max, .outOfRange), (0, .outOfRange),
        ] as [(Int64, NonceLedger.Verdict)])
    func timestampsHaveAWindow(timestamp: Int64, expected: NonceLedger.Verdict) {
        #expect(NonceLedger().look("n", timestamp: timestamp, now: now) == expected)
    }

    @Test func aNonceCountsOnceForItsTimestamp() {
        var ledger = NonceLedger()
        ledger.use("n", timestamp: 10_000, now: now)
        #expect(ledger.look("n", timestamp: 10_000, now: now) == .used)
        #expect(ledger.look("n", timestamp: 10_001, now: now) == .fresh)
        #expect(ledger.look("m", timestamp: 10_000, now: now) == .fresh)
        // Still known when the clock is put back.
        #expect(ledger.look("n", timestamp: 10_000, now: Instant(secondsSinceEpoch: 9_900)) == .used)
    }

    @Test func whatIsGivenUpIsRefusedNotForgotten() {
        var ledger = NonceLedger(capacity: 2)
        for second in Int64(9_998)...10_000 { ledger.use("n", timestamp: second, now: now) }
        #expect(ledger.look("n", timestamp: 9_998, now: now) == .outOfRange)
        #expect(ledger.look("other", timestamp: 9_998, now: now) == .outOfRange)
        #expect(ledger.look("n", timestamp: 9_999, now: now) == .used)
    }

    @Test func oldSecondsMakeRoomFirst() {
        var ledger = NonceLedger(capacity: 2)
        ledger.use("a", timestamp: 10_000, now: now)
        ledger.use("b", timestamp: 10_000, now: now)
        let later = Instant(secondsSinceEpoch: 20_000)
        ledger.use("c", timestamp: 20_000, now: later)
        #expect(ledger.look("d", timestamp: 19_700, now: later) == .fresh)  // nothing was given up
    }
}
