public import BridgePrimitives

/// The faults in force; those that happen a number of times are taken out by the requests that meet them.
public final class FaultBook: Sendable {
    private struct State {
        var faults: [Fault] = []
        /// The first answers that replaying faults have seen.
        var kept: [FaultedRequest: FaultedAnswer] = [:]
        /// Who is to hear of the next change.
        var watchers: [Int: @Sendable () -> Void] = [:]
        var lastWatcher = 0
        var isPassingTime = false
    }

    private let state = Mutex(State())
    /// The largest number of faults at once.
    public static let limit = 100

    public init() {}

    public var all: [Fault] { state.withLock { $0.faults } }

    /// Whether a request that waits makes the world's time pass, as if nothing else happened: whoever else waits for that
    /// time is woken when it comes. For worlds that somebody plays alone; others are waited in.
    public var isPassingTime: Bool {
        get { state.withLock { $0.isPassingTime } }
        set { state.withLock { $0.isPassingTime = newValue } }
    }

    /// Puts these in force, and no others. Requests that hang by others are let go.
    public func set(_ faults: [Fault]) {
        change { state in
            state.faults = Array(faults.prefix(Self.limit))
            state.kept = [:]
        }
    }

    /// Puts one more in force, after the others.
    public func add(_ fault: Fault) { change { if $0.faults.count < Self.limit { $0.faults.append(fault) } } }

    private func change(_ body: (inout State) -> Void) {
        let watchers = state.withLock { state in
            body(&state)
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher() }
    }

    /// Calls `body` at the next change of the list, once.
    public func onChange(_ body: @escaping @Sendable () -> Void) -> Watch {
        let id = state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = body
            return state.lastWatcher
        }
        return Watch { [weak self] in self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) } }
    }

    /// Ends when it is told to.
    public struct Watch: Sendable {
        fileprivate let stop: @Sendable () -> Void
        fileprivate init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }
        public func end() { stop() }
    }

    /// What happens to a request, in the order of the list.
    public func take(for request: FaultedRequest) -> [Fault.Effect] {
        state.withLock { state in
            guard !state.faults.isEmpty else { return [] }
            let (met, rest) = Self.split(state.faults, for: request)
            state.faults = rest
            return met
        }
    }

    /// The decision alone: what is met, and what is in force after that.
    static func split(_ faults: [Fault], for request: FaultedRequest) -> (met: [Fault.Effect], rest: [Fault]) {
        var met: [Fault.Effect] = []
        let rest = faults.compactMap { fault -> Fault? in
            guard fault.applies(to: request) else { return fault }
            var fault = fault
            guard fault.after == 0 else {
                fault.after -= 1
                return fault
            }
            met.append(fault.effect)
            guard case .count(let count) = fault.times else { return fault }
            fault.times = .count(count - 1)
            return count > 1 ? fault : nil
        }
        return (met, rest)
    }

    // MARK: - Replays

    /// The answer that was kept for such a request; nil before the first.
    public func kept(for request: FaultedRequest) -> FaultedAnswer? { state.withLock { $0.kept[request] } }

    /// Keeps the first answer; bounded, as the addresses of one handoff are few.
    public func keep(_ answer: FaultedAnswer, for request: FaultedRequest) {
        state.withLock { state in
            guard state.kept.count < 100, state.kept[request] == nil else { return }
            state.kept[request] = answer
        }
    }
}

extension FaultBook {
    /// Puts the clocks of the parties off by which faults say their services' clocks are, and sets right those that none
    /// does. The auth service reads its own with each request.
    public func skewClocks(of clock: WorldClock, before: [Fault] = []) {
        for (service, party) in [(FaultService.backend, WorldClock.Party.backend), (.web, .web)] {
            func skew(_ faults: [Fault]) -> Duration? {
                let skews = faults.compactMap { fault -> Duration? in
                    guard fault.service == service, case .skew(let skew) = fault.effect else { return nil }
                    return skew
                }
                return skews.isEmpty ? nil : skews.reduce(.zero, +)
            }
            if let skew = skew(all) {
                clock.setSkew(skew, of: party)
            } else if skew(before) != nil {
                clock.setSkew(.zero, of: party)
            }
        }
    }
}
