import BridgePrimitives
import BridgeTrace
import Inspecting
import Scenarios

/// A trace, and the place of its scenario in the report.
struct ReportedTrace: Sendable {
    let scenario: Int
    let trace: RecordedTrace
}

/// Where each result goes, as it comes: the report, the trace file, the page that shows it.
final class RunRecorder: Sendable {
    private let file: TraceFileOutput?
    private let hub: InspectorHub?
    private let hasEvents: Bool
    private let keepsTraces: Bool
    private let state = Mutex<(scenarios: [ReportedScenario], traces: [ReportedTrace])>(([], []))

    /// - Parameters:
    ///   - hasEvents: whether reports have the events of what failed.
    ///   - keepsTraces: for what is made of all of them, a HAR and an HTML report.
    init(file: TraceFileOutput?, hub: InspectorHub?, hasEvents: Bool, keepsTraces: Bool) {
        (self.file, self.hub, self.hasEvents, self.keepsTraces) = (file, hub, hasEvents, keepsTraces)
    }

    var scenarios: [ReportedScenario] { state.withLock { $0.scenarios } }
    var traces: [ReportedTrace] { state.withLock { $0.traces } }

    func add(_ result: ScenarioResult) {
        for trace in result.recordings { hub?.add(trace) }
        keep(result)
    }

    /// The same of a trace that goes on, which somebody else shows.
    func keep(_ result: ScenarioResult) {
        for trace in result.recordings { file?.append(trace) }
        let reported = ReportedScenario(result, hasEvents: hasEvents)
        state.withLock { state in
            if keepsTraces {
                let number = state.scenarios.count
                state.traces += result.recordings.map { ReportedTrace(scenario: number, trace: $0) }
            }
            state.scenarios.append(reported)
        }
    }

    /// - Throws: `output/…` where not all was written.
    func finish() throws(BridgeFailure) { try file?.finish() }
}

extension ScenarioResult {
    /// The traces of all tries, the last at the end; those before say which they were.
    fileprivate var recordings: [RecordedTrace] {
        let tries = earlier.enumerated().compactMap { number, result -> RecordedTrace? in
            var trace = result.recording
            trace?.head.name += ", try \(number + 1)"
            return trace
        }
        return tries + [recording].compactMap(\.self)
    }
}
