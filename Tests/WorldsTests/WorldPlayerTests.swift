import BridgePrimitives
import FirebaseAuthClient
import Scenarios
import SimulatedDevice
import Testing

@testable import Worlds

@Suite("Steps that a world cannot take", .timeLimit(.minutes(5)))
struct WorldPlayerTests {
    @Test(arguments: [
        (Step.exchange(field: "idtoken"), "handoff/not-signed-in"),  // nobody is signed in yet
        (Step.view(.open(PageOpening(injections: [Injection(.cookieStore)]))), "handoff/nothing-to-inject"),
        (Step.view(.reload), "handoff/nothing-to-reload"),
        (Step.view(.interact), "handoff/nothing-to-reload"),  // there is no page to tap on
        (Step.disableUser, "handoff/not-signed-in"),  // there is no such user yet
    ])
    func aStepThatCannotBeTakenSaysWhy(step: Step, reason: String) async throws {
        try await world { world in
            let failure = await #expect(throws: StepFailure.self) { try await WorldPlayer(world: world).perform(step) }
            #expect(failure?.reasons.map(\.rawValue) == [reason])
        }
    }

    /// Whatever ended the process, what the app would have to do is refused, and nothing stops the program.
    @Test(arguments: [DeviceStep.kill, .reboot, .uninstall, .update, .transfer(DeviceStep.Transfer())])
    func anAppThatDoesNotRunDoesNothing(end: DeviceStep) async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.signIn(SignIn()))
            try await player.perform(.device(end))
            for step in [
                Step.signIn(SignIn()), .signIn(SignIn(.apple)), .signIn(SignIn(.twitter)), .signOut(SignOut()),
                .signOut(SignOut(forgetsEverything: true)), .verifyEmail(), .enroll(.totp), .unenroll,
                .sendVerification, .requireMember(), .askTwitter(),
                .exchange(field: "idtoken"), .register, .currentUser, .view(.open(PageOpening())), .view(.reload),
                .view(.interact), .view(.removeData(DataRemoval())),
            ] {
                let failure = await #expect(throws: StepFailure.self, "\(step.name)") { try await player.perform(step) }
                #expect(failure?.step == step.name)
                #expect(failure?.reasons.map(\.rawValue) == ["handoff/app-not-running"], "\(step.name)")
            }
            #expect(await world.observation().nativeUserID == nil)
        }
    }

    @Test(
        arguments: [
            ("unknown", "backend/missing-field"), ("idtoken", nil), ("token", nil),
        ] as [(String, String?)])
    func theBackendKnowsTwoNamesForTheField(field: String, reason: String?) async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.signIn(SignIn()))
            do throws(StepFailure) {
                try await player.perform(.exchange(field: field))
                #expect(reason == nil)
            } catch {
                #expect(error.reasons.first?.rawValue == reason)
            }
        }
    }
}
