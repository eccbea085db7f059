import FuzzSupport
import HTMLFuzzing
import Testing

@Suite("HTML, whatever the input is", .timeLimit(.minutes(5)))
struct HTMLFuzzTests {
    @Test(arguments: UInt64(1)...4)
    func seededInputs(seed: UInt64) {
        #expect(HTMLFuzz.finding(seed: seed, rounds: 100) == nil)
    }

    @Test(arguments: [[], [0], [7, 255], [0, 0, 0, 255, 255], [UInt8](repeating: 255, count: 100)] as [[UInt8]])
    func smallInputs(input: [UInt8]) {
        #expect(HTMLFuzz.check(input) == nil)
    }
}
