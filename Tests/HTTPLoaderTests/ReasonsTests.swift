import BridgePrimitives
import HTTPLoader
import Testing

@Suite("Reasons of transport and load")
struct ReasonsTests {
    @Test(arguments: TransportReason.allCases)
    func transportReasonsAreWellFormed(reason: TransportReason) { expectWellFormed(reason, area: "transport/") }

    @Test(arguments: LoadReason.allCases)
    func loadReasonsAreWellFormed(reason: LoadReason) { expectWellFormed(reason, area: "load/") }

    private func expectWellFormed(_ reason: some Reason, area: String) {
        #expect(reason.rawValue.hasPrefix(area))
        #expect(
            reason.rawValue.dropFirst(area.count).utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz-".utf8.contains($0) })
        #expect(reason.meaning.hasSuffix("."))
        #expect(reason.mend.isEmpty || reason.mend.hasSuffix("."))
    }
}
