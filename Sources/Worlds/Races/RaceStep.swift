import BridgePrimitives
import Exploring

/// A step while it is taken: names its events, and knows what had to happen before the next one.
final class RaceStep: Sendable {
    /// The step that the code at hand belongs to; nil where nobody orders anything.
    @TaskLocal static var current: RaceStep?

    let path: [Int]
    let name: String
    let life: TaskLife
    private let state: Mutex<State>

    private struct State {
        var made = 0
        var posted = 0
        var labels: [String: Int] = [:]
        var causes: [RaceEvent]
    }

    init(path: [Int], name: String, life: TaskLife, after causes: [RaceEvent]) {
        (self.path, self.name, self.life) = (path, name, life)
        state = Mutex(State(causes: causes))
    }

    /// What the next event rests on.
    var causes: [RaceEvent] {
        get { state.withLock { $0.causes } }
        set { state.withLock { $0.causes = newValue } }
    }

    /// The step's next event, which it waits for.
    ///
    /// - Parameter label: nil for the step as a whole.
    func event(_ label: String?) -> RaceEvent {
        state.withLock { state in
            defer { (state.made, state.posted) = (state.made + 1, 0) }
            return RaceEvent(path: path + [state.made], name: name(label, &state))
        }
    }

    /// An event that the step sets off; it stands behind the event in which that was done.
    func postedEvent(_ label: String) -> RaceEvent {
        state.withLock { state in
            defer { state.posted += 1 }
            return RaceEvent(path: path + [state.made - 1, state.posted], name: name(label, &state))
        }
    }

    private func name(_ label: String?, _ state: inout State) -> String {
        let count = state.labels[label ?? "", default: 0] + 1
        state.labels[label ?? ""] = count
        guard let label else { return count == 1 ? name : "\(name)/\(count)" }
        // All requests are numbered, since a redirect makes another.
        return "\(name)/\(label)" + (count == 1 && label != "request" ? "" : "-\(count)")
    }
}

/// Whether a task of the app still lives; it does not after the app's end.
final class TaskLife: Sendable {
    private let hasEnded = Mutex(false)
    var isOver: Bool { hasEnded.withLock { $0 } }
    func end() { hasEnded.withLock { $0 = true } }
}
