import BridgePrimitives
import BridgeTrace
import Files

/// A trace file that is written while something runs: what has happened is in it however the run ends.
///
/// Safe to write from anywhere. The first failure is kept and told by ``finish()``; nothing is written after it.
final class TraceFileOutput: Sendable {
    private struct State: ~Copyable {
        var file: OpenFile
        var failure: BridgeFailure?
        var causes = TraceCauses()
        /// Traces that were begun.
        var count = 0
        var head: TraceHead?
        var order = OrderedEvents()
    }

    let path: String
    private let state: Mutex<State>

    /// Empties the file, or makes it.
    ///
    /// - Parameter isSecret: whether only the file's owner may read it (mode 0600).
    /// - Throws: `output/not-writable`, and the file is as it was.
    init(path: String, isSecret: Bool = false) throws(BridgeFailure) {
        self.path = path
        do throws(SystemFailure) {
            state = Mutex(State(file: try FileWriting.begin(path, for: isSecret ? .owner : .asBefore)))
        } catch { throw Self.failure(error, path) }
    }

    /// Begins a trace, whose id is set here: they are counted.
    func begin(_ head: TraceHead) {
        state.withLock { state in
            (state.head, state.order) = (head, OrderedEvents())
            Self.write(numbered: head, to: &state, path)
        }
    }

    /// An event of the trace that was begun last, by whoever recorded it: the file has them by their numbers, which a log
    /// gives without a gap. One that has a number again begins the trace anew: its log was emptied.
    func append(_ event: TraceEvent) {
        state.withLock { state in
            let arrival = state.order.take(event)
            if let left = arrival.left, let head = state.head {
                for event in left { Self.write(event, to: &state, path) }
                Self.write(numbered: head, to: &state, path)
            }
            for event in arrival.events { Self.write(event, to: &state, path) }
        }
    }

    /// A whole trace.
    func append(_ trace: RecordedTrace) {
        state.withLock { state in
            var trace = trace
            trace.head = Self.numbered(trace.head, &state)
            Self.write(trace.text, to: &state, path)
        }
    }

    /// - Throws: `output/disk-full` or `output/not-writable` where not all was written.
    func finish() throws(BridgeFailure) {
        let failure = state.withLock { state in
            for event in state.order.takeAll() { Self.write(event, to: &state, path) }
            return state.failure
        }
        if let failure { throw failure }
    }

    private static func write(numbered head: TraceHead, to state: inout State, _ path: String) {
        state.causes = TraceCauses()
        write(numbered(head, &state).json.text() + "\n", to: &state, path)
    }

    private static func numbered(_ head: TraceHead, _ state: inout State) -> TraceHead {
        state.count += 1
        var head = head
        (head.id, head.producer) = ("\(state.count)", SessionBridgeVersion.producer)
        return head
    }

    private static func write(_ event: TraceEvent, to state: inout State, _ path: String) {
        write(event.line(cause: state.causes.cause(of: event)).text() + "\n", to: &state, path)
    }

    private static func write(_ text: String, to state: inout State, _ path: String) {
        guard state.failure == nil else { return }
        do throws(SystemFailure) { try state.file.write(Array(text.utf8)) } catch {
            state.failure = failure(error, path)
        }
    }

    private static func failure(_ failure: SystemFailure, _ path: String) -> BridgeFailure {
        OutputReason(failure).failure("the trace cannot be written to \(path): \(failure.words)")
    }
}
