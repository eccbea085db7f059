import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Diagnosis
import FaultMatrix
import Faults
import RouterGuard
import Scenarios
import TraceReports
import WebViews
import Worlds

/// One world's scenario: without a fault, or under one and then again without it.
struct FaultTrial {
    private let world: World
    private let player: WorldPlayer
    private let scenario: Scenario

    init(_ world: World, _ scenario: Scenario) {
        (self.world, player, self.scenario) = (world, WorldPlayer(world: world), scenario)
    }

    /// What a clean run shows, which no fault is to blame for.
    struct Clean: Sendable {
        let leaks: Set<String>
        let exceptions: Int
        /// Whether the page's own scripts were left out, and a guard of ours stood for them.
        let hasStandIn: Bool
    }

    /// - Throws: `faults/not-signed-in`.
    func clean() async throws -> Clean {
        let failure = await play(steps)
        let observation = await player.observe()
        guard failure == nil, observation.verdict == .signedIn else {
            let why =
                if let failure {
                    "step \(failure.step) fails: \(failure.message)"
                } else {
                    "it ends \(observation.verdict.rawValue)"
                        + (cause(of: observation, nil, since: 0).map { "; \($0.code): \($0.message)" } ?? "")
                }
            throw FaultVerbReason.notSignedIn.failure(world.trace.masking.text(why).text)
        }
        return Clean(
            leaks: Self.leaks(in: observation), exceptions: Self.exceptions(in: observation.events),
            hasStandIn: observation.hint?.code == NavigationReason.pageScriptsSkipped.code)
    }

    func row(of shipped: ShippedFault, beside clean: Clean) async -> FaultRow {
        if clean.hasStandIn, shipped.fault.endpoint == "signInWithCustomToken" {
            return FaultRow(
                shipped, notJudged: FaultVerbReason.pageNotRun.failure("the page's own scripts did not run"))
        }
        await prepare(for: shipped)
        let (mark, start) = (player.nextEvent, world.clock.now)
        do throws(BridgeFailure) {
            if shipped.preparation == .nothing { try world.plant(shipped.fault) }
        } catch {
            return FaultRow(shipped, notJudged: error)
        }
        world.authService.faults.isPassingTime = !isWaitedOutside(shipped.fault)
        let ended = await endingInTime()
        let observation = await player.observe()
        var sighting = FaultSighting(
            events: observation.events.filter { $0.sequence >= mark }, verdict: observation.verdict,
            webUserID: observation.webUserID, nativeUserID: observation.nativeUserID, failure: ended.failure?.reason,
            isStuck: ended.isStuck, elapsed: world.clock.now - start)
        sighting.isClockRead = isClockRead(shipped.fault, in: sighting.events)
        sighting.loopCodes = Self.loopCodes
        sighting.isTokenSpoiled = shipped.fault.effect.spoilsTokens
        sighting.isLoopPlanted = shipped.fault.effect == .redirect(.itself)
        sighting.leaks = Self.leaks(in: observation).subtracting(clean.leaks).sorted()
        sighting.exceptions = max(0, Self.exceptions(in: sighting.events) - clean.exceptions)
        let isWell = observation.verdict == .signedIn && ended.failure == nil
        let cause = isWell ? nil : cause(of: observation, ended.failure, since: mark)
        world.clearFaults()
        // What the app has waited for is over, and nobody's own backend has seen any of that time: it would take the
        // tokens of the next attempt for ones of the future.
        if !world.settings.hasOnlyWorldClocks { world.clock.takeBackPassedTime() }
        if !ended.isStuck { await recover(from: observation, into: &sighting) }
        let reason = isWell ? nil : ended.failure?.reason ?? observation.verdictReasons.first ?? cause?.code
        return FaultRow(shipped, sighting, reason: reason, cause: cause)
    }

    private var steps: [LocatedStep] { scenario.steps }

    /// Takes all steps, also after one that could not be taken: the person goes on.
    ///
    /// - Returns: the first failure.
    private func play(_ steps: [LocatedStep]) async -> StepFailure? {
        var first: StepFailure?
        var values = StepValues(scenario)
        for located in steps {
            guard !Task.isCancelled else { break }
            let mark = player.nextEvent
            do throws(StepFailure) {
                let step = try await values.step(located, on: player)
                try await player.perform(step)
                await values.keep(step, of: located, since: mark, on: player)
            } catch { first = first ?? error }
        }
        return first
    }

    /// Real time that nothing of ours takes: every client's patience is the world's, where no one else waits.
    private var longest: Duration { world.settings.hasOnlyWorldClocks ? .seconds(60) : .seconds(240) }

    private func endingInTime() async -> (failure: StepFailure?, isStuck: Bool) {
        await withTaskGroup(of: (failure: StepFailure?, isStuck: Bool).self) { group in
            group.addTask { (await play(steps), false) }
            group.addTask { [longest] in
                try? await Task.sleep(for: longest)
                return (nil, true)
            }
            let first = await group.next() ?? (nil, true)
            group.cancelAll()
            return first
        }
    }

    // MARK: - Before and after

    /// Whether the one whom the fault lets wait is somebody's own backend. How long that is patient is the machine's time,
    /// in which the app then waits as well: else it would have given up before the backend could.
    private func isWaitedOutside(_ fault: Fault) -> Bool {
        world.settings.ownBackend != nil && fault.effect == .hang && fault.endpoint == "keys:certificates"
    }

    /// Somebody else hands a session over and leaves, where the fault wants that.
    private func prepare(for shipped: ShippedFault) async {
        guard shipped.preparation != .nothing else { return }
        try? world.plant(shipped.fault)
        var other = SignIn()
        other.email = "somebody-else@example.com"
        let others = steps.map { step in if case .signIn = step.step { located(.signIn(other)) } else { step } }
        _ = await play(others + [located(.signOut(SignOut(forgetsEverything: true)))])
        if shipped.preparation == .keysRotated { _ = await play([located(.rotateKeys(dropsOld: true))]) }
    }

    /// A step that no file has.
    private func located(_ step: Step) -> LocatedStep { LocatedStep(step, at: scenario.source) }

    /// The fault is gone: a reload, where there is a page, then a whole new attempt.
    private func recover(from observation: Observation, into sighting: inout FaultSighting) async {
        guard observation.verdict != .signedIn else {
            sighting.recovery = .notNeeded
            return
        }
        if observation.verdict != .notOpened, await isSignedIn(after: [located(.view(.reload))], &sighting) {
            sighting.recovery = .reload
        } else if await isSignedIn(after: steps, &sighting) {
            sighting.recovery = .retry
        }
    }

    private func isSignedIn(after steps: [LocatedStep], _ sighting: inout FaultSighting) async -> Bool {
        _ = await play(steps)
        let observation = await player.observe()
        sighting.recoveredUserID = observation.webUserID
        sighting.nativeUserID = observation.nativeUserID ?? sighting.nativeUserID
        return observation.verdict == .signedIn
    }

    // MARK: - What is seen

    private static let loopCodes: Set<ReasonCode> = [
        LoadReason.tooManyRedirects.code, LoadReason.redirectLoop.code, NavigationReason.tooManyRedirects.code,
        GuardReason.redirectLoop.code, PageReason.looping.code,
    ]

    private func cause(of observation: Observation, _ failure: StepFailure?, since mark: Int) -> RootCause? {
        guard let failure else {
            return player.rootCause(of: .ending(observation.verdict, expected: .signedIn))
        }
        return player.rootCause(
            of: .step(
                failure.step, reason: failure.reason, others: failure.others, message: failure.message, since: mark))
    }

    /// Whether the fault puts off the backend's clock, and the backend was then asked.
    private func isClockRead(_ fault: Fault, in events: [TraceEvent]) -> Bool {
        guard case .skew = fault.effect, fault.service == .backend else { return false }
        return events.contains { $0.actor == .backend }
    }

    /// Where tokens are seen that are neither cookies nor messages to whom they are for, and findings of that kind.
    private static func leaks(in observation: Observation) -> Set<String> {
        let channels = HandoverLeaks.channels(in: observation.recording(name: "", because: nil)).map(\.rawValue)
        let findings = observation.findings.map(\.code).filter { FindingCatalogue.all[$0]?.severity == .leak }
        return Set(channels + findings.map(\.rawValue))
    }

    private static func exceptions(in events: [TraceEvent]) -> Int {
        events.count { event in
            guard case .script(let script) = event.kind else { return false }
            return script.exception != nil
        }
    }
}
