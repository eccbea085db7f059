import BridgePrimitives

/// When a token is renewed by itself: five minutes before it expires, and after a failure on a ladder of waits.
struct RefreshSchedule: Equatable, Sendable {
    static let margin = Duration.seconds(300)
    private static let firstWait = Duration.seconds(60)
    private static let longestWait = Duration.seconds(960)

    /// How long to wait after the last failure; nil while all goes well.
    private(set) var retryWait: Duration?

    /// How long from now until the next try.
    ///
    /// - Parameter expiry: of the token at hand; nil when unknown, then it is due at once.
    func wait(expiry: Instant?, now: Instant) -> Duration {
        if let retryWait { return retryWait }
        guard let expiry else { return .zero }
        return max(.zero, expiry - Self.margin - now)
    }

    mutating func succeeded() { retryWait = nil }

    /// Sixty seconds at first, then twice as long each time, sixteen minutes at most.
    mutating func failed() { retryWait = min(retryWait.map { $0 * 2 } ?? Self.firstWait, Self.longestWait) }
}

extension Auth {
    /// Whether the token is renewed by itself while somebody is signed in.
    ///
    /// Off at first; the first ``getToken(forcingRefresh:)`` of another product switches it on.
    public var refreshesAutomatically: Bool {
        get { state.withLock { $0.refreshesAutomatically } }
        set {
            state.withLock { $0.refreshesAutomatically = newValue }
            scheduleAutomaticRefresh()
        }
    }

    /// The token for another Firebase product; from then on it is renewed by itself. Nil when nobody is signed in.
    public func getToken(forcingRefresh: Bool = false) async throws -> String? {
        guard let session else { return nil }
        if !refreshesAutomatically { refreshesAutomatically = true }
        return try await idToken(of: session, forcingRefresh: forcingRefresh)
    }

    /// Starts, goes on with or ends the renewals, as the session is now.
    func scheduleAutomaticRefresh() {
        let (session, wanted) = state.withLock { state in
            (state.session, state.refreshesAutomatically && !state.isRetired)
        }
        let obsolete: Task<Void, Never>? = state.withLock { state in
            guard let running = state.automaticRefresh, !wanted || running.session !== session else { return nil }
            state.automaticRefresh = nil
            return running.task
        }
        obsolete?.cancel()
        guard wanted, let session, state.withLock({ $0.automaticRefresh == nil }) else { return }
        let clock = environment.clock
        // Owned by the environment, cancelled with the session; it does not keep the client alive while it sleeps.
        let task = environment.tasks.start(.watch) { [weak self] in
            var schedule = RefreshSchedule()
            while true {
                // Read first: should the clock be moved between the two, the sleep ends early, not late.
                let start = clock.now
                guard let wait = self?.wait(schedule, for: session) else { return }
                if wait > .zero {
                    guard (try? await clock.sleep(until: start + wait)) != nil else { return }
                    // The token may have been renewed meanwhile; after a failure the wait itself was the point.
                    if schedule.retryWait == nil, self?.wait(schedule, for: session) ?? .zero > .zero { continue }
                }
                guard let self, self.session === session else { return }
                let before = session.tokens.idToken.reveal()
                do throws(AuthError) {
                    let token = try await self.idToken(of: session, forcingRefresh: true)
                    schedule.succeeded()
                    // The same token again is no younger: without a pause this would go on without end.
                    if token == before { schedule.failed() }
                } catch { schedule.failed() }
            }
        }
        guard let task else { return }
        state.withLock { $0.automaticRefresh = (session, task) }
    }

    /// Nil when the session is over.
    private func wait(_ schedule: RefreshSchedule, for session: UserSession) -> Duration? {
        guard self.session === session else { return nil }
        return schedule.wait(expiry: session.tokens.expiry, now: now)
    }
}
