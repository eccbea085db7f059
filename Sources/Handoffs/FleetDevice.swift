import BridgePrimitives
import BridgeTrace
import Cookies
import Scenarios
import WebViews
import Worlds

/// One phone of many, with what is asked of it one after the other.
final class FleetDevice: Sendable {
    private let world: World
    /// Whose session the app was given last.
    private let email = Mutex<String?>(nil)
    /// What was asked last.
    private let latest = Mutex<Task<HandoffAnswer, Never>?>(nil)

    var profile: CookieProfile { world.settings.profile }

    /// Of one handoff there are about sixty.
    private static let traceCapacity = 500

    init(_ settings: WorldSettings, beside services: World, pool: ProcessPool) throws(BridgeFailure) {
        world = try services.otherDevice(settings, traceCapacity: Self.traceCapacity, pool: pool)
    }

    /// Does what is asked after all that was asked of this device before.
    func begin(
        _ request: HandoffRequest, on executor: any TaskExecutor, thenEnds: Bool
    ) -> Task<HandoffAnswer, Never> {
        latest.withLock { latest in
            let before = latest
            let task = Task(executorPreference: executor) {
                _ = await before?.value
                let answer = await self.answer(to: request)
                if thenEnds { await self.end() }
                return answer
            }
            latest = task
            return task
        }
    }

    func end() async { await world.end() }

    private func answer(to request: HandoffRequest) async -> HandoffAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var answer = HandoffAnswer(id: request.id)
        // What came before belongs to another handoff.
        if [.handoff, .signIn].contains(request.operation) { world.trace.removeAll() }
        let opens = [.handoff, .open].contains(request.operation)
        if opens { answer.verdict = .notOpened }
        for step in steps(of: request) {
            let (mark, begin) = (world.trace.mark, clock.now)
            do throws(StepFailure) { try await take(step, of: request) } catch {
                answer.outcome = .failed(step: error.step)
                answer.reasons = error.reasons
                answer.rootCause = world.rootCause(
                    of: .step(
                        error.step, reason: error.reason, others: error.others, message: error.message, since: mark))
                answer.elapsed = clock.now - start
                return answer
            }
            answer.timings.append((step.rawValue, clock.now - begin))
        }
        if opens {
            let ending = world.ending
            (answer.verdict, answer.reasons) = (ending.verdict, ending.reasons)
            if ending.verdict != .signedIn {
                answer.rootCause = world.rootCause(of: .ending(ending.verdict, expected: nil))
            }
            // What a page's script has in memory is most of what a device would keep.
            world.browser.close()
        }
        answer.userID = world.app.currentUserID
        // Nobody asks why a whole handoff went well, and a thousand devices remember a thousand traces.
        if request.operation == .handoff, answer.verdict == .signedIn { world.trace.removeAll() }
        answer.elapsed = clock.now - start
        return answer
    }

    private func steps(of request: HandoffRequest) -> [HandoffRequest.Operation] {
        guard request.operation == .handoff else { return [request.operation] }
        let wanted = request.email ?? world.settings.user.email
        let isSignedIn = world.app.currentUserID != nil && email.withLock { $0 == wanted }
        return (isSignedIn ? [] : [.signIn]) + [.exchange, .open]
    }

    private func take(
        _ step: HandoffRequest.Operation, of request: HandoffRequest
    ) async throws(StepFailure) {
        let player = WorldPlayer(world: world)
        switch step {
        case .signIn:
            let wanted = request.email ?? world.settings.user.email
            try await world.app.signIn(
                email: wanted, password: request.password ?? Secret(world.settings.user.password))
            email.withLock { $0 = wanted }
        case .exchange: try await player.perform(.exchange(field: "idtoken"))
        case .open:
            if request.operation == .handoff, !request.keepsData { world.browser.removeAllData() }
            let method = request.injection ?? (world.settings.handover == nil ? .userScript : nil)
            try await player.perform(
                .view(.open(PageOpening(path: request.path, injections: method.map { [Injection($0)] }))))
        case .relaunch: try await player.perform(.device(.relaunch))
        case .handoff, .forget, .stats, .quit: break
        }
    }
}
