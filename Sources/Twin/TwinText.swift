public import BridgePrimitives
import BridgeTrace
import Scenarios

extension TwinResult {
    /// The result for people: each step, what the two agree on, and what not.
    ///
    /// - Parameter isBrief: whether to leave out what they agree on.
    public func lines(isBrief: Bool = false) -> [String] {
        let cause = rootCause.map { RootCauseText.lines($0) } ?? []
        switch outcome {
        case .incomparable(let reasons):
            return ["-  \(name): not comparable"]
                + reasons.map { "      \($0.rawValue): \($0.meaning)" }
        case .compared(let steps):
            let count = steps.reduce(0) { $0 + $1.faults.count }
            return [heading(count)] + cause + steps.flatMap { $0.lines(isBrief: isBrief, browser: browser) }
        case .stopped(let steps, let step, let message, let reasons):
            let codes = reasons.map(\.rawValue).joined(separator: ", ")
            return [heading(steps.reduce(0) { $0 + $1.faults.count })] + cause
                + steps.flatMap { $0.lines(isBrief: isBrief, browser: browser) }
                + ["   \(step): the app stops here, for both: \(message)  \(codes)"]
        }
    }

    private func heading(_ faults: Int) -> String {
        let verdict =
            switch faults {
            case 0: steps.contains { !$0.differences.isEmpty } ? "differs as explained" : "alike"
            case 1: "1 difference that nothing explains"
            default: "\(faults) differences that nothing explains"
            }
        return "\(faults == 0 ? "✓" : "✗")  \(name): \(verdict) (\(profile) beside \(browser))"
    }

    public var json: JSONValue {
        var object = JSONObject([
            ("scenario", .string(name)), ("profile", .string(profile)), ("browser", .string(browser)),
        ])
        switch outcome {
        case .incomparable(let reasons):
            object["outcome"] = "incomparable"
            object["reasons"] = .codes(reasons)
        case .compared: object["outcome"] = isAlike ? "alike" : "different"
        case .stopped(_, let step, let message, let reasons):
            object["outcome"] = isAlike ? "stopped" : "different"
            object["stopped"] = [
                "step": .string(step), "message": .string(message),
                "reasons": .codes(reasons),
            ]
        }
        if let rootCause { object["root_cause"] = .object(rootCause.json) }
        object["steps"] = .array(steps.map(\.json))
        return .object(object)
    }
}

extension TwinStep {
    fileprivate func lines(isBrief: Bool, browser: String) -> [String] {
        var lines: [String] = isBrief && differences.isEmpty ? [] : ["   \(name)"]
        if !isBrief {
            for agreement in agreements { lines += Self.block("=", agreement.aspect, agreement.lines) }
        }
        for difference in differences {
            lines += Self.block("≠", difference.aspect, ["the headless view:"] + difference.headless.map { "  " + $0 })
            lines += Self.block(" ", "", ["\(browser):"] + difference.browser.map { "  " + $0 })
            for reason in difference.explanations {
                lines += Self.block(" ", "", ["explained by \(reason.rawValue): \(reason.meaning)"])
            }
        }
        return lines
    }

    private static func block(_ mark: String, _ title: String, _ lines: [String]) -> [String] {
        let padded = title.padded(to: 15)
        let blank = String(repeating: " ", count: padded.count)
        return lines.enumerated().map { index, line in
            index == 0 ? "     \(mark) \(padded)  \(line)" : "       \(blank)  \(line)"
        }
    }

    fileprivate var json: JSONValue {
        func list(_ lines: [String]) -> JSONValue { .array(lines.map { .string($0) }) }
        return [
            "step": .string(name),
            "agree": .object(JSONObject(agreements.map { ($0.aspect, list($0.lines)) })),
            "differ": .array(
                differences.map { difference in
                    [
                        "aspect": .string(difference.aspect), "headless": list(difference.headless),
                        "browser": list(difference.browser),
                        "explained_by": .codes(difference.explanations),
                    ]
                }),
        ]
    }
}
