import Reasons
import TestSupport
import Testing

@Suite("Reasons of the providers", .timeLimit(.minutes(5)))
struct ReasonTests {
    @Test(arguments: AppleReason.allCases)
    func appleReasonsAreWellFormed(reason: AppleReason) { #expect(reason.flaws(areas: "apple") == []) }

    @Test(arguments: TwitterReason.allCases)
    func twitterReasonsAreWellFormed(reason: TwitterReason) { #expect(reason.flaws(areas: "twitter") == []) }
}
