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

    /// The same for a run whose expectations nobody asked about.
    package func proof(of scenario: Scenario, failed: TrialRun) async -> Proof? {
        guard let settings = try? settings.adopting(scenario.setting), var cause = failed.cause else { return nil }
        let keepsState = settings.keepsServerState
        guard isAsked || settings.engine == .model && !keepsState else { return nil }
        var (proof, trial, run) = (Proof(), Trial(), failed)
        proof.keptState = keepsState
        while true {
            guard let intervention = scenario.intervention(for: cause.code, in: settings, besides: trial),
                run.hasUser || !intervention.needsUser
            else {
                proof.tried.append(Proof.Tried(cause, .notTried))
                return proof
            }
            trial.interventions.append(intervention)
            trial.cookieNames.formUnion(run.cookieNames)
            let changed = settings.trying(trial).forTrial(proof.runs + 1, isNew: keepsState)
            guard let next = await play(scenario, changed) else { return proof.tried.isEmpty ? nil : proof }
            let judged = next.run.result(for: cause, after: run)
            // An engine's own stores and a backend of the user's own are out of a trial's reach: that nothing changed there
            // says nothing of the cause.
            let isOutOfReach = settings.engine != .model || settings.ownBackend != nil && intervention.asksBackend
            let result = judged == .notConfirmed && isOutOfReach ? Proof.Result.notTried : judged
            proof.tried.append(Proof.Tried(cause, change: intervention.clause, result, elapsed: next.elapsed))
            if settings.startsServers { proof.serverStart = (proof.serverStart ?? .zero) + next.start }
            guard result == .confirmed, proof.tried.count < Self.limit, let other = next.run.cause else { return proof }
            (run, cause) = (next.run, other)
        }
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
