import BridgePrimitives
import HTTPLoader

/// The exchanges of a scenario's first steps, made once and answered from memory from then on, as long as the same is
/// asked in the same order.
final class RecordedExchanges: Sendable {
    private let state = Mutex<(exchanges: [(request: HTTPRequest, exchange: Exchange)], isWhole: Bool)>(([], false))

    var isWhole: Bool { state.withLock { $0.isWhole } }
    func finish() { state.withLock { $0.isWhole = true } }
    func append(_ request: HTTPRequest, _ exchange: Exchange) {
        state.withLock { if !$0.isWhole { $0.exchanges.append((request, exchange)) } }
    }

    /// Nil when something else was asked then.
    func exchange(_ number: Int, for request: HTTPRequest) -> Exchange? {
        state.withLock { state in
            guard state.exchanges.indices.contains(number), state.exchanges[number].request == request else {
                return nil
            }
            return state.exchanges[number].exchange
        }
    }
}

/// One phone's way to the services: through what was recorded first, then as it is.
final class RepeatedTransport: Transport {
    private let inner: any Transport
    private let recorded: RecordedExchanges
    private let isRecording: Bool
    private let state = Mutex<(next: Int, isLive: Bool, hasStrayed: Bool)>((0, false, false))

    init(over inner: any Transport, _ recorded: RecordedExchanges) {
        (self.inner, self.recorded, isRecording) = (inner, recorded, !recorded.isWhole)
    }

    /// From now on requests are made.
    func goLive() {
        state.withLock { $0.isLive = true }
        if isRecording { recorded.finish() }
    }

    /// Whether something was asked that had not been asked before.
    var hasStrayed: Bool { state.withLock { $0.hasStrayed } }

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        let (number, isLive) = state.withLock { state in
            defer { state.next += 1 }
            return (state.next, state.isLive)
        }
        if !isLive, !isRecording {
            if let exchange = recorded.exchange(number, for: request) { return exchange }
            state.withLock { $0.hasStrayed = true }
        }
        let exchange = try await inner.perform(request)
        if !isLive, isRecording { recorded.append(request, exchange) }
        return exchange
    }
}
