import BridgePrimitives
import Linting
import Testing

@Suite("Each rule, and what only looks like breaking it", .timeLimit(.minutes(5)))
struct RuleTests {
    static let rows =
        nativeRows + lineRows + storeRows + scriptRows + tokenRows + parameterRows + guardRows
        + promiseRows + pythonRows

    @Test(arguments: rows)
    func rule(row: RuleRow) {
        let wrong = lint(row.wrong)
        #expect(wrong.findings.contains { $0.reason == row.reason }, "\(wrong.codes)")
        let right = lint(row.right)
        #expect(!right.findings.contains { $0.reason == row.reason }, "\(right.findings.map(\.message))")
    }

    @Test func everyRuleHasARow() {
        #expect(Set(LintReason.allCases).subtracting(Self.rows.map(\.reason)).isEmpty)
    }

    @Test func everyReasonSaysWhatToDo() {
        for reason in LintReason.allCases {
            #expect(!reason.fix.isEmpty)
            #expect(reason.meaning.hasSuffix("."))
            #expect(reason.rawValue.hasPrefix("lint/"))
        }
    }
}
