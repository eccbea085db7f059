import BridgePrimitives
import HTTPLoader
import TestSupport
import Testing

@Suite("Deadlines on the world's clock", .timeLimit(.minutes(5)))
struct DeadlineTests {
    @Test func advancingTheClockEndsASilentRequest() async throws {
        let clock = WorldClock.frozen(at: .epoch)
        try await withServer(answer: { _ in .silence }) { server, transport in
            let url = try server.url()
            let load = Task {
                try await withDeadline(.seconds(60), on: clock) { try await transport.perform(HTTPRequest(url: url)) }
            }
            for await _ in server.arrivals { break }
            clock.advance(by: .seconds(60))
            await #expect(throws: TransportFailure(.timedOut, cause: "")) { try await load.value }
        }
    }

    @Test func aFrozenClockNeverRunsOut() async throws {
        let clock = WorldClock.frozen(at: .epoch)
        #expect(try await withDeadline(.milliseconds(1), on: clock) { "done" } == "done")
    }

    /// One millisecond short of the deadline nothing happens; the rest of the time ends it.
    @Test func theLimitIsExact() async throws {
        // Each look at the clock is counted: one sets the deadline, one the alarm.
        let looks = Mutex(0)
        let clock = WorldClock(
            systemNow: {
                looks.withLock { $0 += 1 }
                return .epoch
            }, frozenAt: .epoch)
        let isGivenUp = Mutex(false)
        let load = Task {
            try await withDeadline(.milliseconds(1000), on: clock) {
                await withTaskCancellationHandler {
                    for await _ in AsyncStream<Void>.makeStream().stream {}
                } onCancel: {
                    isGivenUp.withLock { $0 = true }
                }
            }
        }
        try await waitUntil("the deadline's alarm") { looks.withLock { $0 } == 1 + 1 }
        clock.advance(by: .milliseconds(999))
        // Whoever were woken would look again.
        for _ in 0..<100 { await Task.yield() }
        #expect(looks.withLock { $0 } == 1 + 1 + 1)
        #expect(!isGivenUp.withLock { $0 })
        clock.advance(by: .milliseconds(1))
        await #expect(throws: TransportFailure(.timedOut, cause: "")) { try await load.value }
    }

    @Test func failuresOfTheBodyPassThrough() async throws {
        let clock = WorldClock.frozen(at: .epoch)
        await #expect(throws: TransportFailure(.connectionLost, cause: "")) {
            try await withDeadline(.seconds(1), on: clock) { throw TransportFailure(.connectionLost, cause: "") }
        }
    }

    @Test func cancellingTheCallerIsNoTimeout() async throws {
        let clock = WorldClock.frozen(at: .epoch)
        try await withServer(answer: { _ in .silence }) { server, transport in
            let url = try server.url()
            let load = Task {
                try await withDeadline(.seconds(60), on: clock) { try await transport.perform(HTTPRequest(url: url)) }
            }
            for await _ in server.arrivals { break }
            load.cancel()
            await #expect(throws: TransportFailure(.cancelled, cause: "")) { try await load.value }
        }
    }
}
