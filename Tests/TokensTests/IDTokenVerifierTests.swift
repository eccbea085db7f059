import BridgePrimitives
import Testing
import Tokens

@Suite("Verifying ID tokens", .timeLimit(.minutes(5)))
struct IDTokenVerifierTests {
    private typealias Fixture = TokenFixture
    private let strict = IDTokenVerifier(projectID: Fixture.project)
    private let lenient = IDTokenVerifier(projectID: Fixture.project, checks: .lenient)
    private let keys: [String: VerificationKey]

    init() throws {
        keys = ["k1": try Fixture.key.verificationKey, "k2": try Fixture.otherKey.verificationKey]
    }

    /// The reasons for which strict checks refuse a token with these claims, signed as it should be.
    private func refusals(
        changing changes: [(String, JSONValue?)], now: Instant = Fixture.now, skew: Duration = .zero
    ) throws -> [TokenReason] {
        let token = try Fixture.token(
            header: Fixture.idHeader, payload: Fixture.idClaims(changing: changes), key: Fixture.key)
        return strict.verify(token, keys: keys, now: now, clockSkew: skew).refusals
    }

    // MARK: - The signature

    @Test func acceptsAndTellsWhatWasProven() throws {
        let token = try Fixture.token(
            header: Fixture.idHeader,
            payload: Fixture.idClaims(changing: [
                ("email", "taro@example.com"), ("firebase", ["sign_in_provider": "password", "tenant": "t1"]),
            ]), key: Fixture.key)
        let verified = try #require(strict.verify(token, keys: keys, now: Fixture.now).verified)
        #expect(verified.uid == "u1")
        #expect(verified.projectID == Fixture.project)
        #expect(verified.email == "taro@example.com")
        #expect(verified.signInProvider == "password")
        #expect(verified.tenantID == "t1")
        #expect(verified.expiry == Fixture.now + .seconds(3590))
        #expect(verified.issueTime == Fixture.now - .seconds(10))
        #expect(verified.authTime == Fixture.now - .seconds(60))
        #expect(verified.tolerated == [])
    }

    @Test func acceptsASignatureOfAnotherImplementation() throws {
        let keys = ["openssl": try VerificationKey(pem: OpenSSLFixture.publicKeyPEM)]
        let now = Instant(secondsSinceEpoch: 2000)
        #expect(strict.verify(OpenSSLFixture.idToken, keys: keys, now: now).verified?.uid == "u1")
        // The public key as an HMAC secret: the algorithm is ours to choose, not the token's.
        #expect(strict.verify(OpenSSLFixture.confusedToken, keys: keys, now: now).refusals == [.wrongAlgorithm])
    }

    private static let brokenSignatures: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
        ("first bit flipped", { [$0[0] ^ 0x80] + $0.dropFirst() }),
        ("last bit flipped", { $0.dropLast() + [$0[255] ^ 1] }),
        ("one byte short", { Array($0.dropLast()) }),
        ("one byte long", { $0 + [0] }),
        ("zero in front", { [0] + $0 }),
        ("all zero", { $0.map { _ in 0 } }),
        ("empty", { _ in [] }),
    ]

    @Test(arguments: brokenSignatures.map(\.0))
    func refusesABrokenSignature(name: String) throws {
        let change = try #require(Self.brokenSignatures.first { $0.0 == name }).1
        let parts = try Fixture.token(header: Fixture.idHeader, payload: Fixture.idClaims(), key: Fixture.key)
            .split(separator: ".")
        let signature = try #require(Base64URL.decode(parts[2].utf8))
        let broken = "\(parts[0]).\(parts[1]).\(Base64URL.encode(change(signature)))"
        #expect(strict.verify(broken, keys: keys, now: Fixture.now).refusals == [.badSignature])
    }

    @Test func refusesAChangedPayload() throws {
        let honest = try Fixture.token(header: Fixture.idHeader, payload: Fixture.idClaims(), key: Fixture.key)
        let other = try Fixture.token(
            header: Fixture.idHeader, payload: Fixture.idClaims(changing: [("sub", "admin")]), key: nil)
        let parts = honest.split(separator: ".")
        let forged = other + parts[2]
        #expect(strict.verify(forged, keys: keys, now: Fixture.now).refusals == [.badSignature])
    }

    @Test(
        arguments: [
            ([("alg", "RS256"), ("kid", "k2")], [TokenReason.badSignature]),  // another published key
            ([("alg", "RS256"), ("kid", "k3")], [.unknownKeyID]),  // never a key to fall back to
            ([("alg", "RS256"), ("kid", "K1")], [.unknownKeyID]),  // ids are case-sensitive
            ([("alg", "RS256")], [.noKeyID]),
            ([("alg", "RS256"), ("kid", "")], [.noKeyID]),
            ([("alg", "RS256"), ("kid", 1)], [.noKeyID]),
            ([("alg", "RS256"), ("kid", nil)], [.noKeyID]),
            ([("alg", "none"), ("kid", "k1")], [.wrongAlgorithm]),
            ([("alg", "none")], [.wrongAlgorithm, .noKeyID]),
            ([("alg", "HS256"), ("kid", "k1")], [.wrongAlgorithm]),
            ([("alg", "RS512"), ("kid", "k1")], [.wrongAlgorithm]),
            ([("alg", "PS256"), ("kid", "k1")], [.wrongAlgorithm]),
            ([("alg", "rs256"), ("kid", "k1")], [.wrongAlgorithm]),  // names are case-sensitive
            ([("alg", "RS256\0"), ("kid", "k1")], [.wrongAlgorithm]),
            ([("alg", ["RS256"]), ("kid", "k1")], [.wrongAlgorithm]),
            ([("kid", "k1")], [.wrongAlgorithm]),
            ([("alg", "RS256"), ("kid", "k1"), ("crit", ["exp"])], [.unknownCriticalHeader]),
        ] as [([(String, JSONValue)], [TokenReason])])
    func refusesHeaders(header: [(String, JSONValue)], reasons: [TokenReason]) throws {
        // Signed by k1 in each row: a true signature doesn't make up for the header.
        let token = try Fixture.token(header: JSONObject(header), payload: Fixture.idClaims(), key: Fixture.key)
        #expect(strict.verify(token, keys: keys, now: Fixture.now).refusals == reasons)
    }

    @Test func anUnsignedTokenIsRefused() throws {
        let token = try Fixture.token(
            header: JSONObject([("alg", "none"), ("typ", "JWT")]), payload: Fixture.idClaims(), key: nil)
        #expect(strict.verify(token, keys: keys, now: Fixture.now).refusals == [.wrongAlgorithm, .noKeyID])
        let stripped = try Fixture.token(header: Fixture.idHeader, payload: Fixture.idClaims(), key: nil)
        #expect(strict.verify(stripped, keys: keys, now: Fixture.now).refusals == [.badSignature])
    }

    @Test func keyNamesInTheHeaderAreNotFollowed() throws {
        let attacker = try Fixture.otherKey
        var header = Fixture.idHeader
        header["jwk"] = attacker.verificationKey.jwk(keyID: "k1")
        header["jku"] = "http://127.0.0.1/keys"
        let token = try Fixture.token(header: header, payload: Fixture.idClaims(), key: attacker)
        #expect(strict.verify(token, keys: keys, now: Fixture.now).refusals == [.badSignature])
    }

    // MARK: - Times: a second before, at and after each edge

    @Test(arguments: [
        (0, -1, true), (0, 0, false), (0, 1, false),  // expiry is exclusive
        (60, 59, true), (60, 60, false), (60, 61, false),  // and so with skew
        (90, 60, false),  // no more than 60 seconds of skew
        (-5, -1, true),  // negative skew is none
    ])
    func expiry(skew: Int, offset: Int, accepted: Bool) throws {
        let expiry = Fixture.now + .seconds(3590)
        let reasons = try refusals(changing: [], now: expiry + .seconds(offset), skew: .seconds(skew))
        #expect(reasons == (accepted ? [] : [.expired]))
    }

    @Test(arguments: [
        ("iat", TokenReason.issuedInFuture), ("auth_time", .authTimeInFuture), ("nbf", .notYetValid),
    ])
    func timesThatMustHaveCome(claim: String, reason: TokenReason) throws {
        let second = Fixture.now.secondsSinceEpoch
        for (offset, skew, accepted) in [
            (-1, 0, true), (0, 0, true), (1, 0, false), (5, 5, true), (6, 5, false), (61, 99, false),
        ] as [(Int64, Int, Bool)] {
            let reasons = try refusals(changing: [(claim, .integer(second + offset))], skew: .seconds(skew))
            #expect(reasons == (accepted ? [] : [reason]), "\(claim) at \(offset) with skew \(skew)")
        }
    }

    // MARK: - Claims that are missing, of another type, or another's

    @Test(
        arguments: [
            ("exp", nil, TokenReason.noExpiry), ("exp", "1900000000", .noExpiry), ("exp", nil as JSONValue, .noExpiry),
            ("exp", true, .noExpiry), ("exp", 0, .expired), ("exp", -1, .expired),
            ("iat", nil, .noIssueTime), ("iat", "1", .noIssueTime), ("iat", [1], .noIssueTime),
            ("auth_time", nil, .noAuthTime), ("auth_time", "1", .noAuthTime),
            ("nbf", "1", .notYetValid),  // a condition that can't be read isn't met
            ("aud", nil, .wrongAudience), ("aud", "", .wrongAudience), ("aud", "other", .wrongAudience),
            ("aud", "Demo-Bridge", .wrongAudience), ("aud", "demo-bridge ", .wrongAudience),
            ("aud", ["demo-bridge"], .wrongAudience),  // Firebase's tokens have one audience, as a string
            ("aud", 12345, .wrongAudience),
            ("iss", nil, .wrongIssuer), ("iss", "https://securetoken.google.com/other", .wrongIssuer),
            ("iss", "https://securetoken.google.com/demo-bridge/", .wrongIssuer),
            ("iss", "http://securetoken.google.com/demo-bridge", .wrongIssuer),
            ("iss", ["https://securetoken.google.com/demo-bridge"], .wrongIssuer),
            ("sub", nil, .noSubject), ("sub", 1, .noSubject), ("sub", ["u1"], .noSubject), ("sub", "", .emptySubject),
        ] as [(String, JSONValue?, TokenReason)])
    func refusesClaims(name: String, value: JSONValue?, reason: TokenReason) throws {
        #expect(try refusals(changing: [(name, value)]) == [reason])
    }

    @Test(
        arguments: [
            (String(repeating: "a", count: 127), []), (String(repeating: "a", count: 128), []),
            (String(repeating: "a", count: 129), [.subjectTooLong]),
            (String(repeating: "\u{1F600}", count: 64), []),  // two UTF-16 code units each, as JavaScript counts
            (String(repeating: "\u{1F600}", count: 65), [.subjectTooLong]),
            ("\0", []), ("ü\r\n", []),  // any character will do
        ] as [(String, [TokenReason])])
    func subjectLength(subject: String, reasons: [TokenReason]) throws {
        #expect(try refusals(changing: [("sub", .string(subject))]) == reasons)
    }

    @Test func allReasonsInTheOrderOfTheChecks() throws {
        let payload = Fixture.idClaims(changing: [
            ("aud", "other"), ("iss", "other"), ("exp", 1), ("iat", 9_000_000_000), ("auth_time", 9_000_000_000),
            ("sub", ""),
        ])
        let token = try Fixture.token(header: Fixture.idHeader, payload: payload, key: Fixture.otherKey)
        #expect(
            strict.verify(token, keys: keys, now: Fixture.now).refusals == [
                .badSignature, .wrongAudience, .wrongIssuer, .expired, .issuedInFuture, .authTimeInFuture,
                .emptySubject,
            ])
    }

    @Test func aCustomTokenIsRecognised() throws {
        let token = try Fixture.token(
            header: Fixture.customHeader, payload: Fixture.customClaims(), key: Fixture.key)
        let expected: [TokenReason] = [.isCustomToken, .noKeyID, .wrongAudience, .wrongIssuer, .noAuthTime]
        #expect(strict.verify(token, keys: keys, now: Fixture.now).refusals == expected)
        #expect(
            lenient.verify(token, keys: keys, now: Fixture.now).refusals == [
                .isCustomToken, .wrongAudience, .wrongIssuer,
            ])
    }

    @Test func anAuthSessionCookieIsRecognised() throws {
        let cookie = "https://session.firebase.google.com/demo-bridge"
        #expect(try refusals(changing: [("iss", .string(cookie))]) == [.isSessionCookie, .wrongIssuer])
        #expect(try refusals(changing: [("iss", "https://session.firebase.google.com")]) == [.wrongIssuer])
    }

    @Test func noTokenAtAllHasOneReason() {
        #expect(strict.verify("", keys: keys, now: Fixture.now).refusals == [.empty])
        #expect(lenient.verify("undefined", keys: keys, now: Fixture.now).refusals == [.malformed])
    }

    // MARK: - Lenient

    @Test(
        arguments: [
            // What an Admin SDK overlooks beside an emulator, with strict's reason kept.
            ([("exp", 1)], nil, [TokenReason.expired]),
            ([("iat", 9_000_000_000)], nil, [.issuedInFuture]),
            ([("auth_time", nil)], nil, [.noAuthTime]),
            ([], nil, []),
            // What it does not overlook.
            ([("aud", "other")], [.wrongAudience], []),
            ([("iss", "other"), ("exp", 1)], [.wrongIssuer], []),
            ([("sub", "")], [.emptySubject], []),
            ([("sub", nil)], [.noSubject], []),
        ] as [([(String, JSONValue?)], [TokenReason]?, [TokenReason])])
    func lenientChecks(changes: [(String, JSONValue?)], refused: [TokenReason]?, tolerated: [TokenReason]) throws {
        let token = try Fixture.token(
            header: JSONObject([("alg", "none"), ("typ", "JWT")]), payload: Fixture.idClaims(changing: changes),
            key: nil)
        switch lenient.verify(token, keys: [:], now: Fixture.now) {
        case .accepted(let verified):
            #expect(refused == nil)
            #expect(verified.tolerated == [.wrongAlgorithm, .noKeyID] + tolerated)
        case .refused(let reasons): #expect(reasons == refused)
        }
    }
}
