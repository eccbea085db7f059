import AuthEmulator
import BridgePrimitives
import HandoffBackend
import Testing

@Suite("Keys are rotated under three ways of keeping certificates", .timeLimit(.minutes(5)))
struct CertificateCachingTests {
    /// The auth service's certificates may be kept for six hours.
    private let lifetime = Duration.seconds(21_600)

    @Test func eachWayShowsItself() async throws {
        try await withRealAuthService { auth in
            let asTold = try auth.users(), forEver = try auth.users(caching: .forEver)
            let never = try auth.users(caching: .never)
            let early = try await auth.idToken()
            for users in [asTold, forEver, never] {
                #expect(await users.judge(early) == "accepted")
                #expect(auth.certificates == "certificates/fetched")
            }
            #expect(await asTold.judge(early) == "accepted")
            #expect(auth.certificates == "certificates/cached")
            #expect(await never.judge(early) == "accepted")
            #expect(auth.certificates == "certificates/fetched")

            // Shortly before six hours are over, somebody signs in; then the key is rotated and the old one dropped.
            auth.clock.advance(by: lifetime - .seconds(60))
            let old = try await auth.idToken()
            try auth.service.keys.rotate(droppingOld: true, now: auth.clock.now)
            let new = try await auth.idToken()

            // New tokens: who looks again passes, who never does refuses them from now on.
            #expect(await forEver.judge(new) == "token/unknown-key-id")
            #expect(auth.certificates == "certificates/cached")
            #expect(await asTold.judge(new) == "accepted")
            #expect(auth.certificates == "certificates/refetched-for-unknown-key")
            #expect(await never.judge(new) == "accepted")
            #expect(auth.certificates == "certificates/fetched")

            // Tokens of the dropped key must be refused; they are, but for who never looks.
            #expect(await asTold.judge(old) == "token/unknown-key-id")
            #expect(await never.judge(old) == "token/unknown-key-id")
            auth.clock.advance(by: .seconds(120))
            #expect(await forEver.judge(old) == "accepted")
            #expect(auth.certificates == "certificates/stale")
        }
    }

    @Test func aDroppedKeyCountsUntilTheCertificatesTimeIsOver() async throws {
        try await withRealAuthService { auth in
            let users = try auth.users()
            #expect(await users.judge(try await auth.idToken()) == "accepted")
            auth.clock.advance(by: lifetime - .milliseconds(1))
            let old = try await auth.idToken()
            try auth.service.keys.rotate(droppingOld: true, now: auth.clock.now)
            #expect(await users.judge(old) == "accepted")  // nobody told the verifier
            #expect(auth.certificates == "certificates/cached")
            auth.clock.advance(by: .milliseconds(1))
            #expect(await users.judge(old) == "token/unknown-key-id")
            #expect(auth.certificates == "certificates/fetched")
        }
    }

    @Test func aRotationThatKeepsTheOldKeyHurtsOnlyWhoNeverLooks() async throws {
        try await withRealAuthService { auth in
            let asTold = try auth.users(), forEver = try auth.users(caching: .forEver)
            let old = try await auth.idToken()
            for users in [asTold, forEver] { #expect(await users.judge(old) == "accepted") }
            try auth.service.keys.rotate(droppingOld: false, now: auth.clock.now)
            let new = try await auth.idToken()
            for token in [old, new] { #expect(await asTold.judge(token) == "accepted") }
            #expect(await forEver.judge(old) == "accepted")
            #expect(await forEver.judge(new) == "token/unknown-key-id")
        }
    }

    /// The two settings are apart: whether the memory ages, and whether an unknown key id makes it look.
    @Test(arguments: [
        (CertificateCaching(.asTold, refetchesForUnknownKey: false), "token/unknown-key-id", "accepted"),
        (CertificateCaching(.forEver, refetchesForUnknownKey: true), "accepted", "accepted"),
        (CertificateCaching(.forEver, refetchesForUnknownKey: false), "token/unknown-key-id", "token/unknown-key-id"),
        (CertificateCaching(.never, refetchesForUnknownKey: false), "accepted", "accepted"),
    ])
    func newTokens(caching: CertificateCaching, atOnce: String, later: String) async throws {
        try await withRealAuthService { auth in
            let users = try auth.users(caching: caching)
            #expect(await users.judge(try await auth.idToken()) == "accepted")
            try auth.service.keys.rotate(droppingOld: true, now: auth.clock.now)
            #expect(await users.judge(try await auth.idToken()) == atOnce)
            auth.clock.advance(by: lifetime)
            #expect(await users.judge(try await auth.idToken()) == later)
        }
    }

    @Test func anUnknownKeyIDThatNobodyPublishesIsLookedForOnceAndRefused() async throws {
        try await withStory { story in
            let token = try story.idToken(key: Story.keys.get().next)
            _ = await story.ask("POST", "/v1/users", try story.idToken())
            #expect(await story.ask("POST", "/v1/users", token).code == "token/unknown-key-id")
            #expect(story.auth.requests == 2)
        }
    }
}
