import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Listening
import Scenarios
import Worlds

/// One handoff as the usual app does it, or as a project file says, told step by step: native sign-in, exchange, user
/// script and native storage, the guarded page, the verdict.
struct Demonstration: Sendable {
    /// What happened, for people and for scripts.
    struct Story: Sendable {
        let steps: [StoryStep]
        let observation: Observation
        let uid: String?
        /// All that happened, masked.
        let events: [TraceEvent]
        /// Why the page did not end up signed in; nil when it did.
        let rootCause: RootCause?

        var verdict: Verdict { observation.verdict }
        var findings: [Finding] { observation.findings }

        /// The handoff's trace, as a trace file has it.
        var recording: RecordedTrace {
            var trace = observation.recording(name: "demo", because: rootCause)
            trace.outcome?.hasPassed = verdict == .signedIn
            return trace
        }
    }

    struct StoryStep: Hashable, Sendable {
        /// Stable, `kebab-case`.
        let name: String
        let actor: TraceActor
        let isAsExpected: Bool
        /// One sentence for a newcomer.
        let text: String
    }

    var settings = WorldSettings()
    var stateFolder: String?

    /// - Throws: ``BridgeFailure`` when the world cannot be made. A handoff that fails is a story like any other.
    func run() async throws -> Story {
        let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
        let material = try WorldMaterial(state: state, for: settings)
        defer { material.transport.shutdown() }
        return try await withWorld(settings, material: material) { world in
            let player = WorldPlayer(world: world)
            let usual = [Injection(.userScript), Injection(.nativeStorage)]
            let script: [Step] = [
                .signIn(SignIn()), .exchange(field: "idtoken"),
                .view(.open(PageOpening(injections: settings.handover == nil ? usual : nil))),
            ]
            var failure: StepFailure?
            var cause: RootCause?
            for step in script {
                let mark = player.nextEvent
                do throws(StepFailure) { try await player.perform(step) } catch {
                    failure = error
                    cause = player.rootCause(
                        of: .step(
                            error.step, reason: error.reason, others: error.others, message: error.message, since: mark)
                    )
                    break
                }
            }
            let observation = await player.observe()
            if failure == nil { cause = player.rootCause(of: .ending(observation.verdict, expected: .signedIn)) }
            let steps = Narrator(world: world, observation: observation, failure: failure).steps()
            return Story(
                steps: steps, observation: observation, uid: observation.webUserID, events: world.trace.events,
                rootCause: cause)
        }
    }
}

extension Demonstration.Story {
    /// `{"verdict":…,"uid":…,"route":{…},"root_cause":{…},"steps":[…],"findings":[…]}`.
    var json: JSONValue {
        var object = JSONObject([("verdict", .string(verdict.rawValue))])
        if let uid { object["uid"] = .string(uid) }
        if let route = observation.route, let path = observation.path {
            object["route"] = ["name": .string(route), "path": .string(path)]
        }
        if let rootCause { object["root_cause"] = .object(rootCause.json) }
        object["steps"] = .array(
            steps.map { step in
                [
                    "name": .string(step.name), "actor": .string(step.actor.rawValue), "ok": .bool(step.isAsExpected),
                    "text": .string(step.text),
                ]
            })
        object["findings"] = .array(findings.map(\.json))
        return .object(object)
    }
}
