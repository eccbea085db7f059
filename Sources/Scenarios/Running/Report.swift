public import BridgePrimitives
import BridgeTrace

/// How results are told: a line each for people, JUnit for CI servers, JSON for scripts.
public enum Report: Sendable {
    /// `ok    12 ms  The cookie arrives`, or `FAIL` with the place and each mismatch below.
    public static func line(for result: ScenarioResult) -> String {
        let time = "\(result.elapsed.wholeMilliseconds) ms"
        let padding = String(repeating: " ", count: max(0, 7 - time.count))
        let findings =
            result.findings.isEmpty
            ? "" : "  [\(result.findings.map(\.code.rawValue).uniqued().joined(separator: ", "))]"
        switch result.outcome {
        case .passed:
            return "ok    \(padding)\(time)  \(result.scenario.name)\(findings)"
        case .failed(let mismatches):
            return "FAIL  \(padding)\(time)  \(result.scenario.name)  (\(result.scenario.source))"
                + mismatches.map { "\n        \($0)" }.joined()
        case .broken(let failure):
            return "ERROR \(padding)\(time)  \(result.scenario.name)  (\(result.scenario.source))\n        \(failure)"
        }
    }

    /// `12 scenarios: 11 passed, 1 failed (340 ms)`.
    public static func summary(of results: [ScenarioResult], elapsed: Duration) -> String {
        let passed = results.count { $0.hasPassed }
        let noun = results.count == 1 ? "scenario" : "scenarios"
        return "\(results.count) \(noun): \(passed) passed, \(results.count - passed) failed"
            + " (\(elapsed.wholeMilliseconds) ms)"
    }

    /// One object a scenario.
    public static func json(for result: ScenarioResult) -> JSONValue {
        var object = JSONObject([
            ("name", .string(result.scenario.name)), ("source", .string(result.scenario.source.description)),
            ("milliseconds", .integer(result.elapsed.wholeMilliseconds)),
        ])
        switch result.outcome {
        case .passed:
            object["outcome"] = "passed"
        case .failed(let mismatches):
            object["outcome"] = "failed"
            object["mismatches"] = .array(
                mismatches.map { mismatch in
                    [
                        "expected": .string(mismatch.expected), "happened": .string(mismatch.happened),
                        "reasons": .array(mismatch.because.map { .string($0.rawValue) }),
                    ]
                })
        case .broken(let failure):
            object["outcome"] = "error"
            object["error"] = ["code": .string(failure.code.rawValue), "message": .string(failure.cause)]
        }
        object["findings"] = .array(result.findings.map(\.json))
        return .object(object)
    }

    /// JUnit's XML as CI servers read it, one `testsuite`.
    public static func junit(for results: [ScenarioResult], elapsed: Duration) -> String {
        let failures = results.count { if case .failed = $0.outcome { true } else { false } }
        let errors = results.count { if case .broken = $0.outcome { true } else { false } }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuite name="session-bridge" tests="\#(results.count)" failures="\#(failures)" errors="\#(errors)""#
                + #" time="\#(seconds(elapsed))">"#,
        ]
        for result in results {
            let head =
                #"  <testcase name="\#(MarkupText.escaped(result.scenario.name))" classname="\#(MarkupText.escaped(result.scenario.source.file))""#
                + #" time="\#(seconds(result.elapsed))""#
            switch result.outcome {
            case .passed:
                lines.append(head + "/>")
            case .failed(let mismatches):
                let text = mismatches.map(\.description).joined(separator: "\n")
                let first = mismatches.first?.description ?? ""
                lines.append(head + ">")
                lines.append(
                    #"    <failure message="\#(MarkupText.escaped(first))">\#(MarkupText.escaped(text))</failure>"#)
                lines.append("  </testcase>")
            case .broken(let failure):
                lines.append(head + ">")
                lines.append(#"    <error message="\#(MarkupText.escaped(failure.description))"/>"#)
                lines.append("  </testcase>")
            }
        }
        return (lines + ["</testsuite>", ""]).joined(separator: "\n")
    }

    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = String(duration.wholeMilliseconds % 1000)
        let padding = String(repeating: "0", count: max(0, 3 - milliseconds.count))
        return "\(duration.wholeMilliseconds / 1000).\(padding)\(milliseconds)"
    }
}
