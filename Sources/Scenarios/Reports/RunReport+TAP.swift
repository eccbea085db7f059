import BridgePrimitives
import BridgeTrace

extension RunReport {
    /// Version 14 of the Test Anything Protocol, with a YAML block under each scenario that did not pass or was flaky.
    ///
    /// The blocks' values are JSON, which YAML takes, so that no text of others ends a block.
    ///
    /// - Complexity: O(n).
    public var tap: String {
        var lines = ["TAP version 14", "1..\(scenarios.count)"]
        for (number, scenario) in scenarios.enumerated() {
            let isOK = scenario.hasPassed || scenario.ending.outcome == .notRun
            let directive =
                scenario.ending.outcome == .notRun
                ? " # SKIP \(Self.plain(scenario.ending.failure?.message ?? ""))" : ""
            lines.append("\(isOK ? "ok" : "not ok") \(number + 1) - \(Self.plain(scenario.title))\(directive)")
            lines += Self.block(scenario)
        }
        for error in errors { lines.append("Bail out! \(VisibleText.escaped(error.line))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func block(_ scenario: ReportedScenario) -> [String] {
        guard scenario.ending.outcome != .notRun else { return [] }
        var rows: [(String, JSONValue)] = [("duration_ms", .integer(scenario.ending.elapsed.wholeMilliseconds))]
        if let reason = scenario.ending.reason ?? scenario.earlier.last?.reason {
            rows += [
                ("message", .string(reason.message)), ("fix", .string(reason.fix)),
                ("code", .string(reason.code.rawValue)),
            ]
            if let proof = scenario.ending.proof {
                rows.append(("trial", .string(proof.sentence)))
                if proof.tried.count > 1 {
                    rows.append(("causes", .array(proof.tried.map { .string($0.cause.code.rawValue) })))
                }
            }
            rows.append(("severity", scenario.isFlaky ? "flaky" : .string(scenario.ending.outcome.severity)))
            let place = scenario.isFlaky ? scenario.source : scenario.place
            rows.append(
                ("at", ["file": .string(place.plainFile), "line": .integer(Int64(place.line))]))
        }
        if !scenario.ending.mismatches.isEmpty {
            rows.append(("expected", .array(scenario.ending.mismatches.map { .string($0.description) })))
        }
        if !scenario.earlier.isEmpty { rows.append(("tries", .integer(Int64(scenario.earlier.count + 1)))) }
        if !scenario.tags.isEmpty { rows.append(("tags", .array(scenario.tags.map { .string($0) }))) }
        return ["  ---"] + rows.map { "  \($0): \(VisibleText.escaped($1.text()))" } + ["  ..."]
    }

    /// A description on one line, in which nothing begins a directive.
    private static func plain(_ text: String) -> String {
        VisibleText.escaped(text.replacing("\\", with: "\\\\").replacing("#", with: "\\#"))
    }
}

extension ReportedEnding.Outcome {
    fileprivate var severity: String { self == .failed ? "fail" : "error" }
}
