import BridgePrimitives
public import BridgeTrace
public import Scenarios
import TraceReports

/// A trace, and whose it is.
public struct ReportedTrace: Sendable {
    /// The place of its scenario in the report.
    public let scenario: Int
    public let trace: RecordedTrace

    public init(scenario: Int, trace: RecordedTrace) { (self.scenario, self.trace) = (scenario, trace) }
}

/// A run as one HTML file that needs nothing else: a list to choose from, and of each scenario its cause, steps, tries
/// and, where it was kept, its trace.
public struct RunPage: Sendable {
    private let report: RunReport
    private let traces: [Int: RecordedTrace]
    private let hasTraces: Bool

    /// Traces of scenarios that passed; of many more a page would not open.
    private static let passedLimit = 200

    /// - Parameter traces: of scenarios with several tries the last counts.
    public init(_ report: RunReport, traces: [ReportedTrace] = []) {
        self.report = report
        hasTraces = !traces.isEmpty
        var kept: [Int: RecordedTrace] = [:]
        var passed = 0
        for each in traces {
            guard report.scenarios.indices.contains(each.scenario) else { continue }
            if report.scenarios[each.scenario].hasPassed, kept[each.scenario] == nil {
                passed += 1
                if passed > Self.passedLimit { continue }
            }
            kept[each.scenario] = each.trace
        }
        self.traces = kept
    }

    /// The whole document.
    ///
    /// - Complexity: O(n) in scenarios and traces.
    public var text: String {
        HTMLReport(
            report.scenarios.enumerated().map(entry), noun: "scenario", title: report.summary,
            problems: report.errors.map(\.line), reasons: .all,
            producer: "session-bridge \(report.facts.version)"
        ).text
    }

    private func entry(number: Int, scenario: ReportedScenario) -> HTMLReport.Entry {
        let trace = traces[number]
        return HTMLReport.Entry(
            name: scenario.title, standing: Self.standing(of: scenario),
            cause: (scenario.ending.reason ?? scenario.earlier.last?.reason)?.code.rawValue,
            details: facts(scenario, hasTrace: trace != nil), aside: aside(scenario, hasTrace: trace != nil),
            trace: trace)
    }

    private static func standing(of scenario: ReportedScenario) -> TraceStanding {
        switch scenario.ending.outcome {
        case .passed where scenario.isFlaky: .flaky
        case .passed: scenario.ending.knownFailure == nil ? .passed : .known
        case .failed, .error: .failed
        case .notRun: .notRun
        }
    }

    private func aside(_ scenario: ReportedScenario, hasTrace: Bool) -> Markup {
        let ending = scenario.ending
        let left: Markup =
            hasTraces && !hasTrace && scenario.hasPassed && ending.outcome != .notRun
            ? "<p class=\"dim\">Its trace is left out: \(Self.passedLimit) of those that passed have theirs.</p>" : ""
        // The trace has its own.
        let cause = hasTrace ? "" : reason(ending)
        let findings: Markup = hasTrace || ending.findings.isEmpty ? "" : self.findings(ending.findings)
        return cause + mismatches(ending) + tries(scenario) + steps(ending) + findings + left
    }

    private func facts(_ scenario: ReportedScenario, hasTrace: Bool) -> Markup {
        var rows: [(String, String?)] = [
            ("took", "\(scenario.ending.elapsed.wholeMilliseconds) ms"),
            ("known", scenario.ending.knownFailure?.text),
            ("tags", scenario.tags.isEmpty ? nil : scenario.tags.joined(separator: ", ")),
            ("shard", scenario.shard.map { String($0) }),
        ]
        if !hasTrace {
            rows += [
                ("scenario", scenario.source.description),
                ("profile", scenario.profile ?? report.facts.profile),
                ("engine", scenario.engine ?? report.facts.engine),
            ]
        }
        let known = rows.compactMap { name, value in value.map { "<div><dt>\(name)</dt><dd>\($0)</dd></div>" as Markup }
        }
        return "<dl>\(known)</dl>"
    }

    private func reason(_ ending: ReportedEnding) -> Markup {
        guard let reason = ending.reason else { return "" }
        let place: Markup = ending.faultyStep.map { "<p>In step \($0.name), \($0.place.description)</p>" } ?? ""
        let fix: Markup = reason.fix.isEmpty ? "" : "<p class=\"fix\">→ \(reason.fix)</p>"
        return """
            <div class="cause"><h3>Root cause</h3><p><strong>\(reason.message)</strong></p>
            \(fix)<p><code>\(reason.code.rawValue)</code></p>\(place)</div>
            """
    }

    private func mismatches(_ ending: ReportedEnding) -> Markup {
        guard !ending.mismatches.isEmpty else { return "" }
        let rows = ending.mismatches.map { "<li>\($0.description)</li>" as Markup }
        return "<h3>Otherwise than expected</h3><ul>\(rows)</ul>"
    }

    private func findings(_ findings: [Finding]) -> Markup {
        let rows = findings.map { each -> Markup in
            "<li>\(each.message) <code>\(each.code.rawValue)</code><p class=\"fix\">→ \(each.fix)</p></li>"
        }
        return "<h3>Findings</h3><ul class=\"findings\">\(rows)</ul>"
    }

    private func tries(_ scenario: ReportedScenario) -> Markup {
        guard !scenario.earlier.isEmpty else { return "" }
        let rows = (scenario.earlier + [scenario.ending]).enumerated().map { number, ending -> Markup in
            let reason = ending.reason.map { "<code>\($0.code.rawValue)</code> \($0.message)" as Markup } ?? ""
            return """
                <tr><td>\(number + 1)</td><td>\(ending.outcome.rawValue)</td>\
                <td>\(Int(ending.elapsed.wholeMilliseconds)) ms</td><td>\(reason)</td></tr>
                """
        }
        return Self.table("Tries", ["try", "outcome", "took", "cause"], rows)
    }

    private func steps(_ ending: ReportedEnding) -> Markup {
        let rows = ending.steps.map { step -> Markup in
            let mark: Markup = step.hasFailed ? "<span class=\"bad\">✗</span>" : "<span class=\"good\">✓</span>"
            let time = step.elapsed.map { "\($0.wholeMilliseconds) ms" } ?? ""
            return "<tr><td>\(mark) \(step.name)</td><td>\(time)</td><td>\(step.place.description)</td></tr>"
        }
        return Self.table("Steps", ["step", "took", "where"], rows)
    }

    private static func table(_ title: String, _ columns: [String], _ rows: [Markup]) -> Markup {
        guard !rows.isEmpty else { return "" }
        let head = columns.map { "<th scope=\"col\">\($0)</th>" as Markup }
        return """
            <h3>\(title)</h3><div class="wide" tabindex="0" role="region" aria-label="\(title)">
            <table><thead><tr>\(head)</tr></thead><tbody>
            \(rows)</tbody></table></div>

            """
    }
}
