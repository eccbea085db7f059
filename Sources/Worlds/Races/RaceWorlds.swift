import BridgePrimitives
import BridgeTrace
import Scenarios
import Diagnosis

/// Worlds for one scenario's orders.
///
/// Where it makes no difference the orders share what listens, and the steps before the first event that is ordered
/// are taken once with the services and from then on with what these had answered. What is shared then: the auth
/// service with its accounts and keys, the backend, the web app's server, their addresses. What each order has for
/// itself: phone, app, stores, views, pages, and clock and trace as they were at that point. A page's sign-in leaves a
/// session with the service; nothing that the service decides for another page depends on it.
struct RaceWorlds: Sendable {
    let settings: WorldSettings
    let material: WorldMaterial
    let scenario: Scenario
    let plan: RacePlan
    /// Whether they may share where they can.
    var isShareable = true

    /// Whether the orders share their services.
    var canShare: Bool {
        guard isShareable, settings.faults.isEmpty, !settings.hasServiceWorker, settings.ownBackend == nil,
            settings.servesPage
        else { return false }
        let steps = scenario.steps.map(\.step)
        return steps[..<plan.start].allSatisfy(\.isRepeatable)
            && steps[plan.start...].allSatisfy(\.leavesServicesAlone)
    }

    /// What came of one order.
    struct Run: Sendable {
        let result: ScenarioResult
        let played: [PlayedEvent]
        let wasCut: Bool
        let deadlock: [String]?
        /// What was to happen and did not come again.
        let strayed: String?
    }

    /// Runs one order after the other.
    typealias Lane = @Sendable (OrderedRace) async throws -> Run

    /// Runs `body`, which may ask for as many orders as it likes, one at a time.
    func withRuns<Value: Sendable>(
        _ body: (_ isShared: Bool, _ run: @escaping Lane) async throws -> Value
    ) async throws -> Value {
        guard canShare else {
            return try await body(false) { race in
                try await withWorld(worldSettings(for: race), material: material) { world in
                    try await run(race, in: world)
                }
            }
        }
        var unordered = settings
        unordered.race = nil
        return try await withWorld(unordered, material: material) { host in
            let start = host.clock.now
            let shared = SharedStart(trace: host.trace, clock: host.clock)
            await host.end()
            return try await body(true) { race in
                host.trace.removeAll()
                host.clock.set(to: start, frozen: settings.isClockFrozen)
                let transport = RepeatedTransport(over: material.transport, shared.exchanges)
                let world = try host.services.world(worldSettings(for: race), over: transport)
                let outcome = try await world.lend { world in
                    try await run(race, in: world) { shared.begin(transport) }
                }
                guard !transport.hasStrayed else {
                    throw RaceReason.notRepeatable.failure("the steps before the race asked for something else")
                }
                return outcome
            }
        }
    }

    private func worldSettings(for race: OrderedRace) -> WorldSettings {
        var settings = settings
        settings.race = plan.ordered(by: race.policy)
        return settings
    }

    private func run(
        _ race: OrderedRace, in world: World, atStart: @escaping @Sendable () -> Void = {}
    ) async throws -> Run {
        let player = RacePlayer(player: WorldPlayer(world: world), start: plan.start, atStart: atStart)
        let result = await ScenarioRunner(width: 1) { _, body in await body(player) }.run(scenario)
        if case .broken(let failure) = result.outcome { throw failure }
        guard let conductor = world.conductor else { throw RaceReason.notRepeatable.failure("nobody orders anything") }
        return Run(
            result: result, played: conductor.played, wasCut: conductor.wasCut, deadlock: conductor.deadlock,
            strayed: conductor.strayed)
    }
}

/// The moment at which the orders part.
private final class SharedStart: Sendable {
    let exchanges = RecordedExchanges()
    private let trace: TraceLog
    private let clock: WorldClock
    private let state = Mutex<(trace: TraceLog.Checkpoint, now: Instant)?>(nil)

    init(trace: TraceLog, clock: WorldClock) { (self.trace, self.clock) = (trace, clock) }

    func begin(_ transport: RepeatedTransport) {
        transport.goLive()
        let known = state.withLock { state in
            let known = state
            if state == nil { state = (trace.checkpoint, clock.now) }
            return known
        }
        guard let known else { return }
        // What the services had to say of these steps was said the first time.
        trace.restore(known.trace)
        clock.set(to: known.now, frozen: clock.isFrozen)
    }
}

/// Tells when the steps begin whose events are ordered.
private struct RacePlayer: ScenarioPlayer {
    let player: WorldPlayer
    let start: Int
    let atStart: @Sendable () -> Void
    private let taken = Counter()

    init(player: WorldPlayer, start: Int, atStart: @escaping @Sendable () -> Void) {
        (self.player, self.start, self.atStart) = (player, start, atStart)
    }

    func perform(_ step: Step) async throws(StepFailure) {
        if taken.next() == start { atStart() }
        try await player.perform(step)
    }

    func observe() async -> Observation { await player.observe() }
    var nextEvent: Int { player.nextEvent }
    func rootCause(of shortfall: Shortfall) -> RootCause? { player.rootCause(of: shortfall) }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }
}

extension Step {
    /// Whether it can be taken again without the services.
    fileprivate var isRepeatable: Bool {
        switch self {
        case .signIn(let signIn): signIn.method == .password && signIn.secondFactor == nil
        case .exchange, .register, .currentUser, .signOut, .advance, .inject: true
        case .view(let step): step.leavesServicesAlone
        case .device(let step): step.leavesServicesAlone
        default: false
        }
    }

    /// Whether what it leaves with the services is of no matter to other orders.
    fileprivate var leavesServicesAlone: Bool {
        switch self {
        case .view(let step): step.leavesServicesAlone
        case .device(let step): step.leavesServicesAlone
        case .inject, .advance, .signOut: true
        case .together(let together): together.tasks.joined().allSatisfy(\.step.leavesServicesAlone)
        default: false
        }
    }
}

extension ViewStep {
    fileprivate var leavesServicesAlone: Bool {
        guard case .open(let opening) = self else { return true }
        return !(opening.injections ?? []).contains(where: \.method.isByServer)
    }
}

extension DeviceStep {
    fileprivate var leavesServicesAlone: Bool {
        switch self {
        case .transfer, .update, .tamper, .backUp, .restore: false
        default: true
        }
    }
}
