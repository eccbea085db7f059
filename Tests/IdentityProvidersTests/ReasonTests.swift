import BridgePrimitives
import IdentityProviders
import Testing

@Suite("Reasons of the providers")
struct ReasonTests {
    @Test(arguments: AppleReason.allCases)
    func appleReasonsAreWellFormed(reason: AppleReason) { expectWellFormed(reason, area: "apple/") }

    @Test(arguments: TwitterReason.allCases)
    func twitterReasonsAreWellFormed(reason: TwitterReason) { expectWellFormed(reason, area: "twitter/") }

    private func expectWellFormed(_ reason: some Reason, area: String) {
        #expect(reason.rawValue.hasPrefix(area))
        #expect(
            reason.rawValue.dropFirst(area.count).utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz-".utf8.contains($0) })
        #expect(reason.meaning.hasSuffix("."))
        #expect(reason.mend.hasSuffix("."))
    }
}
