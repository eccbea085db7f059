import BridgePrimitives
import Testing
import Tokens

@Suite("Reasons of tokens")
struct TokenReasonTests {
    @Test(arguments: TokenReason.allCases)
    func isWrittenAsAReasonShould(reason: TokenReason) {
        let name = reason.rawValue.utf8.dropFirst("token/".utf8.count)
        #expect(reason.rawValue.utf8.starts(with: "token/".utf8))
        #expect(name.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        for sentence in [reason.meaning, reason.mend] {
            #expect(sentence.utf8.last == UInt8(ascii: "."))
            #expect(sentence.utf8.count > 10)
        }
    }
}
