import BridgePrimitives
import Hummingbird
import Listening
import TestSupport
import Testing

@Suite("A listener that can be stopped", .timeLimit(.minutes(5)))
struct StoppableListenerTests {
    /// Nobody is left who would use the listener that is bound afterwards, or who would stop it.
    @Test func aCallerThatIsCancelledBeforeItListensIsNotLeftWaiting() async throws {
        let (binding, begins) = AsyncStream<Void>.makeStream()
        let (permission, permits) = AsyncStream<Void>.makeStream()
        let hasEnded = Mutex(false)
        let caller = Task {
            defer { hasEnded.withLock { $0 = true } }
            try await withStoppableListener { lend in
                begins.yield()
                for await _ in permission { break }
                try await withListener(Router(), name: "late", lend)
            } _: { _, _ -> Void in
                Issue.record("the caller was cancelled before there was a listener")
            }
        }
        for await _ in binding { break }
        caller.cancel()
        permits.yield()
        try await waitUntil("the caller's end", within: .seconds(30)) { hasEnded.withLock { $0 } }
        await #expect(throws: CancellationError.self) { try await caller.value }
    }

    /// Whoever starts it must lend its address.
    @Test func aListenerThatLendsNothingIsAFailure() async throws {
        let failure = await #expect(throws: BridgeFailure.self) {
            try await withStoppableListener { _ in
            } _: { _, _ in
            }
        }
        #expect(failure?.code == ListeningReason.endedEarly.code)
    }

    @Test func aListenerThatCannotListenSaysWhy() async throws {
        let failure = await #expect(throws: BridgeFailure.self) {
            try await withStoppableListener { lend in
                try await withListener(
                    Router(), at: ListenAddress(host: "192.0.2.1"), name: "elsewhere", lend)
            } _: { _, _ in
            }
        }
        #expect(failure?.code == ListeningReason.addressNotAvailable.code)
    }

    /// The number must not be given to somebody else, who would answer in the place of the service that is down.
    @Test func aStoppedListenersPortRefusesUntilTheScopeEnds() async throws {
        let address = try await withStoppableListener { lend in
            try await withListener(Router(), name: "down", lend)
        } _: { bound, listener in
            await listener.stop()
            let failure = await #expect(throws: BridgeFailure.self) {
                try await withListener(Router(), at: bound.address, name: "stranger") { _ in }
            }
            #expect(failure?.code == ListeningReason.portInUse.code)
            return bound.address
        }
        try await withListener(Router(), at: address, name: "afterwards") { _ in }
    }
}
