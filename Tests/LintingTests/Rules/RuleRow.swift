import Reasons
import Testing

/// Sources that break a rule, beside sources that look like it and break none of that rule.
struct RuleRow: Sendable, CustomTestStringConvertible {
    let reason: LintReason
    /// Why the first is wrong and the second is not.
    let why: String
    let wrong: [(path: String, text: String)]
    let right: [(path: String, text: String)]

    init(_ reason: LintReason, _ why: String, swift wrong: String, right: String) {
        self.init(reason, why, [("App.swift", wrong)], [("App.swift", right)])
    }

    init(_ reason: LintReason, _ why: String, script wrong: String, right: String) {
        self.init(reason, why, [("web/guard.js", wrong)], [("web/guard.js", right)])
    }

    init(
        _ reason: LintReason, _ why: String, _ wrong: [(path: String, text: String)],
        _ right: [(path: String, text: String)]
    ) {
        (self.reason, self.why, self.wrong, self.right) = (reason, why, wrong, right)
    }

    var testDescription: String { "\(reason.rawValue): \(why)" }
}

let properties = """
    .name: "customtoken", .value: token, .domain: "app.example.com", .path: "/"
    """
