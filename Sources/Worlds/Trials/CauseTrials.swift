import BridgePrimitives
package import BridgeTrace
import Cookies
import Diagnosis
import PageEngines
import Project
package import Scenarios

/// Tries the causes of a failed scenario: it runs again, each time with one more of them changed.
package struct CauseTrials: Sendable {
    /// As many causes as are tried at most.
    private static let limit = 5
    /// As many runs as there are at most: a cause may be tried in several ways.
    private static let mostRuns = 8

    let settings: WorldSettings
    let material: WorldMaterial
    let engines: RunningEngines?
    /// Whether to try in an engine, and where only the URL of the user's server is known.
    let isAsked: Bool

    package init(
        settings: WorldSettings, material: WorldMaterial, engines: RunningEngines? = nil, isAsked: Bool = false
    ) {
        self.settings = settings
        self.material = material
        self.engines = engines
        self.isAsked = isAsked
    }

    /// What trials showed; nil if there is nothing to try.
    func proof(of result: ScenarioResult) async -> Proof? {
        guard let failed = result.failedRun else { return nil }
        return await proof(of: result.scenario, failed: failed)
    }

    /// The same for a run without regard to its expectations.
    package func proof(of scenario: Scenario, failed: TrialRun) async -> Proof? {
        guard let settings = try? settings.adopting(scenario.setting), var cause = failed.cause else { return nil }
        let keepsState = settings.keepsServerState
        guard isAsked || settings.engine == .model && !keepsState else { return nil }
        var (proof, trial, run) = (Proof(), Trial(), failed)
        proof.keptState = keepsState
        while true {
            trial.cookieNames.formUnion(run.cookieNames)
            var found: (tried: Proof.Tried, run: TrialRun, intervention: Intervention)?
            var elapsed = Duration.zero
            for intervention in scenario.interventions(for: cause.code, in: settings, besides: trial)
            where run.hasUser || !intervention.needsUser {
                guard proof.runs < Self.mostRuns else { break }
                proof.runs += 1
                let changed = settings.trying(trial.making(intervention)).forTrial(proof.runs, isNew: keepsState)
                guard let next = await play(scenario, changed) else { return proof.tried.isEmpty ? nil : proof }
                elapsed += next.elapsed
                if settings.startsServers { proof.serverStart = (proof.serverStart ?? .zero) + next.start }
                let result = next.run.result(for: cause, after: run)
                if found == nil || result != .notConfirmed {
                    let tried = Proof.Tried(
                        cause, change: intervention.clause, reachable(result, intervention, settings), elapsed: elapsed)
                    found = (tried, next.run, intervention)
                }
                if result != .notConfirmed { break }
            }
            guard let found else {
                proof.tried.append(Proof.Tried(cause, .notTried))
                return proof
            }
            proof.tried.append(found.tried)
            guard found.tried.result == .confirmed, proof.tried.count < Self.limit, let other = found.run.cause else {
                return proof
            }
            trial = trial.making(found.intervention)
            (run, cause) = (found.run, other)
        }
    }

    /// An engine's own stores and a user's own backend are out of a trial's reach: if nothing changed there, the cause may
    /// be true all the same.
    private func reachable(
        _ result: Proof.Result, _ intervention: Intervention, _ settings: WorldSettings
    ) -> Proof.Result {
        let isOutOfReach = settings.engine != .model || settings.ownBackend != nil && intervention.asksBackend
        return result == .notConfirmed && isOutOfReach ? .notTried : result
    }

    /// The scenario under a trial; nil if it has no world.
    package func run(_ scenario: Scenario, _ trial: Trial = Trial()) async -> TrialRun? {
        guard let settings = try? settings.adopting(scenario.setting) else { return nil }
        return await play(scenario, settings.trying(trial))?.run
    }

    private func play(
        _ scenario: Scenario, _ settings: WorldSettings
    ) async -> (run: TrialRun, start: Duration, elapsed: Duration)? {
        var settings = settings
        let scenario = settings.trial.played(scenario)
        settings.race = RacePlan(scenario, in: settings).flatMap { $0.isNeededToRun ? $0 : nil }
        let began = ContinuousClock.now
        // A world that cannot be had proves nothing; the run itself has said what there was to say.
        return try? await withWorld(settings, material: material, engines: engines) { world in
            let start = settings.startsServers ? ContinuousClock.now - began : .zero
            let run = await scenario.tried(on: WorldPlayer(world: world))
            return (run, start, ContinuousClock.now - began - start)
        }
    }
}

extension TrialRun {
    /// What it says about a cause that was changed after `before`.
    fileprivate func result(for cause: RootCause, after before: TrialRun) -> Proof.Result {
        if isSignedIn { return .proved }
        if hasTakenAll { return .stepsTaken }
        return shows(otherThan: cause, of: before) ? .confirmed : .notConfirmed
    }

    /// Whether the scenario came further, or fails for another reason.
    private func shows(otherThan cause: RootCause, of before: TrialRun) -> Bool {
        guard let now = self.cause else { return true }
        guard now.code == cause.code, let failed = before.failedStep else { return now.code != cause.code }
        return failedStep.map { $0 > failed } ?? true
    }

    /// The names of the cookies that the cause is about.
    fileprivate var cookieNames: Set<String> {
        guard let cause, let evidence = cause.evidence, let event = events.first(where: { $0.sequence == evidence })
        else { return [] }
        return switch event.kind {
        case .cookieWrite(let write): [write.name]
        case .request(let request):
            Set(request.withheld.filter { $0.reasons.contains(cause.code) }.map(\.name))
        case .cookieRead(let read): Set(read.hidden.filter { $0.reasons.contains(cause.code) }.map(\.name))
        default: []
        }
    }
}

extension WorldSettings {
    /// Whether the user's servers are started with the world.
    fileprivate var startsServers: Bool { ownBackend?.backend.start != nil || startedPage != nil }

    /// Whether a server of the user's goes on from one world to the next.
    fileprivate var keepsServerState: Bool {
        ownBackend.map { $0.backend.start == nil } ?? false || webURL != nil
    }

    /// - Parameter isNew: whether the user and the device have to be others than before.
    fileprivate func forTrial(_ number: Int, isNew: Bool) -> WorldSettings {
        guard isNew else { return self }
        var settings = self
        settings.seed &+= UInt64(number)
        settings.user.email = "trial-\(number).\(user.email)"
        return settings
    }
}
