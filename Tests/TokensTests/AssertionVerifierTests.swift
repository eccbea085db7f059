import BridgePrimitives
import Testing
import Tokens

@Suite("Verifying what service accounts send for an access token, RFC 7523 §3", .timeLimit(.minutes(5)))
struct AssertionVerifierTests {
    private typealias Fixture = TokenFixture
    private static let second = TokenFixture.now.secondsSinceEpoch

    private func verify(
        _ changes: [(String, JSONValue?)] = [], header: JSONObject = TokenFixture.customHeader, key: SigningKey? = nil,
        clockSkew: Duration = .zero
    ) throws -> TokenVerdict<VerifiedAssertion> {
        var claims = JSONObject([
            ("aud", "https://oauth2.googleapis.com/token"), ("iss", .string(Fixture.serviceAddress)),
            ("iat", .integer(Self.second - 10)), ("exp", .integer(Self.second + 3590)), ("scope", "a b"),
        ])
        for (name, value) in changes { claims[name] = value }
        let text = try Fixture.token(header: header, payload: claims, key: key ?? Fixture.key)
        return try AssertionVerifier(serviceAccounts: [Fixture.serviceAddress: Fixture.key.verificationKey])
            .verify(text, now: Fixture.now, clockSkew: clockSkew)
    }

    @Test func tellsWhoAsksForWhat() throws {
        let assertion = try #require(try verify().verified)
        #expect(assertion.serviceAccount == Fixture.serviceAddress)
        #expect(assertion.scopes == ["a", "b"])
        #expect(assertion.targetAudience == nil)
        let forIDToken = try verify([("scope", nil), ("target_audience", "https://run.example")]).verified
        #expect(forIDToken?.scopes == [] && forIDToken?.targetAudience == "https://run.example")
    }

    @Test(
        arguments: [
            ([], []),
            ([("aud", "https://www.googleapis.com/oauth2/v4/token")], []),  // older clients
            ([("aud", "https://accounts.google.com/o/oauth2/token")], []),
            ([("aud", "https://oauth2.googleapis.com/token/")], [.wrongAudience]),
            ([("aud", nil)], [.wrongAudience]),
            ([("aud", ["https://oauth2.googleapis.com/token"])], [.wrongAudience]),
            ([("sub", .string(TokenFixture.serviceAddress))], []),
            ([("sub", "boss@example.com")], [.subjectIsNotIssuer]),
            ([("sub", .null)], [.subjectIsNotIssuer]),
            ([("iss", "x@example.com")], [.unknownServiceAccount]),
            ([("iss", nil)], [.unknownServiceAccount]),
            ([("exp", .integer(second))], [.expired]),
            ([("exp", .integer(second + 1))], []),
            ([("exp", nil)], [.noExpiry]),
            ([("iat", nil)], [.noIssueTime]),
            ([("iat", .integer(second + 1))], [.issuedInFuture]),
            ([("iat", .integer(second)), ("exp", .integer(second + 3600))], []),
            ([("iat", .integer(second)), ("exp", .integer(second + 3601))], [.lifetimeTooLong]),
            ([("iat", .integer(.min)), ("exp", .integer(.max))], [.lifetimeTooLong]),
            ([("aud", .string(CustomTokenClaims.audience))], [.isCustomToken, .wrongAudience]),
        ] as [([(String, JSONValue?)], [TokenReason])])
    func isRefusedForAllThatIsWrong(changes: [(String, JSONValue?)], reasons: [TokenReason]) throws {
        #expect(try verify(changes).refusals == reasons)
    }

    @Test func theSignatureIsTheAccounts() throws {
        #expect(try verify(key: Fixture.otherKey).refusals == [.badSignature])
        let none = JSONObject([("alg", "none"), ("typ", "JWT")])
        #expect(try verify(header: none).refusals == [.wrongAlgorithm])
        let critical = JSONObject([("alg", "RS256"), ("crit", ["b64"])])
        #expect(try verify(header: critical).refusals == [.unknownCriticalHeader])
    }

    @Test func clocksMayDifferAMinute() throws {
        let late: [(String, JSONValue?)] = [("iat", .integer(Self.second - 3660)), ("exp", .integer(Self.second - 60))]
        #expect(try verify(late, clockSkew: .seconds(3600)).refusals == [.expired])
        let early: [(String, JSONValue?)] = [("iat", .integer(Self.second + 60)), ("exp", .integer(Self.second + 600))]
        #expect(try verify(early, clockSkew: .seconds(60)).refusals == [])
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c", "....", "\0", String(repeating: "x", count: 70_000)])
    func whatIsNoTokenHasOneReason(text: String) throws {
        #expect(AssertionVerifier(serviceAccounts: [:]).verify(text, now: Fixture.now).refusals.count == 1)
    }
}
