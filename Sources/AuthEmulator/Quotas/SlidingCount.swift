import BridgePrimitives

/// How often something happened lately: a window that slides with the time, exact to the millisecond.
struct SlidingCount: Hashable, Sendable {
    /// What happened at `t` counts before `t + length`, and no more then.
    let length: Duration
    /// In the order in which they were noted.
    private(set) var times: [Instant] = []

    init(length: Duration) { self.length = length }

    /// - Complexity: O(n) of what is in the window.
    func count(at now: Instant) -> Int { times.count { isWithin($0, at: now) } }

    /// Notes that it happened, and forgets what has left the window.
    mutating func note(at now: Instant) {
        times = times.filter { isWithin($0, at: now) } + [now]
    }

    /// When fewer than `limit` will be in the window, with nothing noted meanwhile; nil for never.
    func wait(forFewerThan limit: Int, at now: Instant) -> Duration? {
        guard limit > 0 else { return nil }
        let counted = times.filter { isWithin($0, at: now) }.sorted()
        guard counted.count >= limit else { return .zero }
        // All but the last `limit - 1` must go.
        return counted[counted.count - limit] + length - now
    }

    /// A clock that was set back makes what happened later not have happened.
    private func isWithin(_ time: Instant, at now: Instant) -> Bool { time <= now && now < time + length }
}
