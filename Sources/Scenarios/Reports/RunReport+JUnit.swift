import BridgePrimitives
import BridgeTrace

extension RunReport {
    /// JUnit's XML as CI servers read it: one `testsuite` a file, a failure's message is its root cause and the fix.
    ///
    /// What passed at a later try has a `flakyFailure` for each try before, and what failed each time a `rerunFailure`, as
    /// Maven Surefire writes them.
    ///
    /// - Complexity: O(n).
    public var junit: String {
        let tally = tally
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuites name="session-bridge" tests="\#(tally.count + errors.count)" failures="\#(tally.failed)""#
                + #" errors="\#(tally.errors + errors.count)" time="\#(Self.seconds(facts.elapsed))""#
                + #" skipped="\#(tally.notRun)">"#,
        ]
        let files = scenarios.map(\.key.file).uniqued()
        let grouped = Dictionary(grouping: scenarios, by: \.key.file)
        for file in files { lines += suite(file, grouped[file] ?? []) }
        if !errors.isEmpty {
            lines.append(
                #"  <testsuite name="session-bridge" tests="\#(errors.count)" failures="0" errors="\#(errors.count)""#
                    + #" skipped="0" time="0.000">"#)
            lines += errors.flatMap(Self.testCase) + ["  </testsuite>"]
        }
        return (lines + ["</testsuites>", ""]).joined(separator: "\n")
    }

    private func suite(_ file: String, _ scenarios: [ReportedScenario]) -> [String] {
        let tally = RunTally(scenarios)
        let time = Self.seconds(scenarios.reduce(.zero) { $0 + $1.ending.elapsed })
        let started = facts.started.map { " timestamp=\(Self.quoted(String($0.rfc3339.prefix(19))))" } ?? ""
        let head =
            "  <testsuite name=\(Self.quoted(file)) tests=\"\(tally.count)\" failures=\"\(tally.failed)\""
            + " errors=\"\(tally.errors)\" skipped=\"\(tally.notRun)\" time=\"\(time)\"\(started)>"
        let properties = Self.properties(
            [
                ("profile", facts.profile), ("engine", facts.engine), ("seed", facts.seed.map { String($0) }),
                ("strictness", facts.strictness), ("session-bridge", facts.version),
                ("shard", facts.shard?.description),
            ], indent: 4)
        return [head] + properties + scenarios.flatMap(Self.testCase) + ["  </testsuite>"]
    }

    private static func properties(_ rows: [(String, String?)], indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let known = rows.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : "\(margin)  <property name=\(quoted(name)) value=\(quoted($0))/>" }
        }
        return known.isEmpty ? [] : ["\(margin)<properties>"] + known + ["\(margin)</properties>"]
    }

    private static func testCase(_ scenario: ReportedScenario) -> [String] {
        let place = scenario.place
        let head =
            "    <testcase name=\(quoted(scenario.title)) classname=\(quoted(scenario.key.file))"
            + " time=\"\(seconds(scenario.ending.elapsed))\" file=\(quoted(place.plainFile)) line=\"\(place.line)\""
        var body = properties(
            [
                ("profile", scenario.profile), ("engine", scenario.engine),
                ("tags", scenario.tags.joined(separator: ",")),
                ("root-cause", scenario.ending.reason?.code.rawValue), ("shard", scenario.shard.map { String($0) }),
                ("known-failure", scenario.ending.knownFailure?.text),
            ], indent: 6)
        let ending = scenario.ending
        switch ending.outcome {
        case .passed:
            body += scenario.earlier.flatMap { rerun($0, "flaky") }
        case .failed:
            let text = scenario.lines.dropFirst().map(VisibleText.escaped).joined(separator: "\n")
            body.append("      <failure\(reason(ending))>\(MarkupText.escaped(text))</failure>")
        case .error:
            body.append("      <error\(reason(ending))/>")
        case .notRun:
            body.append("      <skipped message=\(quoted(ending.failure?.message ?? "not run"))/>")
        }
        if !scenario.hasPassed { body += scenario.earlier.flatMap { rerun($0, "rerun") } }
        return body.isEmpty ? [head + "/>"] : [head + ">"] + body + ["    </testcase>"]
    }

    /// - Parameter kind: `flaky` or `rerun`.
    private static func rerun(_ ending: ReportedEnding, _ kind: String) -> [String] {
        let name = kind + (ending.outcome == .failed ? "Failure" : "Error")
        let text = ending.mismatches.map { VisibleText.escaped($0.description) }.joined(separator: "\n")
        return [
            "      <\(name)\(reason(ending))>",
            "        <stackTrace>\(MarkupText.escaped(text))</stackTrace>", "      </\(name)>",
        ]
    }

    private static func reason(_ ending: ReportedEnding) -> String {
        guard let reason = ending.reason else { return "" }
        let message = reason.message + (reason.fix.isEmpty ? "" : " Fix: \(reason.fix)")
        return " message=\(quoted(message)) type=\(quoted(reason.code.rawValue))"
    }

    private static func testCase(_ error: InputError) -> [String] {
        let place = error.source.map { "\($0): " } ?? ""
        let fix = error.fix.isEmpty ? "" : "; \(error.fix)"
        let located = error.source.map { " file=\(quoted($0.file)) line=\"\($0.line)\"" } ?? ""
        return [
            "    <testcase name=\(quoted(error.name)) classname=\(quoted(error.source?.file ?? "session-bridge"))"
                + " time=\"0.000\"\(located)>",
            "      <error message=\(quoted("\(place)\(error.message)\(fix)")) type=\(quoted(error.code.rawValue))/>",
            "    </testcase>",
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
