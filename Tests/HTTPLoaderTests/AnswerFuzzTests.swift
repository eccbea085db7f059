import FuzzSupport
import HTTPFuzzing
import Testing

@Suite("Answers, whatever the input is", .timeLimit(.minutes(5)))
struct AnswerFuzzTests {
    @Test(arguments: UInt64(1)...4)
    func seededInputs(seed: UInt64) {
        #expect(AnswerFuzz.finding(seed: seed, rounds: 800) == nil)
    }

    @Test(arguments: [[], [0], [7, 255], [0, 0, 0, 255, 255], [UInt8](repeating: 255, count: 100)] as [[UInt8]])
    func smallInputs(input: [UInt8]) {
        #expect(AnswerFuzz.check(input) == nil)
    }
}
