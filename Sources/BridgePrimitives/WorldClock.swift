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
        /// How far the world was moved on to deadlines, of all that it was moved.
        var passed = Duration.zero
        var skews: [Party: Duration] = [:]
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
        /// What looks at the sleepers once the system's clock has reached `due`. One for all of them: most are deadlines,
        /// given up long before their time, and a timer each would cost more than the request that it watches over.
        var timer: (due: Instant, task: Task<Void, Never>)?
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, Never>
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

    /// The machine's time, whatever the world's is: to the millisecond, for measuring how long things take.
    public var systemTime: Instant { systemNow() }

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
    public func advance(by duration: Duration) { change { Self.advance(&$0, by: duration, system: $1) } }

    /// Moves the world on to the next moment for which somebody waits.
    ///
    /// - Returns: whether somebody waits for one that is not after `limit`.
    public func advanceToNextDeadline(atMost limit: Instant) -> Bool {
        let next = state.withLock { $0.sleepers.values.map(\.deadline).min() }
        guard let next, next <= limit else { return false }
        change { state, system in
            let before = Self.reading(state, system: system)
            Self.advance(&state, by: max(next - before, .zero), system: system)
            state.passed += Self.reading(state, system: system) - before
        }
        return true
    }

    /// Moves the world back by all that ``advanceToNextDeadline(atMost:)`` has moved it on since it began or was last moved
    /// back: for worlds with a party whose own clock stood meanwhile, and for whom the others would be in the future.
    public func takeBackPassedTime() {
        change { state, system in
            Self.advance(&state, by: .zero - state.passed, system: system)
            state.passed = .zero
        }
    }

    /// Puts the clock to `instant`, standing still from then on if `frozen`.
    public func set(to instant: Instant, frozen: Bool) {
        change { state, system in
            (state.frozenAt, state.offset, state.passed) = (frozen ? instant : nil, instant - system, .zero)
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
        change { state, _ in (state.frozenAt, state.offset, state.passed, state.skews) = (nil, .zero, .zero, [:]) }
    }

    /// Returns when the world's time has reached `deadline`; throws `CancellationError` when cancelled first.
    public func sleep(until deadline: Instant) async throws {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let system = systemNow()
                let isDue = state.withLock { state in
                    // Looked at under the lock: neither a change of the clock nor a cancellation that came before may
                    // be missed.
                    if Task.isCancelled || Self.reading(state, system: system) >= deadline { return true }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    startTimer(for: deadline, &state, system: system)
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    /// The number of whoever came last to wait.
    package var newestSleeper: Int { state.withLock { $0.lastSleeper } }

    /// Whether somebody still waits who came no later than that one.
    package func hasSleeper(upTo id: Int) -> Bool { state.withLock { $0.sleepers.keys.contains { $0 <= id } } }

    /// Makes sure that somebody looks at `deadline`, or before. A frozen clock needs nobody, since whoever moves it looks,
    /// and the end of the range is never passed.
    private func startTimer(for deadline: Instant, _ state: inout State, system: Instant) {
        guard state.frozenAt == nil, deadline <= Self.range.upperBound else { return }
        let due = deadline - state.offset
        if let timer = state.timer, timer.due <= due { return }
        state.timer?.task.cancel()
        let task = Task.detached { [weak self] in
            guard (try? await Task.sleep(for: due - system)) != nil else { return }
            self?.change { state, _ in if !Task.isCancelled { state.timer = nil } }
        }
        state.timer = (due, task)
    }

    /// Changes the state, then wakes the due outside the lock.
    private func change(_ body: (inout State, Instant) -> Void) {
        let system = systemNow()
        let woken = state.withLock { state in
            body(&state, system)
            let now = Self.reading(state, system: system)
            let woken = state.sleepers.filter { $0.value.deadline <= now }
            for id in woken.keys { state.sleepers[id] = nil }
            // The clock may stand no longer, or be further ahead of the system's than it was.
            if let next = state.sleepers.values.map(\.deadline).min() {
                startTimer(for: next, &state, system: system)
            }
            return Array(woken.values)
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    deinit { state.withLock { $0.timer }?.task.cancel() }

    private static func advance(_ state: inout State, by duration: Duration, system: Instant) {
        if let frozen = state.frozenAt {
            state.frozenAt = clamped(frozen + duration)
        } else {
            state.offset = clamped(system + (state.offset + duration)) - system
        }
    }

    private static func reading(_ state: State, system: Instant) -> Instant {
        clamped(state.frozenAt ?? system + state.offset)
    }

    private static func clamped(_ instant: Instant) -> Instant {
        min(max(instant, range.lowerBound), range.upperBound)
    }
}

extension WorldClock {
    /// Lets the world's time pass while the caller's task lives: again and again it goes on to the next moment for
    /// which a task waits, and gives the tasks that it woke a while of real time to act on it.
    ///
    /// The time is for those who wait when it first goes on. Once none of them is left the caller's task is about to end, and
    /// who came later is given far longer: on a busy machine the deadline of the next request would pass with the last one's.
    ///
    /// - Parameter limit: how far it goes at most.
    public func passTime(atMost limit: Duration) async {
        let end = now + limit
        var newest: Int?
        while !Task.isCancelled, now < end {
            // A task may be just about to wait.
            guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
            let last = newest ?? newestSleeper
            guard advanceToNextDeadline(atMost: end) else { continue }
            newest = last
            let pause: Duration = hasSleeper(upTo: last) ? .seconds(1) : .seconds(10)
            guard (try? await Task.sleep(for: pause)) != nil else { return }
        }
    }
}
