import BridgePrimitives
import Scenarios

/// A line on the terminal that says how far a run is; it makes way for lines that stay.
final class RunProgress: Sendable {
    private let state: Mutex<ProgressLine>

    /// Nil where nobody looks: no terminal, or a CI server's.
    init?(total: Int, isWanted: Bool) {
        guard isWanted, Console.showsProgress else { return nil }
        state = Mutex(ProgressLine(total: total))
    }

    func begin(_ planned: PlannedScenario) {
        state.withLock { state in
            state.begin(planned.scenario.name)
            Console.progress(state.text(width: Console.width))
        }
    }

    func end(_ result: ScenarioResult) {
        state.withLock { state in
            state.end(result.scenario.name, hasPassed: result.hasPassed)
            Console.progress(state.text(width: Console.width))
        }
    }

    /// Lends the terminal to lines that stay.
    func around(_ body: () -> Void) {
        state.withLock { state in
            Console.progress("")
            body()
            Console.progress(state.text(width: Console.width))
        }
    }

    func finish() { Console.progress("") }
}
