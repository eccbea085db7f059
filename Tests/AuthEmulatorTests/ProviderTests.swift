@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Crypto
import Testing

@Suite("Identity providers", .timeLimit(.minutes(5)))
struct ProviderTests {
    private static let uri: JSONValue = "http://localhost"

    private func google(
        _ claims: JSONValue, idToken: JSONValue? = nil, provider: String = "google.com", extra: String = ""
    ) -> JSONValue {
        let body: JSONValue = [
            "requestUri": Self.uri, "returnSecureToken": true,
            "postBody": .string("id_token=\(PercentEncoding.encode(claims.text()))&providerId=\(provider)\(extra)"),
        ]
        return adding("idToken", idToken, to: body)
    }

    /// iOS sends the form without encoding: what looks like a separator inside a value is none.
    @Test(
        arguments: [
            (
                "providerId=apple.com&id_token=a.b.c&nonce=x+y=z&more",
                ["providerId": "apple.com", "id_token": "a.b.c", "nonce": "x+y=z&more"]
            ),
            (#"id_token={"name":"A & B"}&providerId=g"#, ["id_token": #"{"name":"A & B"}"#, "providerId": "g"]),
            ("id_token=%7B%7D&providerId=g", ["id_token": "{}", "providerId": "g"]),  // JavaScript encodes
            ("", [:]), ("providerId=", ["providerId": ""]), ("xproviderId=g", [:]), ("&", [:]),
            ("nonce=%", ["nonce": "%"]),
        ] as [(String, [String: String])])
    func formsAreReadTolerantly(form: String, items: [String: String]) {
        let read = ProviderCredential.items(in: Array(form.utf8))
        #expect(Dictionary(read) { _, last in last } == items)
    }

    // MARK: - Nonces

    private static func hash(_ text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).map { byte in
            let digits = Array("0123456789abcdef")
            return "\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

    @Test(
        arguments: [
            ("apple.com", nil, nil, "", nil),  // nothing to prove
            ("apple.com", nil, "raw", "", nil),
            ("apple.com", hash("raw"), "raw", "", nil),
            ("apple.com", hash("raw"), nil, "The ID token has a nonce, and the request has none.", .missing),
            (
                "apple.com", hash("raw"), hash("raw"),
                "The SHA-256 hash of the nonce was sent in place of the raw nonce.", .hashSent
            ),
            (
                "apple.com", "raw", "raw", "The ID token carries the raw nonce in place of its SHA-256 hash.",
                .rawInToken
            ),
            (
                "apple.com", hash("raw"), "other",
                "The SHA-256 hash of the nonce that was sent is not the nonce of the ID token.", .different
            ),
            ("google.com", "raw", "raw", "", nil),  // other providers may carry it as it is
        ] as [(String, String?, String?, String, NonceReason?)])
    func areComparedWhenStrict(
        provider: String, claim: String?, sent: String?, message: String, reason: NonceReason?
    ) async throws {
        let claims = adding("nonce", claim.map { .string($0) }, to: ["sub": "a1"])
        let request = google(claims, provider: provider, extra: sent.map { "&nonce=\($0)" } ?? "")
        let wire = try WireFixture()
        #expect(
            try await wire.refusal("accounts:signInWithIdp", request)
                == (reason == nil ? "" : "MISSING_OR_INVALID_NONCE : \(message)"))
        let refused = wire.fixture.trace.events.flatMap(\.reasons)
        #expect(refused == (reason.map { [AuthReason.missingOrInvalidNonce.code, $0.code] } ?? []))
        #expect(try await WireFixture(.lenient).refusal("accounts:signInWithIdp", request) == "")
    }

    @Test func appleTellsTheNameBeside() async throws {
        let wire = try WireFixture()
        let request = google(
            ["sub": "a1"], provider: "apple.com",
            extra: "&user=" + PercentEncoding.encode(#"{"name":{"firstName":"太郎","lastName":"山田"}}"#))
        #expect(try await wire.call("accounts:signInWithIdp", request)["displayName"] == "太郎 山田")
    }

    // MARK: - Those who answer

    /// One provider that knows one token, as the simulated ones do.
    private struct OneProvider: IdentityProviderDirectory {
        func verifyIDToken(
            _ token: String, providerID: String, nonce: String?, now: Instant
        ) async -> ProviderTokenVerdict {
            guard providerID == "apple.com" else { return .unknownProvider }
            guard token == #"{"sub":"real"}"# else {
                return .refused(reasons: [ReasonCode(unchecked: "apple/bad-signature")], message: "Bad signature.")
            }
            return .accepted(JSONObject([("sub", "real"), ("email", "r@example.com"), ("email_verified", "true")]))
        }

        func profile(
            oauthToken: String, secret: Secret<String>, providerID: String
        ) async -> ProviderProfileVerdict {
            guard oauthToken == "17-token", secret.matches("secret") else {
                return .refused(reasons: [ReasonCode(unchecked: "twitter/unknown-token")], message: "Unknown token.")
            }
            var profile = ProviderProfile(rawID: "17")
            profile.screenName = "taro"
            profile.displayName = "Taro"
            profile.raw = JSONObject([("id_str", "17")])
            return .found(profile)
        }
    }

    @Test func providersAreAskedWhenStrict() async throws {
        let wire = try WireFixture()
        wire.service.identityProviders = OneProvider()
        let good = try await wire.call("accounts:signInWithIdp", google(["sub": "real"], provider: "apple.com"))
        #expect(good["email"] == "r@example.com" && good["emailVerified"] == true)
        #expect(
            try await wire.refusal("accounts:signInWithIdp", google(["sub": "forged"], provider: "apple.com"))
                == "INVALID_IDP_RESPONSE : Bad signature.")
        #expect(wire.fixture.trace.events.contains { $0.reasons.map(\.rawValue).contains("apple/bad-signature") })
        #expect(try await wire.refusal("accounts:signInWithIdp", google(["sub": "g"])) == "")  // nobody answers
        // No way round: a token under another name, and an ID token of who gives out none.
        let renamed: JSONValue = [
            "requestUri": Self.uri, "postBody": #"providerId=apple.com&access_token={"sub":"forged"}"#,
        ]
        #expect(try await wire.refusal("accounts:signInWithIdp", renamed) == "INVALID_IDP_RESPONSE : Bad signature.")
        #expect(
            try await wire.refusal("accounts:signInWithIdp", google(["sub": "17"], provider: "twitter.com"))
                == "INVALID_IDP_RESPONSE : twitter.com needs access_token and oauth_token_secret.")
    }

    @Test func twitterSignsInByItsTokenAndSecret() async throws {
        let wire = try WireFixture()
        func request(_ token: String, _ secret: String) -> JSONValue {
            [
                "requestUri": Self.uri,
                "postBody": .string("access_token=\(token)&oauth_token_secret=\(secret)&providerId=twitter.com"),
            ]
        }
        // Without Twitter the number in the token is all there is.
        let alone = try await wire.call("accounts:signInWithIdp", request("9-x", "s"))
        #expect(alone["federatedId"] == "9" && alone["screenName"] == "user9")
        wire.service.identityProviders = OneProvider()
        let reply = try await wire.call("accounts:signInWithIdp", request("17-token", "secret"))
        #expect(reply["federatedId"] == "17" && reply["screenName"] == "taro" && reply["displayName"] == "Taro")
        #expect(reply["oauthAccessToken"] == "17-token" && reply["oauthTokenSecret"] == "secret")
        #expect(
            try await wire.refusal("accounts:signInWithIdp", request("17-token", "wrong"))
                == "INVALID_IDP_RESPONSE : Unknown token.")
    }
}
