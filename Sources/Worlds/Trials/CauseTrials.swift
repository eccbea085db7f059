import BridgePrimitives
import BridgeTrace
import Cookies
import Diagnosis
import PageEngines
import Project
import Scenarios

/// Tries the causes of a failed scenario: it runs again, each time with one more of them changed.
struct CauseTrials: Sendable {
    /// As many causes as are tried at most.
    private static let limit = 5

    let settings: WorldSettings
    let material: WorldMaterial
    let engines: RunningEngines?
    /// Whether to try in an engine, and where only the URL of the user's server is known.
    let isAsked: Bool

    /// What trials showed; nil if there is nothing to try.
    func proof(of result: ScenarioResult) async -> Proof? {
        guard let failed = result.failedRun, let first = failed.cause,
            let settings = try? settings.adopting(result.scenario.setting)
        else { return nil }
        let keepsState = settings.keepsServerState
        guard isAsked || settings.engine == .model && !keepsState else { return nil }
        var (proof, trial, run, cause) = (Proof(), Trial(), failed, first)
        while true {
            guard let intervention = result.scenario.intervention(for: cause.code, in: settings),
                !trial.makes(intervention)
            else {
                proof.tried.append(Proof.Tried(cause, .notTried))
                return proof
            }
            trial.interventions.append(intervention)
            trial.cookieNames.formUnion(run.cookieNames)
            guard
                let next = await self.run(
                    result.scenario, settings.trying(trial).forTrial(proof.runs + 1, isNew: keepsState))
            else { return proof.tried.isEmpty ? nil : proof }
            var tried = Proof.Tried(cause, change: intervention.clause, .notConfirmed, elapsed: next.elapsed)
            tried.result =
                next.run.isSignedIn ? .proved : next.run.shows(otherThan: cause, of: run) ? .confirmed : .notConfirmed
            proof.tried.append(tried)
            proof.keptState = keepsState
            if settings.startsServers { proof.serverStart = (proof.serverStart ?? .zero) + next.start }
            guard tried.result == .confirmed, proof.tried.count < Self.limit, let other = next.run.cause else {
                return proof
            }
            (run, cause) = (next.run, other)
        }
    }

    private func run(
        _ scenario: Scenario, _ settings: WorldSettings
    ) async -> (run: TrialRun, start: Duration, elapsed: Duration)? {
        var settings = settings
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
    /// Whether the scenario came further, or fails for another reason.
    fileprivate func shows(otherThan cause: RootCause, of before: TrialRun) -> Bool {
        guard let now = self.cause else { return true }
        return now.code != cause.code || steps > before.steps
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
