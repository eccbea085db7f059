import BridgePrimitives
import HandoffBackend
import Testing

@Suite("Reasons of the backend")
struct BackendReasonTests {
    @Test(arguments: BackendReason.allCases)
    func isWrittenAsAReasonShould(reason: BackendReason) {
        let name = reason.rawValue.utf8.dropFirst("backend/".utf8.count)
        #expect(reason.rawValue.hasPrefix("backend/"))
        #expect(name.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        #expect(reason.meaning.hasSuffix("."))
        #expect(reason.mend.hasSuffix("."))
    }
}
