import BridgePrimitives
import Reporting
import TestSupport
import Testing

/// Reads the sources: what they declare must stand in the lists.
@Suite("Reason codes in the sources", .timeLimit(.minutes(5)))
struct ReasonSourcesTests {
    private static let sources = Checkout.texts(in: "Sources", suffix: ".swift")

    @Test func eachDeclaredReasonStandsInAList() {
        let listed = Set(ReasonCatalogue.all.types.map { String(String(describing: $0).prefix { $0 != "<" }) })
        var declared: Set<String> = []
        for (_, text) in Self.sources {
            let declaration =
                #/(?:enum|struct|extension) (?:\w+\.)?(\w+)(?:<[^>]*>)?: (?:String, )?(?:Failure)?Reason\b/#
            declared.formUnion(text.matches(of: declaration).map { String($0.1) })
        }
        #expect(declared.count > 40, "the sources were not found")
        #expect(declared == listed)
    }

    @Test func noCodeIsWrittenOutsideItsDeclaration() {
        // Firebase's JavaScript SDK spells its own codes `auth/…` too.
        let known = Set(ReasonCatalogue.all.entries.map(\.code.rawValue).filter { !$0.hasPrefix("auth/") })
        for (path, text) in Self.sources {
            for line in text.split(separator: "\n") where !line.contains(#/^\s*(?:case \w+ = |///)/#) {
                for match in line.matches(of: #/(code: )?"([a-z-]+/[a-z0-9-]+)"/#) {
                    guard match.1 != nil || known.contains(String(match.2)) else { continue }
                    Issue.record("\(path): \(match.2) is written as text; take the code from its reason")
                }
            }
        }
    }
}
