package import Exploring
import Project
package import Scenarios

/// What is to be ordered of a scenario, and how.
package struct RacePlan: Sendable {
    let steps: [Scenario.NamedStep]
    /// How many steps the scenario itself has.
    let stepCount: Int
    /// The first step whose events may have more than one order; what is before it happens as it is written.
    package let start: Int
    let hasColdStore: Bool
    private let hasTasks: Bool, hasBlockedMainThread: Bool
    /// The order that the scenario names; nil for none.
    let order: EventOrder?
    var policy: OrderPolicy

    /// Nil for a scenario in which all waits for all, and which names no order.
    ///
    /// - Parameter settings: as the scenario has them.
    package init?(_ scenario: Scenario, in settings: WorldSettings) {
        guard settings.engine == .model else { return nil }
        let isHandedOverAtOnce = (settings.handover ?? []).contains { handover in
            guard case .cookieStore(let copy) = handover else { return false }
            return !copy.isAwaited
        }
        let isCold = scenario.setting.hasColdStore
        let start = scenario.steps.firstIndex { located in
            switch located.step {
            case .together: true
            case .inject(let injections): isCold || injections.contains(where: \.isUnordered)
            case .view(.open(let opening)):
                isCold || (opening.injections?.contains(where: \.isUnordered) ?? isHandedOverAtOnce)
            case .view, .page: isCold
            default: false
            }
        }
        guard let start = start ?? (scenario.setting.order == nil ? nil : scenario.steps.count) else { return nil }
        (self.start, steps, stepCount) = (start, scenario.namedSteps, scenario.steps.count)
        (hasColdStore, order) = (isCold, scenario.setting.order)
        hasTasks = scenario.steps.contains { if case .together = $0.step { true } else { false } }
        hasBlockedMainThread = scenario.namedSteps.contains { named in
            switch named.step.step {
            case .inject(let injections): injections.contains(where: \.blocksMainThread)
            case .view(.open(let opening)): (opening.injections ?? []).contains(where: \.blocksMainThread)
            default: false
            }
        }
        policy = scenario.setting.order.map { .following($0.entries.map(\.name)) } ?? .program
    }

    /// Whether `run` needs it. A write that nobody awaits loses its race there, as ``WriteSchedule`` has it, unless the
    /// scenario says otherwise.
    var isNeededToRun: Bool {
        order != nil || hasColdStore || hasTasks || hasBlockedMainThread
    }

    /// The same, ordered by somebody else than the scenario.
    package func ordered(by policy: OrderPolicy) -> RacePlan {
        var plan = self
        plan.policy = policy
        return plan
    }

    func name(at path: [Int]) -> String? { steps.first { $0.path == path }?.name }
}

extension Injection {
    /// Whether the app goes on, or stands still, before the store has it.
    fileprivate var isUnordered: Bool { method == .cookieStore && (!isAwaited || blocksMainThread) }
}
