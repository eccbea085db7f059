import BridgePrimitives
import Testing
import TestSupport

/// Reads the sources: a code is written where it is declared, and nowhere else.
@Suite("Reason codes in the sources", .timeLimit(.minutes(5)))
struct ReasonSourcesTests {
    private static let sources = Checkout.texts(in: "Sources", suffix: ".swift")

    @Test func noCodeIsWrittenOutsideItsDeclaration() {
        // Firebase's JavaScript SDK spells its own codes `auth/…` too.
        let known = Set(ReasonCatalogue.all.entries.map(\.code.rawValue).filter { !$0.hasPrefix("auth/") })
        for (path, text) in Self.sources {
            // Slashes first: an expression over each line of all sources takes a quarter of a minute.
            for line in text.split(separator: "\n")
            where line.utf8.contains(UInt8(ascii: "/")) && !line.contains(#/^\s*(?:case \w+ = |//)/#) {
                for match in line.matches(of: #/(code: )?"([a-z-]+/[a-z0-9-]+)"/#) {
                    guard match.1 != nil || known.contains(String(match.2)) else { continue }
                    Issue.record("\(path): \(match.2) is written as text; take the code from its reason")
                }
            }
        }
    }
}
