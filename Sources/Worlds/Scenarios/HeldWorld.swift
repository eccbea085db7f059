import BridgePrimitives
public import BridgeTrace
public import Scenarios

/// A scenario's world after its last step, which goes on as it is told.
public struct HeldWorld: Sendable {
    private let world: World
    private let opening: Step?

    init(_ world: World, after result: ScenarioResult) {
        self.world = world
        opening = result.steps.map(\.step).last { step in
            if case .view(.open) = step { true } else { false }
        }
    }

    /// Takes one more step.
    ///
    /// - Returns: what it led to, also where it could not be taken.
    public func take(_ step: Step) async -> (events: [TraceEvent], failure: StepFailure?) {
        let player = WorldPlayer(world: world)
        let first = player.nextEvent
        do throws(StepFailure) { try await player.perform(step) } catch {
            return (world.trace.events(from: first), error)
        }
        return (world.trace.events(from: first), nil)
    }

    /// Opens once more what the scenario opened last; nil where it opened no page.
    public func openAgain() async -> (events: [TraceEvent], failure: StepFailure?)? {
        guard let opening else { return nil }
        return await take(opening)
    }
}
