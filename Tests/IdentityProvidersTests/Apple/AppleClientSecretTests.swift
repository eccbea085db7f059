import BridgePrimitives
import Crypto
import Testing

@testable import IdentityProviders

@Suite("Client secrets of Apple's", .timeLimit(.minutes(5)))
struct AppleClientSecretTests {
    private let fixture: AppleFixture
    private let now = AppleFixture.start.secondsSinceEpoch
    init() throws { fixture = try AppleFixture() }

    private func check(_ secret: String, now: Instant = AppleFixture.start) throws {
        let client = try fixture.provider.clients.client(AppleFixture.web)
        try AppleClientSecret.check(secret, of: client, now: now)
    }

    @Test func aGoodOneIsTaken() throws { try check(fixture.secret()) }

    @Test(
        arguments: [
            ([("alg", "RS256")], [], .clientSecretWrongAlgorithm),
            ([("alg", "none")], [], .clientSecretWrongAlgorithm),
            ([("kid", nil)], [], .clientSecretNoKeyID),
            ([("kid", "OTHERKEY12")], [], .clientSecretNoKeyID),
            ([], [("iss", "TEAM999999")], .clientSecretWrongIssuer),
            ([], [("sub", "com.example.app")], .clientSecretWrongSubject),
            ([], [("aud", "https://appleid.apple.com/")], .clientSecretWrongAudience),
            ([], [("exp", nil)], .clientSecretExpired),
            ([], [("iat", nil)], .clientSecretExpired),
            ([], [("iat", 1_795_251_601)], .clientSecretExpired),  // a second ahead
            ([], [("exp", 1_795_251_600)], .clientSecretExpired),  // its very second
            ([], [("exp", .integer(1_795_251_600 + 15_777_001))], .clientSecretLivesTooLong),
        ] as [([(String, JSONValue?)], [(String, JSONValue?)], AppleReason)])
    func aBadOneIsRefused(header: [(String, JSONValue?)], claims: [(String, JSONValue?)], reason: AppleReason) throws {
        let secret = try fixture.secret(header: header, claims: claims)
        let refusal = #expect(throws: AppleRefusal.self) { try check(secret) }
        #expect(refusal?.reason == reason)
    }

    @Test func sixMonthsAreTheLongestLife() throws {
        try check(fixture.secret(claims: [("exp", .integer(now + 15_777_000))]))
    }

    @Test func theKeyMustBeTheRegisteredOne() throws {
        let secret = try fixture.secret(key: P256.Signing.PrivateKey())
        let refusal = #expect(throws: AppleRefusal.self) { try check(secret) }
        #expect(refusal?.reason == .clientSecretBadSignature)
    }

    @Test(arguments: ["", "x", "a.b", "a.b.c", "..", "{}"])
    func textThatIsNoJWTIsRefused(text: String) {
        let refusal = #expect(throws: AppleRefusal.self) { try check(text) }
        #expect(refusal?.reason == .clientSecretMalformed)
    }

    @Test func aClientWithoutAKeyIsLookedAtForItsFormOnly() throws {
        let secret = try fixture.secret(
            header: [("kid", "ANY")], claims: [("sub", "com.example.app")], key: P256.Signing.PrivateKey())
        try AppleClientSecret.check(
            secret, of: fixture.provider.clients.client(AppleFixture.app), now: AppleFixture.start)
    }

    @Test func aKeyMustBeReadable() {
        let failure = #expect(throws: BridgeFailure.self) { try AppleClientKey(id: "k", pem: "no key") }
        #expect(failure?.code.rawValue == "apple/unreadable-client-key")
    }
}
