import BridgePrimitives
import Hummingbird
import Listening
import TestSupport
import Testing

@Suite("A scope that is held open", .timeLimit(.minutes(5)))
struct HeldScopeTests {
    /// The listener that is bound afterwards has no user left, and must be closed all the same.
    @Test func aCallerThatIsCancelledBeforeItListensIsNotLeftWaiting() async throws {
        let (binding, begins) = AsyncStream<Void>.makeStream()
        let (permission, permits) = AsyncStream<Void>.makeStream()
        let hasEnded = Mutex(false)
        let caller = Task {
            defer { hasEnded.withLock { $0 = true } }
            _ = try await HeldScope { lend in
                begins.yield()
                // Not cancelled with the caller: it listens after that.
                await Task { for await _ in permission { break } }.value
                try await withListener(Router(), name: "late", lend)
            }
            Issue.record("the caller was cancelled before there was a listener")
        }
        for await _ in binding { break }
        caller.cancel()
        permits.yield()
        try await waitUntil("the caller's end", within: .seconds(30)) { hasEnded.withLock { $0 } }
        await #expect(throws: CancellationError.self) { try await caller.value }
    }

    /// A scope must lend something before it ends.
    @Test func aScopeThatLendsNothingIsAFailure() async throws {
        let failure = await #expect(throws: BridgeFailure.self) {
            _ = try await HeldScope<Void> { _ in }
        }
        #expect(failure?.code == ListeningReason.endedEarly.code)
    }

    @Test func aScopeThatCannotBeOpenedSaysWhy() async throws {
        let failure = await #expect(throws: BridgeFailure.self) {
            _ = try await HeldScope { lend in
                try await withListener(
                    Router(), at: ListenAddress(host: "192.0.2.1"), name: "elsewhere", lend)
            }
        }
        #expect(failure?.code == ListeningReason.addressNotAvailable.code)
    }
}
