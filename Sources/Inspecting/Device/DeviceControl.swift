public import BridgePrimitives

/// The device of a world that stays after its scenario's last step, for whoever steers it from the page.
///
/// Safe to use from anywhere. What is asked for happens one after the other: a phone cannot be locked while it starts.
public final class DeviceControl: Sendable {
    /// What the page can make happen: the names of scenarios' steps, and `open` for the page that was opened last.
    public enum Action: String, CaseIterable, Sendable {
        case relaunch, lock, unlock, open
        case endNetworkProcess = "crash-network-process"
    }

    /// Makes it happen, and tells what it led to before it returns.
    public typealias Performance = @Sendable (Action) async throws(BridgeFailure) -> Void

    private struct State {
        var perform: Performance?
        var last: Task<Void, Never>?
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether there is a device now.
    var isThere: Bool { state.withLock { $0.perform != nil } }

    /// There is one as long as `body` runs.
    public func lend(_ perform: @escaping Performance, while body: () async -> Void) async {
        state.withLock { $0.perform = perform }
        await body()
        let last = state.withLock { state in
            defer { state = State() }
            return state.last
        }
        await last?.value
    }

    /// - Throws: `inspector/no-device`; else what the device says.
    func perform(_ action: Action) async throws(BridgeFailure) {
        let performed = state.withLock { state -> Task<BridgeFailure?, Never>? in
            guard let perform = state.perform else { return nil }
            let before = state.last
            let task = Task<BridgeFailure?, Never> {
                await before?.value
                do throws(BridgeFailure) { try await perform(action) } catch { return error }
                return nil
            }
            state.last = Task { _ = await task.value }
            return task
        }
        guard let performed else { throw InspectorReason.noDevice.failure(InspectorReason.noDevice.meaning) }
        if let failure = await performed.value { throw failure }
    }
}
