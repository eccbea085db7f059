import BridgePrimitives
import BridgeTrace
import Files
import Foundation
import Reporting
import Scenarios
import Worlds

extension ScenarioStory {
    /// Runs the scenario in a world of its own and tells it as `session-bridge run` does.
    ///
    /// - Parameter stateFolder: where keys are kept; nil for the user's folder.
    func run(stateFolder: String?) async throws -> ExampleRun {
        let folder = try Folders.makeTemporary()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/example.yaml"
        try OutputFile.write(yaml, to: file)
        for module in modules { try OutputFile.write(module.text, to: "\(folder)/\(module.name)") }
        let scenarios = try ScenarioFiles.scenarios(at: [file])
        let runs = ScenarioRuns(settings: WorldSettings(), stateFolder: stateFolder, width: 1)
        // Whole as they come: of one that has passed the events are not kept.
        var results: [ScenarioResult] = []
        _ = try await runs.run(scenarios) { results.append($0) }
        return ExampleRun(results.map { Self.step($0, in: folder) }, besides: results.flatMap(Self.reasons))
    }

    /// The report without its duration, which differs from run to run.
    private static func step(_ result: ScenarioResult, in folder: String) -> ExampleStep {
        let report = Report.lines(for: result).dropFirst().map { $0.replacing(folder + "/", with: "") }
        let head = "\(result.hasPassed ? "ok    " : "FAIL  ")\(result.scenario.name)"
        return ExampleStep(([head] + report).joined(separator: "\n"))
    }

    private static func reasons(_ result: ScenarioResult) -> [ReasonCode] {
        var reasons = result.events.flatMap(\.reasons) + result.findings.map(\.code)
        if let cause = result.rootCause { reasons.append(cause.code) }
        switch result.outcome {
        case .passed: break
        case .failed(let mismatches): reasons += mismatches.flatMap(\.because)
        case .broken(let failure): reasons.append(failure.code)
        }
        return reasons
    }
}
