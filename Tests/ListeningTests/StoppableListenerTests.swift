import BridgePrimitives
import Hummingbird
import Listening
import Testing

@Suite("A listener that can be stopped", .timeLimit(.minutes(5)))
struct StoppableListenerTests {
    /// The number must not be given to somebody else, who would answer in the place of the service that is down.
    @Test func aStoppedListenersPortRefusesUntilTheListenerIsGone() async throws {
        let scope = try await HeldScope { try await withListener(Router(), name: "down", $0) }
        try await stopAndAsk(StoppableListener(scope), at: scope.value.address)
        try await withListener(Router(), at: scope.value.address, name: "afterwards") { _ in }
    }

    private func stopAndAsk(_ listener: StoppableListener, at address: ListenAddress) async throws {
        defer { withExtendedLifetime(listener) {} }
        await listener.stop()
        let failure = await #expect(throws: BridgeFailure.self) {
            try await withListener(Router(), at: address, name: "stranger") { _ in }
        }
        #expect(failure?.code == ListeningReason.portInUse.code)
    }
}
