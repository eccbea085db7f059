import BridgePrimitives
import Testing
import Tokens

@Suite("Keys", .timeLimit(.minutes(5)))
struct SigningKeyTests {
    private typealias Fixture = TokenFixture

    @Test func aKeyComesBackFromItsPEM() throws {
        let key = try Fixture.key
        #expect(key.pem.reveal().utf8.starts(with: "-----BEGIN PRIVATE KEY-----\n".utf8))
        let again = try SigningKey(pem: key.pem, keyID: "k1")
        // PKCS #1 v1.5 signatures have no randomness: one key, one signature.
        #expect(try again.signature(for: [1, 2, 3]) == key.signature(for: [1, 2, 3]))
    }

    @Test func keyIDsFollowFromTheKey() throws {
        let (first, second) = (try SigningKey(pem: Fixture.key.pem), try SigningKey(pem: Fixture.key.pem))
        #expect(first.keyID == second.keyID)
        #expect(first.keyID.utf8.count == 40)
        #expect(try SigningKey(pem: Fixture.otherKey.pem).keyID != first.keyID)
    }

    @Test func publicKeysComeBackFromEachForm() throws {
        let key = try Fixture.key
        let token = try Fixture.token(header: Fixture.idHeader, payload: Fixture.idClaims(), key: key)
        let original = key.verificationKey
        for form in [
            try VerificationKey(pem: original.pem), try VerificationKey(der: original.der),
            try VerificationKey(jwk: original.jwk(keyID: "k1")),
        ] {
            #expect(form.der == original.der)
            let verdict = IDTokenVerifier(projectID: Fixture.project).verify(
                token, keys: ["k1": form], now: Fixture.now)
            #expect(verdict.refusals == [])
        }
    }

    @Test func jwkSet() throws {
        let set = VerificationKey.jwkSet([
            ("k1", try Fixture.key.verificationKey), ("k2", try Fixture.otherKey.verificationKey),
        ])
        let keys = try #require(set["keys"]?.arrayValue)
        #expect(keys.map { $0["kid"] } == ["k1", "k2"])
        #expect(keys[0].objectValue?.names == ["kty", "alg", "use", "kid", "n", "e"])
        #expect(keys[0]["e"] == "AQAB")
    }

    @Test(arguments: [
        "", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", "MIIB", OpenSSLFixture.shortPublicKeyPEM,
        String(OpenSSLFixture.publicKeyPEM.dropLast(40)),
    ])
    func refusesWhatIsNoPublicKey(pem: String) {
        #expect(throws: BridgeFailure.self) { try VerificationKey(pem: pem) }
        #expect(throws: BridgeFailure.self) { try SigningKey(pem: Secret(pem)) }
    }

    @Test(
        arguments: [
            [:], ["kty": "EC"], ["kty": "RSA", "n": "AQAB", "e": "AQAB"], ["kty": "RSA", "n": "", "e": ""],
            ["kty": "RSA", "n": 1, "e": 1], [], nil,
        ] as [JSONValue])
    func refusesWhatIsNoJWK(jwk: JSONValue) {
        #expect(throws: BridgeFailure.self) { try VerificationKey(jwk: jwk) }
    }

    @Test func privateKeysPrintOnlyTheirID() throws {
        let key = try Fixture.key
        var dumped = ""
        dump([ServiceAccount(projectID: "p", key: key).key, key], to: &dumped)
        let printed = "\(key) \([key]) \(key.pem) \(dumped)"
        #expect(printed.contains("k1"))
        #expect(!printed.contains("PRIVATE"))
        #expect(!printed.contains("privateKey"))
    }
}
