import BridgePrimitives
import Inspecting
import Scenarios

extension InspectorFile {
    /// A run's report and its traces: of what passed at once, as many as the file can have.
    init(_ report: RunReport, traces: [ReportedTrace]) {
        var report = report
        // Their traces have them.
        for index in report.scenarios.indices { report.scenarios[index].events = [] }
        self.init(
            traces.filter { report.scenarios.indices.contains($0.scenario) }.map { kept in
                let scenario = report.scenarios[kept.scenario]
                let isOptional = scenario.hasPassed && !scenario.isFlaky && scenario.ending.knownFailure == nil
                return Trace(kept.trace, scenario: kept.scenario, isOptional: isOptional)
            },
            run: report.json, title: report.summary, reasons: .all,
            producer: "session-bridge \(report.facts.version)")
    }
}
