import CookieFuzzing
import FuzzSupport
import Testing

@Suite("What holds whatever the input is", .timeLimit(.minutes(5)))
struct CookieFuzzTests {
    @Test(arguments: UInt64(1)...8)
    func seededInputs(seed: UInt64) {
        #expect(CookieFuzz.finding(seed: seed, rounds: 1000) == nil)
    }

    @Test(arguments: [[], [0], [7, 255], [3, 0, 0, 255, 255], [UInt8](repeating: 255, count: 100)] as [[UInt8]])
    func smallInputs(input: [UInt8]) {
        #expect(CookieFuzz.check(input) == nil)
    }

    @Test func oneSeedGivesOneSequence() {
        var (a, b, c) = (
            FuzzGenerator<CookieFuzz>(seed: 7), FuzzGenerator<CookieFuzz>(seed: 7), FuzzGenerator<CookieFuzz>(seed: 8)
        )
        let first = (0..<100).map { _ in a.next() }
        #expect(first == (0..<100).map { _ in b.next() })
        #expect(first != (0..<100).map { _ in c.next() })
    }

    /// A property that any input with two semicolons breaks.
    @Test func failingInputsShrink() {
        func check(_ input: [UInt8]) -> FuzzFinding? {
            input.count { $0 == UInt8(ascii: ";") } >= 2 ? FuzzFinding("few semicolons", "") : nil
        }
        let input = Array("a=1; Path=/; Secure; HttpOnly; SameSite=Lax".utf8)
        #expect(CookieFuzz.shrunk(input, by: check) == Array(";;".utf8))
        #expect(CookieFuzz.shrunk(Array("a=1".utf8), by: check) == Array("a=1".utf8))
    }
}
