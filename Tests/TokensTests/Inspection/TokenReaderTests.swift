import BridgePrimitives
import Testing
import Tokens

@Suite("Who takes a token", .timeLimit(.minutes(5)))
struct TokenReaderTests {
    private static func idToken(_ changes: [(String, JSONValue?)] = [], header: JSONObject = TokenFixture.idHeader)
        throws -> String
    {
        try TokenFixture.token(
            header: header, payload: TokenFixture.idClaims(changing: changes), key: TokenFixture.key)
    }

    private static func customToken(_ changes: [(String, JSONValue?)] = []) throws -> String {
        try TokenFixture.token(
            header: TokenFixture.customHeader, payload: TokenFixture.customClaims(changing: changes),
            key: TokenFixture.key)
    }

    private static func sessionCookie() throws -> String {
        try idToken([("iss", "https://session.firebase.google.com/demo-bridge")])
    }

    private static func verdicts(
        _ text: String, projectID: String? = nil, keys: KnownKeys = KnownKeys(), after: Duration = .zero
    ) -> [TokenReader: ReaderVerdict] {
        let all = InspectedCredential(text).verdicts(projectID: projectID, keys: keys, now: TokenFixture.now + after)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.reader, $0) })
    }

    @Test func eachKindIsTakenByItsOwnReadersAlone() throws {
        func takers(_ text: String) -> Set<TokenReader> {
            Set(Self.verdicts(text).values.filter(\.accepts).map(\.reader))
        }
        #expect(try takers(Self.idToken()) == [.verifyIDToken, .backend])
        #expect(try takers(Self.sessionCookie()) == [.verifySessionCookie])
        #expect(try takers(Self.customToken()) == [.signInWithCustomToken, .emulator])
        // The emulator takes what it minted, unsigned, and whatever its age is.
        let unsigned = try TokenMint.customToken(
            CustomTokenClaims(serviceAccount: CustomTokenClaims.emulatorIssuer, uid: "u1", issuedAt: .epoch), key: nil)
        #expect(takers(unsigned) == [.emulator])
        #expect(takers("no token") == [])
    }

    @Test(
        arguments: [
            // What is told misleads: a token that is over is called badly formed.
            ([("exp", 1)], TokenReader.signInWithCustomToken, "auth/invalid-custom-token", "format is incorrect"),
            ([("aud", "other")], .emulator, "INVALID_CUSTOM_TOKEN", "((Invalid aud (audience).))"),
            ([("uid", nil)], .emulator, "MISSING_IDENTIFIER", ""),
            ([("claims", ["sub": "x"])], .emulator, "FORBIDDEN_CLAIM", "sub"),
            (
                [], .verifyIDToken, "auth/argument-error",
                "verifyIdToken() expects an ID token, but was given a custom token."
            ),
            ([], .verifySessionCookie, "auth/argument-error", "but was given a custom token."),
        ] as [([(String, JSONValue?)], TokenReader, String, String)])
    func customTokensAreRefusedInTheReadersWords(
        changes: [(String, JSONValue?)], reader: TokenReader, code: String, text: String
    ) throws {
        let message = try #require(Self.verdicts(try Self.customToken(changes))[reader]?.message)
        #expect(message.code == code)
        #expect(message.text.contains(text), "\(message.text)")
    }

    @Test(
        arguments: [
            ([("exp", 1)], "auth/id-token-expired", "has expired"),
            (
                [("aud", "other")], "auth/argument-error",
                #"incorrect "aud" (audience) claim. Expected "demo-bridge" but got "other""#
            ),
            (
                [("iss", "https://securetoken.google.com/other")], "auth/argument-error",
                #"incorrect "iss" (issuer) claim"#
            ),
            ([("sub", nil)], "auth/argument-error", #"has no "sub""#),
            ([("sub", "")], "auth/argument-error", "empty string"),
            ([("sub", .string(String(repeating: "u", count: 129)))], "auth/argument-error", "longer than 128"),
            ([("iat", 1_795_251_601)], "auth/argument-error", "Token used too early"),
            ([("iss", "https://session.firebase.google.com/demo-bridge")], "auth/argument-error", #""iss" (issuer)"#),
        ] as [([(String, JSONValue?)], String, String)])
    func idTokensAreRefusedInTheAdminSDKsWords(changes: [(String, JSONValue?)], code: String, text: String) throws {
        let verdict = try #require(
            Self.verdicts(try Self.idToken(changes), projectID: "demo-bridge")[.verifyIDToken])
        #expect(verdict.message?.code == code)
        #expect(verdict.message?.text.contains(text) == true, "\(verdict.message?.text ?? "")")
    }

    @Test func expiryIsExclusive() throws {
        let token = try Self.idToken()
        for (seconds, isTaken) in [(3589, true), (3590, false), (3591, false)] {
            #expect(Self.verdicts(token, after: .seconds(seconds))[.verifyIDToken]?.accepts == isTaken)
        }
    }

    @Test func aSignatureIsDecidedOnlyWithKeys() throws {
        let token = try Self.idToken()
        let key = try TokenFixture.key.verificationKey, other = try TokenFixture.otherKey.verificationKey
        #expect(Self.verdicts(token)[.verifyIDToken]?.awaitsSignature == true)
        let good = Self.verdicts(token, keys: KnownKeys(tokenKeys: ["k1": key]))[.verifyIDToken]
        #expect(good?.awaitsSignature == false && good?.accepts == true)
        let bad = Self.verdicts(token, keys: KnownKeys(tokenKeys: ["k1": other]))[.verifyIDToken]
        #expect(bad?.refusals == [.badSignature])
        #expect(bad?.message?.text == "Firebase ID token has invalid signature.")
        let unknown = Self.verdicts(token, keys: KnownKeys(tokenKeys: ["k2": key]))[.verifyIDToken]
        #expect(unknown?.refusals == [.unknownKeyID])
    }

    @Test func aServiceAccountOfAnotherProjectIsToldWithoutKeys() throws {
        let verdict = Self.verdicts(try Self.customToken(), projectID: "my-app")[.signInWithCustomToken]
        #expect(verdict?.refusals == [.unknownServiceAccount])
        #expect(verdict?.message?.code == "auth/custom-token-mismatch")
    }

    @Test func eachCheckHasItsOutcome() throws {
        let keys = KnownKeys(tokenKeys: ["k1": try TokenFixture.key.verificationKey])
        func outcomes(_ text: String) -> [TokenCheck: TokenCheck.Outcome] {
            let verdict = InspectedCredential(text).verdict(
                of: .verifyIDToken, projectID: "demo-bridge", keys: keys, now: TokenFixture.now)
            return Dictionary(uniqueKeysWithValues: TokenCheck.outcomes(of: verdict).map { ($0.check, $0.outcome) })
        }
        #expect(Set(outcomes(try Self.idToken()).values) == [.passed])
        let late = outcomes(try Self.idToken([("exp", 1)]))
        #expect(late[.expiry] == .failed([.expired]) && late[.signature] == .passed)
        let unsigned = outcomes(try Self.idToken(header: JSONObject([("alg", "none"), ("kid", "k1")])))
        #expect(unsigned[.algorithm] == .failed([.wrongAlgorithm]) && unsigned[.signature] == .notMade)
        let broken = outcomes("no token")
        #expect(broken[.form] == .failed([.malformed]) && broken[.expiry] == .notMade)
    }

    @Test func noWordOfATokenIsInWhatIsTold() throws {
        let token = try Self.customToken([("exp", 1)])
        for verdict in Self.verdicts(token).values { #expect(verdict.message?.told.contains(token.prefix(20)) != true) }
        #expect(!"\(InspectedCredential(token))".contains(token.prefix(20)))
    }
}
