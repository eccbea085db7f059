import BridgePrimitives
import Reporting
import Testing

@Suite("Reason codes")
struct ReasonCatalogueTests {
    @Test func eachCodeIsSpelledAreaSlashKebabCase() {
        for entry in ReasonCatalogue.all {
            let parts = entry.code.rawValue.split(separator: "/", omittingEmptySubsequences: false)
            #expect(parts.count == 2, "\(entry.code)")
            for part in parts {
                let isKebab = part.utf8.allSatisfy { byte in
                    (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2D
                }
                #expect(isKebab && !part.isEmpty, "\(entry.code)")
            }
        }
    }

    @Test func noCodeIsGivenTwice() {
        let codes = ReasonCatalogue.all.map(\.code.rawValue)
        let repeated = Dictionary(grouping: codes) { $0 }.filter { $1.count > 1 }.keys
        #expect(repeated.isEmpty)
    }

    @Test func eachSaysWhatItMeansInOneSentence() {
        for entry in ReasonCatalogue.all {
            #expect(entry.meaning.hasSuffix(".") && !entry.meaning.contains("\n"), "\(entry.code): \(entry.meaning)")
        }
    }

    @Test(arguments: [
        "send/other-store", "script/http-only", "token/expired", "guard/next-called-twice", "auth/user-disabled",
    ])
    func theCodesThatScenariosUseAreThere(code: String) {
        #expect(ReasonCatalogue.all.contains { $0.code.rawValue == code })
    }
}
