import BridgePrimitives
import BridgeTrace

extension RunReport {
    /// Rows of one table; a job's summary may have a mebibyte, and nobody reads more.
    private static let rowLimit = 100

    /// Markdown for the summary of a job or a comment: the verdict, what failed with cause and fix, what is flaky, what
    /// fails as is known, and what is slow.
    ///
    /// - Complexity: O(n log n).
    public var markdown: String {
        let isGood = exitCode == 0
        var lines = ["### \(isGood ? "✅" : "❌") session-bridge: \(Self.text(summary))", ""]
        if !errors.isEmpty {
            lines += Self.table(
                ["Not run", "Why"],
                errors.map { [Self.text($0.source?.description ?? $0.name), Self.text("\($0.message); \($0.fix)")] })
        }
        let failed = scenarios.filter { !$0.hasPassed && $0.ending.outcome != .notRun && !$0.ending.isUnfinished }
        lines += Self.table(
            ["Failed", "Cause", "Fix", "Where"],
            failed.map { scenario in
                let reason = scenario.ending.reason
                let code = reason.map { "\(Self.code($0.code.rawValue)) " } ?? ""
                let proof = scenario.ending.proof.map { " \($0.sentence)" } ?? ""
                return [
                    Self.text(scenario.title), code + Self.text(reason?.message ?? ""),
                    Self.text((reason?.fix ?? "") + proof),
                    Self.text("\(scenario.place.plainFile):\(scenario.place.line)"),
                ]
            })
        for scenario in failed { lines += Self.printed(in: scenario) }
        lines += Self.table(
            ["Flaky", "Tries", "Cause of the last failure"],
            scenarios.filter(\.isFlaky).map { scenario in
                let reason = scenario.earlier.last?.reason
                let code = reason.map { "\(Self.code($0.code.rawValue)) " } ?? ""
                return [
                    Self.text(scenario.title), "\(scenario.earlier.count + 1)", code + Self.text(reason?.message ?? ""),
                ]
            })
        lines += Self.table(
            ["Known failure", "Why"],
            scenarios.compactMap { scenario in
                scenario.ending.knownFailure.map { known in
                    [
                        Self.text(scenario.title),
                        Self.code(known.reason.rawValue) + (known.note.map { " \(Self.text($0))" } ?? ""),
                    ]
                }
            })
        let left = tally.notRun + tally.unfinished
        if left > 0 { lines += ["\(left) were not run to their end.", ""] }
        if scenarios.count > 1 {
            lines += ["<details><summary>Slowest</summary>", ""]
            lines += Self.table(
                ["Scenario", "ms"],
                slowest(5).map { [Self.text($0.title), "\($0.ending.elapsed.wholeMilliseconds)"] })
            lines += ["</details>", ""]
        }
        return lines.joined(separator: "\n")
    }

    /// What started servers printed while a scenario ran that failed; nothing if its events are not in the report.
    private static func printed(in scenario: ReportedScenario) -> [String] {
        let lines = scenario.events.compactMap { event -> String? in
            guard event["event"] == "printed", let process = event["process"]?.stringValue,
                let line = event["text"]?.stringValue
            else { return nil }
            return "\(text(process)): \(text(line))<br>"
        }
        guard !lines.isEmpty else { return [] }
        let left = lines.count > rowLimit ? ["… \(lines.count - rowLimit) before<br>"] : []
        return ["<details><summary>Printed by servers: \(text(scenario.title))</summary>", ""] + left
            + lines.suffix(rowLimit) + ["", "</details>", ""]
    }

    private static func table(_ columns: [String], _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        let more = rows.count > rowLimit ? ["", "… and \(rows.count - rowLimit) more."] : []
        return [row(columns), row(columns.map { _ in "---" })] + rows.prefix(rowLimit).map(row) + more + [""]
    }

    /// Text of others: no markup, no cell, no line and no mention of a person begins in it.
    static func text(_ text: String) -> String {
        var output = ""
        for scalar in VisibleText.escaped(text).unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "@": output += "&#64;"
            case "|", "\\", "`", "*", "_", "[", "]", "#", "!", "~", "$":
                output += "\\"
                output.unicodeScalars.append(scalar)
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// A reason's code: letters and signs of ours, unless the report was written by others.
    private static func code(_ code: String) -> String {
        let isPlain = code.utf8.allSatisfy {
            ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "-/_".utf8.contains($0)
        }
        return isPlain ? "`\(code)`" : text(code)
    }
}
