import BridgePrimitives
import Testing
import TestSupport

@Suite("Reason codes", .timeLimit(.minutes(5)))
struct ReasonCatalogueTests {
    private static let all = ReasonCatalogue.all

    @Test func eachCodeIsSpelledAreaSlashKebabCase() {
        for entry in Self.all.entries {
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

    /// A row of `reasons.tsv` for each declaration, and no row more.
    @Test func theTableIsWhatTheSourcesDeclare() {
        let (declared, rows) = (DeclaredReason.all.map(\.code), Self.all.entries.map(\.code.rawValue))
        #expect(declared.count > 1000, "the sources were not found")
        #expect(Set(declared).count == declared.count, "a code is declared twice")
        #expect(Set(rows).count == rows.count, "a code has two rows")
        #expect(Set(declared).subtracting(rows) == [], "declared, and not in reasons.tsv")
        #expect(Set(rows).subtracting(declared) == [], "in reasons.tsv, and not declared")
    }

    /// What ends a command says so in its row, as its declaration does.
    @Test func eachFailureHasAnExitCode() {
        for (path, text) in Checkout.texts(in: "Sources/Reasons", suffix: ".swift") {
            let isFailure = text.contains(": String, FailureReason")
            for match in text.matches(of: /\n    case \w+ = "([^"]+)"/) {
                let kind = Self.all[ReasonCode(unchecked: String(match.1))]?.kind
                #expect((kind != nil) == isFailure, "\(path): \(match.1)")
            }
        }
    }

    @Test func eachSaysInOneSentenceWhatItMeansAndWhatToDo() {
        for entry in Self.all.entries {
            #expect(entry.meaning.hasSuffix(".") && !entry.meaning.contains("\n"), "\(entry.code): \(entry.meaning)")
            let isSentence = entry.fix.hasSuffix(".") && !entry.fix.contains("\n")
            #expect(entry.fix.isEmpty || isSentence, "\(entry.code): \(entry.fix)")
            let isCapital = entry.fix.first.map { $0.isUppercase || !$0.isLetter } ?? true
            #expect(isCapital, "\(entry.code): \(entry.fix)")
        }
    }

    @Test(arguments: [
        // Of a cookie, of a token, of a failure that ends a command.
        ("send/other-store", nil), ("token/expired", nil), ("state/in-use", BridgeFailure.Kind.unavailable),
        // Scenario files are refused with the auth service's code too.
        ("auth/not-simulated", nil), ("scenario/not-yaml", .unreadableInput), ("usage/bad-header", .usage),
        ("token/signing-failed", .internalFault),
    ])
    func knowsWhetherACodeEndsACommand(code: String, kind: BridgeFailure.Kind?) throws {
        let entry = try #require(Self.all[ReasonCode(unchecked: code)])
        #expect(entry.kind == kind)
        #expect(entry.json["exit_code"]?.integerValue == kind.map { Int64($0.exitCode) })
    }

    @Test func aCodeThatIsNoneHasNoRow() { #expect(Self.all[ReasonCode(unchecked: "no/such-code")] == nil) }
}
