import BridgePrimitives
import TestSupport
import Testing

@Suite("Reasons of transport and load", .timeLimit(.minutes(5)))
struct ReasonsTests {
    @Test(arguments: TransportReason.allCases)
    func transportReasonsAreWellFormed(reason: TransportReason) {
        #expect(reason.flaws(areas: "transport", fix: .sentenceOrNothing) == [])
    }

    @Test(arguments: LoadReason.allCases)
    func loadReasonsAreWellFormed(reason: LoadReason) {
        #expect(reason.flaws(areas: "load", fix: .sentenceOrNothing) == [])
    }
}
