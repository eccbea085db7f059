import BridgePrimitives
import Testing

@Suite("Instants", .timeLimit(.minutes(5)))
struct InstantTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_795_251_600_000, "2026-11-21T09:00:00.000Z", "Sat, 21 Nov 2026 09:00:00 GMT"),
        (951_782_400_123, "2000-02-29T00:00:00.123Z", "Tue, 29 Feb 2000 00:00:00 GMT"),  // a leap day
        (-1, "1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),  // before the epoch
        (-2_203_891_200_000, "1900-03-01T00:00:00.000Z", "Thu, 01 Mar 1900 00:00:00 GMT"),  // 1900 had no leap day
    ])
    func printsBothWays(milliseconds: Int64, rfc3339: String, imfFixdate: String) {
        let instant = Instant(millisecondsSinceEpoch: milliseconds)
        #expect(instant.rfc3339 == rfc3339)
        #expect(instant.imfFixdate == imfFixdate)
        #expect(Instant(rfc3339: rfc3339) == instant)
    }

    @Test(arguments: [
        ("2026-11-21T18:00:00+09:00", 1_795_251_600_000 as Int64?),
        ("2026-11-21T09:00:00.1234567Z", 1_795_251_600_123),  // a longer fraction is cut
        ("2026-11-21t09:00:00z", 1_795_251_600_000),
        ("2026-02-29T00:00:00Z", nil),  // no such day
        ("2026-11-21T24:00:00Z", nil),
        ("2026-11-21T09:00:60Z", nil),  // leap seconds have no instant
        ("2026-11-21T09:00:00", nil),  // no zone
        ("2026-11-21", nil), ("", nil), ("2026-11-21T09:00:00Zx", nil), ("2026-11-21T09:00:00.Z", nil),
        ("０026-11-21T09:00:00Z", nil),  // digits are ASCII
    ])
    func readsRFC3339(text: String, milliseconds: Int64?) {
        #expect(Instant(rfc3339: text)?.millisecondsSinceEpoch == milliseconds)
    }

    @Test func arithmeticSaturates() {
        let last = Instant(millisecondsSinceEpoch: .max)
        #expect(last + .seconds(1) == last)
        #expect(Instant(millisecondsSinceEpoch: .min) - .seconds(1) == Instant(millisecondsSinceEpoch: .min))
        #expect(Instant(secondsSinceEpoch: .max) > Instant(secondsSinceEpoch: 0))
        #expect(Instant(millisecondsSinceEpoch: -1).secondsSinceEpoch == -1)
    }
}
