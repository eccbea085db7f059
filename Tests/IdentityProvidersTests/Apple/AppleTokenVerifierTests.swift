import BridgePrimitives
import Testing
import Tokens

@testable import IdentityProviders

@Suite("Identity tokens as an auth service checks them", .timeLimit(.minutes(5)))
struct AppleTokenVerifierTests {
    private let fixture: AppleFixture
    private let raw = "raw-nonce"
    init() throws { fixture = try AppleFixture() }

    private func token(nonce: String?) throws -> String {
        try fixture.provider.signIn(
            AppleIDRequest(clientID: AppleFixture.app, requestedScopes: [.email], nonce: nonce),
            as: .account(id: fixture.taro.id, hidesEmail: true), now: AppleFixture.start
        ).identityToken.reveal()
    }

    private func reasons(
        _ token: String, nonce: PresentedNonce, audience: String = AppleFixture.app, now: Instant = AppleFixture.start
    ) -> [String] {
        fixture.provider.verifyIDToken(token, nonce: nonce, audiences: [audience], now: now).refusals.map(\.rawValue)
    }

    @Test func theHashedNonceIsProvenByTheRawOne() throws {
        let token = try token(nonce: SHA256Text.hexadecimal(of: raw))
        let verdict = fixture.provider.verifyIDToken(
            token, nonce: .raw(raw), audiences: [AppleFixture.app], now: AppleFixture.start)
        let verified = try #require(verdict.verified)
        #expect(verified.nonce == .hashMatches)
        #expect(verified.subject == fixture.taro.subject(in: AppleFixture.team))
        #expect(verified.email == fixture.taro.relayAddress(in: AppleFixture.team))
        #expect(verified.isEmailVerified && verified.isPrivateEmail)
    }

    @Test func mixUpsAreNamed() throws {
        let hash = SHA256Text.hexadecimal(of: raw)
        #expect(try reasons(token(nonce: hash), nonce: .raw(hash)) == ["apple/nonce-hash-sent"])
        #expect(try reasons(token(nonce: raw), nonce: .raw(raw)) == ["apple/nonce-raw-in-token"])
        #expect(try reasons(token(nonce: hash), nonce: .none) == ["apple/nonce-missing"])
        #expect(try reasons(token(nonce: nil), nonce: .raw(raw)) == ["apple/nonce-not-in-token"])
        #expect(try reasons(token(nonce: nil), nonce: .none) == [])
    }

    @Test(arguments: [(-1, ["apple/token-issued-in-future"]), (0, []), (86_399, []), (86_400, ["apple/token-expired"])])
    func itIsGoodForADay(offset: Int, expected: [String]) throws {
        let token = try token(nonce: nil)
        #expect(reasons(token, nonce: .none, now: AppleFixture.start + .seconds(offset)) == expected)
    }

    @Test func clocksMayBeAMinuteApart() throws {
        let token = try token(nonce: nil)
        let late = AppleFixture.start + .seconds(86_459)
        let verdict = fixture.provider.verifyIDToken(
            token, nonce: .none, audiences: nil, now: late, clockSkew: .seconds(600))
        #expect(verdict.verified != nil)
    }

    @Test func allReasonsAreToldInOrder() throws {
        let token = try token(nonce: raw)
        #expect(
            reasons(token, nonce: .none, audience: "other", now: AppleFixture.start + .seconds(100_000))
                == ["apple/token-wrong-audience", "apple/token-expired", "apple/nonce-missing"])
    }

    @Test func aTokenThatWasTouchedIsRefused() throws {
        let token = try token(nonce: nil)
        let parts = token.split(separator: ".").map(String.init)
        let claims = try UnverifiedToken(parsing: token).payload
        var richer = claims
        richer["sub"] = "somebody else"
        let forged = Base64URL.encode(JSONValue.object(richer).bytes())
        let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
        let hmac = Base64URL.encode(Array(#"{"alg":"HS256","kid":"x"}"#.utf8))
        let other = Base64URL.encode(Array(#"{"alg":"RS256","kid":"x"}"#.utf8))
        #expect(reasons("\(parts[0]).\(forged).\(parts[2])", nonce: .none) == ["apple/token-bad-signature"])
        #expect(reasons("\(parts[0]).\(parts[1]).", nonce: .none) == ["apple/token-bad-signature"])
        #expect(reasons("\(none).\(parts[1]).", nonce: .none) == ["apple/token-wrong-algorithm"])
        #expect(reasons("\(hmac).\(parts[1]).\(parts[2])", nonce: .none) == ["apple/token-wrong-algorithm"])
        #expect(reasons("\(other).\(parts[1]).\(parts[2])", nonce: .none) == ["apple/token-unknown-key"])
        #expect(reasons("", nonce: .none) == ["token/empty"])
        #expect(reasons("a.b", nonce: .none) == ["token/malformed"])
    }

    /// Signed by Apple's key, and yet no identity token of Apple's.
    @Test(
        arguments: [
            ("iss", "https://accounts.google.com", ["apple/token-wrong-issuer"]),
            ("iss", nil, ["apple/token-wrong-issuer"]),
            ("sub", "", ["apple/token-no-subject"]), ("sub", nil, ["apple/token-no-subject"]),
        ] as [(String, JSONValue?, [String])])
    func claimsThatAppleDoesNotWrite(name: String, value: JSONValue?, expected: [String]) throws {
        let token = try UnverifiedToken(parsing: token(nonce: nil))
        let header = JSONValue.object(token.header)
        var claims = token.payload
        claims[name] = value
        let message = [header, .object(claims)].map { Base64URL.encode($0.bytes()) }.joined(separator: ".")
        let signature = try AppleFixture.keys.get().current.signature(for: Array(message.utf8))
        #expect(reasons("\(message).\(Base64URL.encode(signature))", nonce: .none) == expected)
    }

    @Test func onlyApplesOwnKeysCount() throws {
        let foreign = AppleProvider(
            accounts: fixture.provider.accounts, clients: fixture.provider.clients,
            key: try AppleFixture.foreignKey.get(), ids: IdentitySource(seed: 1))
        let token = try foreign.signIn(
            AppleIDRequest(clientID: AppleFixture.app), as: .account(id: fixture.taro.id), now: AppleFixture.start
        ).identityToken.reveal()
        #expect(reasons(token, nonce: .none) == ["apple/token-unknown-key"])
    }

    @Test func formerKeysStayGood() throws {
        let keys = try AppleFixture.keys.get()
        let before = AppleProvider(
            accounts: fixture.provider.accounts, clients: fixture.provider.clients, key: keys.former,
            ids: IdentitySource(seed: 1))
        let token = try before.signIn(
            AppleIDRequest(clientID: AppleFixture.app), as: .account(id: fixture.taro.id), now: AppleFixture.start
        ).identityToken.reveal()
        #expect(reasons(token, nonce: .none) == [])
    }
}
