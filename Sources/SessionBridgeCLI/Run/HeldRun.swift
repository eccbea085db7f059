import BridgePrimitives
import BridgeTrace
import Inspecting
import Scenarios
import Worlds

/// Keeps the world of a scenario that is shown in a page until a signal comes: its device can be relaunched and locked
/// there, and what that leads to is part of the trace.
final class HeldRun: Sendable {
    private let hub: InspectorHub
    private let device: DeviceControl
    private let ending: EndingSignal
    private let finish: @Sendable () throws -> Void
    private let state = Mutex<(hasStayed: Bool, error: (any Error)?)>((false, nil))

    /// - Parameter finish: tells how the run went, and writes its reports.
    init(
        hub: InspectorHub, device: DeviceControl, ending: EndingSignal,
        finish: @escaping @Sendable () throws -> Void
    ) {
        (self.hub, self.device, self.ending, self.finish) = (hub, device, ending, finish)
    }

    /// Whether a world was kept, and so all has been told.
    var hasStayed: Bool { state.withLock { $0.hasStayed } }

    /// - Throws: what finishing the run threw.
    func rethrow() throws { if let error = state.withLock({ $0.error }) { throw error } }

    /// Returns at the signal, or when the task is cancelled.
    func keep(_ world: HeldWorld, _ result: ScenarioResult, _ trace: RecordedTrace) async {
        state.withLock { $0.hasStayed = true }
        let shown = Mutex<String?>(nil)
        await device.lend { [hub] (action) async throws(BridgeFailure) in
            guard let id = shown.withLock({ $0 }) else { return }
            guard let (events, failure) = await action.happen(in: world) else {
                throw InspectorReason.stepFailed.failure("the scenario opened no page")
            }
            for event in events { hub.append(event, to: id) }
            if let failure {
                throw InspectorReason.stepFailed.failure(
                    "\(failure.step): \(failure.message), \(failure.reason.rawValue)")
            }
        } while: {
            let id = hub.add(trace, goesOn: true)
            shown.withLock { $0 = id }
            do { try finish() } catch {
                state.withLock { $0.error = error }
                return
            }
            Console.note("The page and the scenario's device stay until Ctrl-C.")
            await ending.wait()
        }
    }
}

extension DeviceControl.Action {
    /// Nil where there is nothing to do it with.
    fileprivate func happen(in world: HeldWorld) async -> (events: [TraceEvent], failure: StepFailure?)? {
        switch self {
        case .relaunch: await world.take(.device(.relaunch))
        case .lock: await world.take(.device(.lock))
        case .unlock: await world.take(.device(.unlock))
        case .endNetworkProcess: await world.take(.device(.crashNetworkProcess))
        case .open: await world.openAgain()
        }
    }
}
