import BridgePrimitives
import BridgeTrace
import Faults
import HTTPLoader
import Scenarios
import Testing
import WorldTestSupport

@testable import Worlds

/// Faults where requests of a handoff meet them.
@Suite("Faults in a world", .timeLimit(.minutes(5)))
struct WorldFaultTests {
    private func world<Value: Sendable>(_ body: (World) async throws -> Value) async throws -> Value {
        var settings = WorldSettings()
        settings.isClockFrozen = true
        return try await withWorld(settings, material: SharedMaterial.material.get(), body)
    }

    /// The first step that fails, and how the page ends.
    private func handoff(in world: World) async -> (failure: StepFailure?, verdict: Verdict) {
        let player = WorldPlayer(world: world)
        let opening = PageOpening(injections: [Injection(.userScript)])
        for step in [Step.signIn(SignIn()), .exchange(field: "idtoken"), .view(.open(opening))] {
            do throws(StepFailure) { try await player.perform(step) } catch {
                return (error, await player.observe().verdict)
            }
        }
        return (nil, await player.observe().verdict)
    }

    @Test(
        arguments: [
            ("exchange", .notOpened, "transport/timed-out", Fault(.backend, effect: .hang), 60),
            ("exchange", .notOpened, "transport/connection-lost", Fault(.backend, effect: .truncated), 0),
            ("exchange", .notOpened, "transport/connection-lost", Fault(.backend, effect: .drop), 0),
            (
                "exchange", .notOpened, "handoff/exchange-refused",
                Fault(.backend, method: "POST", effect: .status(503, message: "no")), 0
            ),
            (
                "exchange", .notOpened, "handoff/no-token-in-answer",
                Fault(.backend, effect: .header("Set-Cookie", value: nil)), 0
            ),
            (nil, .signedIn, nil, Fault(.backend, method: "GET", effect: .drop), 0),  // nobody asks by GET
            (nil, .signedIn, nil, Fault(.backend, effect: .delay(.seconds(20))), 20),
            (nil, .signedIn, nil, Fault(.provider, effect: .drop), 0),  // nobody asks Apple
            // The backend's own patience.
            ("exchange", .notOpened, nil, Fault(endpoint: "keys:certificates", effect: .hang), 25),
            ("sign-in", .notOpened, nil, Fault(endpoint: "signInWithPassword", effect: .hang), 60),
            (nil, .failed, nil, Fault(.web, effect: .hang), 10),  // the web view's
            (nil, .signedOut, nil, Fault(endpoint: "signInWithCustomToken", effect: .hang), 30),  // the page's
        ] as [(String?, Verdict, String?, Fault, Int)])
    func endsSomeWay(
        step: String?, verdict: Verdict, reason: String?, fault: Fault, seconds: Int
    ) async throws {
        try await world { world in
            let start = world.clock.now
            try world.plant(fault)
            let (failure, ending) = await handoff(in: world)
            #expect(failure?.step == step && ending == verdict)
            if let reason {
                #expect(failure?.reasons.map(\.rawValue).contains(reason) == true, "\(failure?.reasons ?? [])")
            }
            // A guard may ask again with as much patience.
            let elapsed = world.clock.now - start
            #expect(seconds == 0 ? elapsed == .zero : elapsed >= .seconds(seconds) && elapsed <= .seconds(seconds * 4))
            let isTold = world.trace.events.contains { $0.reasons.contains(FaultReason.injected.code) }
            #expect(isTold == !(seconds == 0 && failure == nil))
        }
    }

    @Test func allIsWellOnceTheyAreOut() async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.fault(["service": "backend", "effect": "drop"]))
            try await player.perform(.fault(["service": "backend", "effect": "skew", "skew": "-301s"]))
            #expect(await handoff(in: world).failure != nil)
            try await player.perform(.clearFaults)
            #expect(world.clock.skew(of: .backend) == .zero)
            #expect(await handoff(in: world).verdict == .signedIn)
        }
    }

    @Test func aStepThatIsNoFaultFails() async throws {
        try await world { world in
            let failure = await #expect(throws: StepFailure.self) {
                try await WorldPlayer(world: world).perform(.fault(["effect": "fire"]))
            }
            #expect(failure?.reason == FaultReason.unreadable.code)
        }
    }
}
