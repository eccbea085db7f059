import BridgePrimitives
import Testing
import Tokens

@Suite("Verifying custom tokens, strict and lenient", .timeLimit(.minutes(5)))
struct CustomTokenVerifierTests {
    private typealias Fixture = TokenFixture
    private let strict: CustomTokenVerifier
    private let lenient: CustomTokenVerifier

    init() throws {
        let accounts = [Fixture.serviceAddress: try Fixture.key.verificationKey]
        strict = CustomTokenVerifier(serviceAccounts: accounts)
        lenient = CustomTokenVerifier(serviceAccounts: accounts, checks: .lenient)
    }

    /// One token, what strict refuses it for, and what lenient refuses it for (nothing: it is let pass, and strict's
    /// reasons are remembered).
    struct Row: Sendable, CustomTestStringConvertible {
        let why: String
        let changes: [(String, JSONValue?)]
        let strict: [TokenReason]
        let lenient: [TokenReason]
        var testDescription: String { why }

        init(_ why: String, _ changes: [(String, JSONValue?)], strict: [TokenReason], lenient: [TokenReason] = []) {
            (self.why, self.changes, self.strict, self.lenient) = (why, changes, strict, lenient)
        }
    }

    private static let second = TokenFixture.now.secondsSinceEpoch
    static let rows: [Row] = [
        Row("as it should be", [], strict: []),
        Row("expired this second", [("exp", .integer(second))], strict: [.expired]),
        Row("expires the next second", [("exp", .integer(second + 1))], strict: []),
        Row("no expiry", [("exp", nil)], strict: [.noExpiry]),
        Row("expiry as text", [("exp", "1900000000")], strict: [.noExpiry]),
        Row("an hour to the second", [("iat", .integer(second)), ("exp", .integer(second + 3600))], strict: []),
        Row(
            "a second more than an hour", [("iat", .integer(second)), ("exp", .integer(second + 3601))],
            strict: [.lifetimeTooLong]),
        Row(
            "times at both ends of what numbers hold", [("iat", .integer(.min)), ("exp", .integer(.max))],
            strict: [.lifetimeTooLong]),
        Row("issued now", [("iat", .integer(second)), ("exp", .integer(second + 60))], strict: []),
        Row(
            "issued a second from now", [("iat", .integer(second + 1)), ("exp", .integer(second + 60))],
            strict: [.issuedInFuture]),
        Row("no time of issue", [("iat", nil)], strict: [.noIssueTime]),
        Row("not yet valid", [("nbf", .integer(second + 1))], strict: [.notYetValid]),
        Row("valid from now on, and an id: pyrebase's token", [("nbf", .integer(second)), ("jti", "x")], strict: []),
        Row("another issuer", [("iss", "x@example.com")], strict: [.unknownServiceAccount, .subjectIsNotIssuer]),
        Row(
            "another service account", [("iss", "x@example.com"), ("sub", "x@example.com")],
            strict: [.unknownServiceAccount]),
        Row(
            "minted by an Admin SDK under FIREBASE_AUTH_EMULATOR_HOST",
            [("iss", "firebase-auth-emulator@example.com"), ("sub", "firebase-auth-emulator@example.com")],
            strict: [.mintedForEmulator, .unknownServiceAccount]),
        Row("another subject", [("sub", "x@example.com")], strict: [.subjectIsNotIssuer]),
        Row("no subject", [("sub", nil)], strict: [.subjectIsNotIssuer]),
        Row(
            "no issuer, no subject", [("iss", nil), ("sub", nil)],
            strict: [.unknownServiceAccount, .subjectIsNotIssuer]),
        Row("another audience", [("aud", "demo-bridge")], strict: [.wrongAudience], lenient: [.wrongAudience]),
        Row("no audience", [("aud", nil)], strict: [.wrongAudience], lenient: [.wrongAudience]),
        Row(
            "audience in a list", [("aud", [.string(CustomTokenClaims.audience)])], strict: [.wrongAudience],
            lenient: [.wrongAudience]),
        Row("no uid", [("uid", nil)], strict: [.noUID], lenient: [.noUID]),
        Row("an empty uid", [("uid", "")], strict: [.noUID], lenient: [.noUID]),
        Row("a uid that is an object", [("uid", [:])], strict: [.noUID], lenient: [.noUID]),
        Row("user_id for uid", [("uid", nil), ("user_id", "u2")], strict: [.noUID]),
        Row("a number for uid", [("uid", 42)], strict: [.noUID]),
        Row("a Boolean for uid", [("uid", true)], strict: [.noUID]),
        Row("uid of 128", [("uid", .string(String(repeating: "a", count: 128)))], strict: []),
        Row("uid of 129", [("uid", .string(String(repeating: "a", count: 129)))], strict: [.uidTooLong]),
        Row("claims", [("claims", ["premium": true])], strict: []),
        Row("no claims, but as null", [("claims", .null)], strict: [], lenient: [.claimsNotObject]),
        Row("claims in a list", [("claims", [])], strict: [.claimsNotObject], lenient: [.claimsNotObject]),
        Row("claims as text", [("claims", "{}")], strict: [.claimsNotObject], lenient: [.claimsNotObject]),
        Row(
            "a reserved claim", [("claims", ["a": 1, "aud": "x"])], strict: [.reservedClaim],
            lenient: [.reservedClaim]),
        Row("a reserved name further down", [("claims", ["a": ["aud": "x"]])], strict: []),
        Row("a tenant where none is asked", [("tenant_id", "t1")], strict: [.tenantMismatch]),
        Row("a tenant that is no text", [("tenant_id", 1)], strict: [.tenantMismatch]),
    ]

    @Test(arguments: rows)
    func claims(row: Row) throws {
        let text = try Fixture.token(
            header: Fixture.customHeader, payload: Fixture.customClaims(changing: row.changes), key: Fixture.key)
        #expect(strict.verify(text, now: Fixture.now).refusals == row.strict)
        let verdict = lenient.verify(text, now: Fixture.now)
        #expect(verdict.refusals == row.lenient)
        if row.lenient.isEmpty { #expect(verdict.verified?.tolerated == row.strict) }
    }

    @Test func tellsWhatWasProven() throws {
        let payload = Fixture.customClaims(changing: [("claims", ["premium": true]), ("tenant_id", "t1")])
        let text = try Fixture.token(header: Fixture.customHeader, payload: payload, key: Fixture.key)
        let verified = try #require(strict.verify(text, tenantID: "t1", now: Fixture.now).verified)
        #expect(verified.uid == "u1")
        #expect(verified.developerClaims == JSONObject([("premium", true)]))
        #expect(verified.tenantID == "t1")
        #expect(verified.tolerated == [])
    }

    @Test(arguments: [(42, "42"), (true, "true"), ("u9", "u9")] as [(JSONValue, String)])
    func lenientReadsUIDsAsTheEmulator(uid: JSONValue, expected: String) throws {
        for name in ["uid", "user_id"] {
            let payload = Fixture.customClaims(changing: [("uid", nil), (name, uid)])
            let text = try Fixture.token(header: Fixture.customHeader, payload: payload, key: nil)
            #expect(lenient.verify(text, now: Fixture.now).verified?.uid == expected)
        }
    }

    @Test func signature() throws {
        let wrongKey = try Fixture.token(
            header: Fixture.customHeader, payload: Fixture.customClaims(), key: Fixture.otherKey)
        #expect(strict.verify(wrongKey, now: Fixture.now).refusals == [.badSignature])
        #expect(lenient.verify(wrongKey, now: Fixture.now).verified?.tolerated == [.badSignature])

        let unsigned = try Fixture.token(
            header: JSONObject([("alg", "none"), ("typ", "JWT")]), payload: Fixture.customClaims(), key: nil)
        #expect(strict.verify(unsigned, now: Fixture.now).refusals == [.wrongAlgorithm])
        #expect(lenient.verify(unsigned, now: Fixture.now).verified?.tolerated == [.wrongAlgorithm])
    }

    @Test func anIDTokenIsRecognised() throws {
        let text = try Fixture.token(header: Fixture.idHeader, payload: Fixture.idClaims(), key: Fixture.key)
        #expect(
            strict.verify(text, now: Fixture.now).refusals
                == [.isIDToken, .unknownServiceAccount, .wrongAudience, .subjectIsNotIssuer, .noUID])
        // Leniently its user_id would do for a uid: the audience is what keeps it out.
        #expect(lenient.verify(text, now: Fixture.now).refusals == [.isIDToken, .wrongAudience])
    }

    /// What a page reads that looks into the server's cookie.
    @Test func aSessionCookieIsRecognised() throws {
        let claims = Fixture.idClaims(changing: [("iss", "https://session.firebase.google.com/demo-bridge")])
        let text = try Fixture.token(header: Fixture.idHeader, payload: claims, key: Fixture.key)
        #expect(
            strict.verify(text, now: Fixture.now).refusals
                == [.isSessionCookie, .unknownServiceAccount, .wrongAudience, .subjectIsNotIssuer, .noUID])
        #expect(lenient.verify(text, now: Fixture.now).refusals == [.isSessionCookie, .wrongAudience])
    }

    @Test(
        arguments: [
            (#"{"uid":"u1"}"#, [TokenReason.bareJSON], []),
            (#"{"uid":"u1","claims":{"a":1}}"#, [.bareJSON], []),
            (#"{"uid":"u1","aud":"other","tenant_id":"t9"}"#, [.bareJSON], []),  // neither is looked at in this form
            (#"{}"#, [.bareJSON, .noUID], [.noUID]),
            (#"{"uid":"u1","claims":{"sub":1}}"#, [.bareJSON, .reservedClaim], [.reservedClaim]),
            (#"{"uid":"u1""#, [.notJSON], [.notJSON]),
            (#"{'uid':'u1'}"#, [.notJSON], [.notJSON]),  // strict JSON only
            ("", [.empty], [.empty]),
            ("null", [.malformed], [.malformed]),
            (" {}", [.malformed], [.malformed]),
        ] as [(String, [TokenReason], [TokenReason])])
    func bareJSON(text: String, strictly: [TokenReason], leniently: [TokenReason]) {
        #expect(strict.verify(text, now: Fixture.now).refusals == strictly)
        let verdict = lenient.verify(text, now: Fixture.now)
        #expect(verdict.refusals == leniently)
        if leniently.isEmpty { #expect(verdict.verified?.uid == "u1") }
    }

    @Test func bareJSONIsCapped() {
        let text = #"{"uid":"u1","x":""# + String(repeating: "a", count: UnverifiedToken.byteLimit) + #""}"#
        #expect(lenient.verify(text, now: Fixture.now).refusals == [.tooLarge])
    }
}
