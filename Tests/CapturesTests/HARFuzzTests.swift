import FuzzSupport
import HARFuzzing
import Testing

@Suite("Recordings, whatever the input is", .timeLimit(.minutes(5)))
struct HARFuzzTests {
    @Test(arguments: UInt64(1)...4)
    func seededInputs(seed: UInt64) {
        #expect(HARFuzz.finding(seed: seed, rounds: 300) == nil)
    }

    @Test(arguments: [[], [0], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [UInt8](repeating: 0x5B, count: 100)] as [[UInt8]])
    func smallInputs(input: [UInt8]) {
        #expect(HARFuzz.check(input) == nil)
    }
}
