import BridgePrimitives
import TestSupport
import Testing

@Suite("Reasons of tokens", .timeLimit(.minutes(5)))
struct TokenReasonTests {
    @Test(arguments: TokenReason.allCases)
    func isWrittenAsAReasonShould(reason: TokenReason) {
        #expect(reason.flaws(areas: "token") == [])
    }
}
