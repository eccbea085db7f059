import AuthEmulator
import BridgePrimitives
import FirebaseAuthClient
import HTTPLoader
import SimulatedDevice
import TestSupport
import Testing
import Tokens

@Suite("Client: tokens and users", .timeLimit(.minutes(5)))
struct UserTests {
    /// iOS renews a token of which five minutes or less remain, JavaScript one of less than half a minute.
    @Test(
        arguments: [
            (FirebaseConfiguration.Platform.ios(bundleID: "a.b"), 3299, 0), (.ios(bundleID: "a.b"), 3300, 1),
            (.web(origin: "http://a.localhost"), 3569, 0), (.web(origin: "http://a.localhost"), 3570, 1),
        ] as [(FirebaseConfiguration.Platform, Int64, Int)])
    func aTokenIsUsedWhileItIsYoung(platform: FirebaseConfiguration.Platform, age: Int64, refreshes: Int) async throws {
        try await Fixture.lend { fixture in
            let user = try await fixture.client(platform).signIn(withCustomToken: fixture.customToken("taro")).user
            let first = try await user.getIDToken()
            fixture.clock.advance(by: .seconds(age))
            let second = try await user.getIDToken()
            #expect(fixture.transport.refreshes == refreshes)
            #expect((first == second) == (refreshes == 0))
            #expect(try UnverifiedToken(parsing: second).authTime == Fixture.start)
        }
    }

    /// The device's clock decides, right or wrong.
    @Test func aFastDeviceRefreshesEarly() async throws {
        try await Fixture.lend { fixture in
            let user = try await fixture.client().signIn(withCustomToken: fixture.customToken("taro")).user
            fixture.clock.setSkew(.seconds(3600), of: .device)
            fixture.clock.advance(by: .seconds(1))
            _ = try await user.getIDToken()
            // The fresh token's own claims look old to such a clock, so the SDK asks once more, and only once.
            #expect(fixture.transport.refreshes == 2)
        }
    }

    @Test func refreshingTakesJSONOnIOSAndAFormOnTheWeb() async throws {
        try await Fixture.lend { fixture in
            for (platform, type) in [
                (FirebaseConfiguration.Platform.ios(bundleID: "a.b"), "application/json"),
                (.web(origin: "http://a.localhost"), "application/x-www-form-urlencoded"),
            ] {
                let auth = try fixture.client(platform)
                let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
                fixture.clock.advance(by: .seconds(1))
                let before = try await user.getIDToken()
                #expect(try await user.getIDToken(forcingRefresh: true) != before)
                #expect(fixture.transport.requests.last?.headers.first("content-type")?.hasPrefix(type) == true)
            }
        }
    }

    @Test func callersShareOneRefresh() async throws {
        try await Fixture.lend { fixture in
            let user = try await fixture.client().signIn(withCustomToken: fixture.customToken("taro")).user
            fixture.clock.advance(by: .seconds(3600))
            fixture.transport.hold()
            let started = Counter()
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        started.increment()
                        return try await user.getIDToken()
                    }
                }
                try await waitUntil("twenty callers and a refresh") {
                    started.value == 20 && fixture.transport.refreshes > 0
                }
                fixture.transport.release()
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(fixture.transport.refreshes == 1)
            // The shared refresh is over: the next one is another.
            _ = try await user.getIDToken(forcingRefresh: true)
            #expect(fixture.transport.refreshes == 2)
        }
    }

    /// One who gives up waiting leaves the refresh to the others.
    @Test func aCancelledCallerSpoilsNothing() async throws {
        try await Fixture.lend { fixture in
            let user = try await fixture.client().signIn(withCustomToken: fixture.customToken("taro")).user
            fixture.clock.advance(by: .seconds(3600))
            fixture.transport.hold()
            let impatient = Task { try await user.getIDToken() }
            try await waitUntil("the refresh") { fixture.transport.refreshes > 0 }
            impatient.cancel()
            fixture.transport.release()
            #expect(try await !user.getIDToken().isEmpty)
            #expect(fixture.transport.refreshes == 1)
            _ = await impatient.result
        }
    }

    @Test func newClaimsComeWithAForcedRefresh() async throws {
        try await Fixture.lend { fixture in
            let user = try await fixture.client().signIn(withCustomToken: fixture.customToken("taro")).user
            try fixture.service.setCustomClaims(JSONObject([("role", "admin")]), of: "taro")
            #expect(try UnverifiedToken(parsing: await user.getIDToken()).payload["role"] == nil)
            #expect(
                try UnverifiedToken(parsing: await user.getIDToken(forcingRefresh: true)).payload["role"] == "admin")
        }
    }

    enum Fate: String, CaseIterable { case revoked, disabled, deleted, reset }

    /// An error that means the end signs out and clears the keychain; a token that is merely unknown does not.
    @Test(arguments: [
        (Fate.revoked, AuthErrorCode.userTokenExpired, "auth/user-token-expired", true),
        (.disabled, .userDisabled, "auth/user-disabled", true),
        (.deleted, .userNotFound, "auth/user-token-expired", true),
        (.reset, .internalError, "auth/invalid-refresh-token", false),
    ])
    func theEndOfASessionSignsOut(
        fate: Fate, code: AuthErrorCode, javaScript: String, signsOut: Bool
    ) async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(keychain: true)
            let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            fixture.clock.advance(by: .seconds(1))
            switch fate {
            case .revoked: try fixture.service.revokeRefreshTokens(of: "taro")
            case .disabled: try fixture.service.setDisabled(true, of: "taro")
            case .deleted: _ = try fixture.service.delete(DeleteRequest(localID: "taro"), as: .admin)
            case .reset: try fixture.service.reset()
            }
            // Until it needs the service the client notices nothing.
            #expect(try await !user.getIDToken().isEmpty)
            let error = try await authError { try await user.getIDToken(forcingRefresh: true) }
            #expect(error?.authCode == code && error?.javaScriptName == javaScript)
            #expect((auth.currentUser == nil) == signsOut)
            #expect(fixture.storedUsers.isEmpty == signsOut)
        }
    }

    @Test func reloadingFetchesTheProfile() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(keychain: true)
            let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            var request = UpdateRequest()
            (request.localID, request.displayName, request.emailVerified) = ("taro", "太郎", true)
            _ = try fixture.service.update(request, as: .admin)
            #expect(user.displayName == "Taro")
            try await user.reload()
            #expect(user.displayName == "太郎" && user.isEmailVerified)
            #expect(try fixture.client(keychain: true).currentUser?.displayName == "太郎")
        }
    }

    @Test func deletingNeedsARecentSignIn() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            fixture.clock.advance(by: .seconds(301))
            let error = try await authError { try await user.delete() }
            #expect(error?.number == 17014 && error?.javaScriptName == "auth/requires-recent-login")
            #expect(auth.currentUser == user)

            let again = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            try await again.delete()
            #expect(auth.currentUser == nil)
            #expect(try fixture.service.account(localID: "taro") == nil)
        }
    }
}
