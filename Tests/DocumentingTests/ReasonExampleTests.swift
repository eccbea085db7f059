import BridgePrimitives
import Cookies
public import Documenting
import Linting
import Reporting
public import Testing
import WorldTestSupport

@Suite("Examples of reasons", .timeLimit(.minutes(5)))
struct ReasonExampleTests {
    private static let runner = ExampleRunner(stateFolder: SharedMaterial.folder)

    /// What is wrong gives the code, what is mended does not: a page can show nothing that is not so.
    @Test(arguments: ReasonExample.all)
    func givesItsCodeUntilItIsMended(example: ReasonExample) async throws {
        let profile = try #require(CookieProfile.named(example.profile))
        let wrong = try await Self.runner.run(example.wrong, as: profile)
        let mended = try await Self.runner.run(example.mended, as: profile)
        #expect(wrong.reasons.contains(example.code), "\(wrong.reasons)\n\(wrong.lines.joined(separator: "\n"))")
        #expect(!mended.reasons.contains(example.code), "\(mended.reasons)\n\(mended.lines.joined(separator: "\n"))")
        // One thing in one jar or one token has one reason; whoever tells of more says so.
        switch example.wrong {
        case .cookies, .properties, .headerFields, .token, .exchange, .sources:
            #expect(Set(wrong.reasons) == Set([example.code] + example.besides), "\(wrong.reasons)")
        case .view, .scenario: break
        }
    }

    @Test func eachRuleOfLintHasOne() {
        for reason in LintReason.allCases { #expect(ReasonExample.of(reason.code) != nil, "\(reason.rawValue)") }
    }

    @Test func eachCodeHasOneExampleAndAllAreInTheCatalogue() {
        let codes = ReasonExample.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        for code in codes { #expect(ReasonCatalogue.all[code] != nil, "\(code)") }
    }
}

extension ReasonExample: CustomTestStringConvertible {
    public var testDescription: String { code.rawValue }
}
