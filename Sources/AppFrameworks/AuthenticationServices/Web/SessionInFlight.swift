import BridgePrimitives

/// A session that may be cancelled before it is known.
final class SessionInFlight: Sendable {
    private struct State: Sendable {
        var session: ASWebAuthenticationSession?
        var isCancelled = false
    }

    private let state = Mutex(State())

    func set(_ session: ASWebAuthenticationSession) {
        let isCancelled = state.withLock { state in
            state.session = session
            return state.isCancelled
        }
        if isCancelled { session.cancel() }
    }

    func cancel() {
        let session = state.withLock { state in
            state.isCancelled = true
            return state.session
        }
        session?.cancel()
    }
}
