import BridgePrimitives
import BridgeTrace

extension Report {
    /// JUnit's XML as CI servers read it, one `testsuite`. A failure's message is its root cause and the fix.
    ///
    /// - Parameter errors: what kept scenarios from being run.
    public static func junit(
        for results: [ScenarioResult], errors: [InputError] = [], elapsed: Duration
    ) -> String {
        let tally = Tally(results)
        let lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuite name="session-bridge" tests="\#(results.count + errors.count)" failures="\#(tally.failed)""#
                + #" errors="\#(tally.broken + tally.unfinished + errors.count)" time="\#(seconds(elapsed))">"#,
        ]
        return (lines + results.flatMap(testCase) + errors.flatMap(testCase) + ["</testsuite>", ""]).joined(
            separator: "\n")
    }

    private static func testCase(_ result: ScenarioResult) -> [String] {
        let head =
            "  <testcase name=\(quoted(result.scenario.name)) classname=\(quoted(result.scenario.file))"
            + " time=\(quoted(seconds(result.elapsed)))"
        switch result.outcome {
        case .passed: return [head + "/>"]
        case .failed:
            let cause = result.rootCause.map { cause in
                "message=\(quoted("\(cause.message)\(cause.fix.isEmpty ? "" : " Fix: \(cause.fix)")"))"
                    + " type=\(quoted(cause.code.rawValue))"
            }
            let text = lines(for: result).dropFirst().map(VisibleText.escaped).joined(separator: "\n")
            return [
                head + ">", "    <failure \(cause ?? "")>\(MarkupText.escaped(text))</failure>", "  </testcase>",
            ]
        case .broken(let failure):
            return [head + ">", "    <error message=\(quoted(failure.description))/>", "  </testcase>"]
        }
    }

    private static func testCase(_ error: InputError) -> [String] {
        let place = error.source.map { "\($0): " } ?? ""
        let fix = error.fix.isEmpty ? "" : "; \(error.fix)"
        return [
            "  <testcase name=\(quoted(error.name)) classname=\(quoted(error.source?.file ?? "session-bridge")) time=\"0.000\">",
            "    <error message=\(quoted("\(place)\(error.message)\(fix)")) type=\(quoted(error.code.rawValue))/>",
            "  </testcase>",
        ]
    }

    private static func quoted(_ text: String) -> String {
        "\"\(MarkupText.escaped(VisibleText.escaped(text)))\""
    }

    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = String(duration.wholeMilliseconds % 1000)
        let padding = String(repeating: "0", count: max(0, 3 - milliseconds.count))
        return "\(duration.wholeMilliseconds / 1000).\(padding)\(milliseconds)"
    }
}
