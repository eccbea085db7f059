/// The one clock of a world: it can be frozen and moved, and each party may read it with a skew.
///
/// Running, it follows the system's clock plus whatever was advanced; frozen, it stands still until told
/// otherwise. Everything that waits in the world waits on this clock, so an hour passes in microseconds.
public final class WorldClock: Sendable {
    /// Who reads the clock; each has a skew of its own.
    public enum Party: String, CaseIterable, Sendable {
        case device, backend, web
    }

    /// What the clock can be put to, the years 101 to 9899: calendars end a hundred years before and after, so that a
    /// certificate's lifetime can be reckoned from any of them.
    public static let range =
        Instant(millisecondsSinceEpoch: -58_979_923_200_000)...Instant(millisecondsSinceEpoch: 250_246_627_199_999)

    private struct State {
        var frozenAt: Instant?
        var offset = Duration.zero
        var skews: [Party: Duration] = [:]
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextSleeper = 0
    }

    private let systemNow: @Sendable () -> Instant
    private let state: Mutex<State>

    /// - Parameters:
    ///   - systemNow: reads the time of the machine; called outside the lock.
    ///   - frozenAt: where to stand still from the start; nil to run.
    public init(systemNow: @escaping @Sendable () -> Instant, frozenAt: Instant? = nil) {
        self.systemNow = systemNow
        state = Mutex(State(frozenAt: frozenAt))
    }

    /// A clock that stands still until advanced, for tests and scripted stories.
    public static func frozen(at instant: Instant) -> WorldClock {
        WorldClock(systemNow: { instant }, frozenAt: instant)
    }

    /// The world's time, without skew.
    public var now: Instant {
        let system = systemNow()
        return state.withLock { Self.reading($0, system: system) }
    }

    /// The time as `party` believes it to be.
    public func now(on party: Party) -> Instant {
        let system = systemNow()
        return state.withLock { Self.reading($0, system: system) + ($0.skews[party] ?? .zero) }
    }

    public var isFrozen: Bool { state.withLock { $0.frozenAt != nil } }

    public func skew(of party: Party) -> Duration { state.withLock { $0.skews[party] ?? .zero } }

    public func setSkew(_ skew: Duration, of party: Party) { state.withLock { $0.skews[party] = skew } }

    /// Moves the world on (or back, with a negative duration) and wakes whoever's time has come. Stops at the ends of
    /// ``range``.
    public func advance(by duration: Duration) {
        change { state, system in
            if let frozen = state.frozenAt {
                state.frozenAt = Self.clamped(frozen + duration)
            } else {
                state.offset = Self.clamped(system + (state.offset + duration)) - system
            }
        }
    }

    /// Puts the clock to `instant`, standing still from then on if `frozen`.
    public func set(to instant: Instant, frozen: Bool) {
        change { state, system in
            state.frozenAt = frozen ? instant : nil
            state.offset = instant - system
        }
    }

    /// Lets a frozen clock run on from where it stands.
    public func unfreeze() {
        change { state, system in
            guard let frozen = state.frozenAt else { return }
            state.offset = frozen - system
            state.frozenAt = nil
        }
    }

    /// Stands still from now on.
    public func freeze() {
        change { state, system in state.frozenAt = Self.reading(state, system: system) }
    }

    /// Follows the system's clock again, without skew, as after a first start.
    public func reset() {
        change { state, _ in (state.frozenAt, state.offset, state.skews) = (nil, .zero, [:]) }
    }

    /// Returns when the world's time has reached `deadline`; throws `CancellationError` when cancelled first.
    ///
    /// - Complexity: O(n) in the number of sleepers for each change of the clock.
    public func sleep(until deadline: Instant) async throws {
        while true {
            try Task.checkCancellation()
            let remaining = deadline - now
            if remaining <= .zero { return }
            try await waitForChange(orFor: isFrozen ? nil : remaining, deadline: deadline)
        }
    }

    /// Waits until the clock is changed or, on a running clock, until `remaining` of real time has passed.
    private func waitForChange(orFor remaining: Duration?, deadline: Instant) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.parkUntilWoken(deadline: deadline) }
            if let remaining { group.addTask { try await Task.sleep(for: remaining) } }
            try await group.next()
            group.cancelAll()
        }
    }

    private func parkUntilWoken(deadline: Instant) async {
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let system = systemNow()
                let isDue = state.withLock { state in
                    // Looked at under the lock: neither a change of the clock nor a cancellation that came
                    // between the caller's look and this one may be missed.
                    if Task.isCancelled || Self.reading(state, system: system) >= deadline { return true }
                    state.sleepers[id] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            wake(id)
        }
    }

    private func wake(_ id: Int) {
        state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
    }

    /// Changes the state, then wakes the due outside the lock. Everybody is woken when the clock's pace may have
    /// changed: sleepers look at the time again and lie down if it is too early.
    private func change(_ body: (inout State, Instant) -> Void) {
        let system = systemNow()
        let woken = state.withLock { state in
            body(&state, system)
            defer { state.sleepers = [:] }
            return Array(state.sleepers.values)
        }
        for continuation in woken { continuation.resume() }
    }

    private static func reading(_ state: State, system: Instant) -> Instant {
        clamped(state.frozenAt ?? system + state.offset)
    }

    private static func clamped(_ instant: Instant) -> Instant {
        min(max(instant, range.lowerBound), range.upperBound)
    }
}
