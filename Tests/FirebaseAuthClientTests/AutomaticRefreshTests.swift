import AuthEmulator
import BridgePrimitives
import TestSupport
import Testing

@testable import FirebaseAuthClient

@Suite("Client: renewing tokens unasked", .timeLimit(.minutes(5)))
struct AutomaticRefreshTests {
    @Test func theLadderDoublesUpToSixteenMinutes() {
        var schedule = RefreshSchedule()
        let now = Fixture.start
        #expect(schedule.wait(expiry: now + .seconds(3600), now: now) == .seconds(3300))
        #expect(schedule.wait(expiry: now + .seconds(300), now: now) == .zero)  // exactly five minutes: due
        #expect(schedule.wait(expiry: now, now: now) == .zero)
        #expect(schedule.wait(expiry: nil, now: now) == .zero)
        var waits: [Int64] = []
        for _ in 0..<7 {
            schedule.failed()
            waits.append(schedule.wait(expiry: now, now: now).components.seconds)
        }
        #expect(waits == [60, 120, 240, 480, 960, 960, 960])
        schedule.succeeded()
        #expect(schedule.wait(expiry: now, now: now) == .zero)
    }

    /// Waits until as many refreshes were sent; the clock stands still meanwhile.
    private func refreshes(_ count: Int, _ fixture: Fixture) async throws {
        try await waitUntil("refresh \(count)") { fixture.transport.refreshes >= count }
    }

    @Test func aTokenIsRenewedFiveMinutesBeforeItsEnd() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            #expect(try await auth.getToken() == nil && !auth.refreshesAutomatically)  // nobody is signed in
            let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            let first = try await auth.getToken()
            #expect(auth.refreshesAutomatically)
            fixture.clock.advance(by: .seconds(3299))
            #expect(try await user.getIDToken() == first && fixture.transport.refreshes == 0)
            fixture.clock.advance(by: .seconds(1))
            try await refreshes(1, fixture)
            try await waitUntil("the new token") { user.session.tokens.idToken.reveal() != first }
            // And the next one, an hour on.
            fixture.clock.advance(by: .seconds(3300))
            try await refreshes(2, fixture)
        }
    }

    @Test func aFailureIsTriedAgain() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            try await auth.signIn(withCustomToken: fixture.customToken("taro"))
            auth.refreshesAutomatically = true
            // The backend was reset: its refresh tokens are unknown, which is no reason to sign out.
            try fixture.service.reset()
            fixture.clock.advance(by: .seconds(3300))
            // Each second of waiting is looked at by itself, so a try may come late but never early.
            var tries: [Int64] = []
            try await waitUntil("four tries") {
                if fixture.transport.refreshes > tries.count {
                    tries.append((fixture.clock.now - Fixture.start).components.seconds - 3300)
                    try await waitUntil("the refresh's end") { auth.session?.isRefreshing != true }
                }
                fixture.clock.advance(by: .seconds(1))
                for _ in 0..<20 { await Task.yield() }
                return tries.count == 4
            }
            let waits = zip(tries.dropFirst(), tries).map { $0 - $1 }
            #expect(zip(waits, [60, 120, 240] as [Int64]).allSatisfy { $0 >= $1 }, "\(tries)")
            #expect(auth.currentUser != nil)
        }
    }

    @Test func signingOutEndsIt() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            auth.refreshesAutomatically = true
            try auth.signOut()
            fixture.clock.advance(by: .seconds(7200))
            // The user's own request is the only one, though the renewal was due long before it.
            _ = try await user.getIDToken()
            #expect(fixture.transport.refreshes == 1)
        }
    }
}

extension UserSession {
    fileprivate var isRefreshing: Bool { state.withLock { $0.refresh != nil } }
}
