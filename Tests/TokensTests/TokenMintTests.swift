import BridgePrimitives
import Testing
import Tokens

@Suite("Minting tokens", .timeLimit(.minutes(5)))
struct TokenMintTests {
    private typealias Fixture = TokenFixture

    private let plain = IDTokenClaims(
        projectID: "demo-bridge", uid: "u1", authTime: Instant(secondsSinceEpoch: 900),
        issuedAt: Instant(millisecondsSinceEpoch: 1_000_999), signInProvider: "password", email: "a@b",
        emailVerified: false, identities: JSONObject([("email", ["a@b"])]))

    @Test func payloadByteForByte() {
        #expect(
            JSONValue.object(plain.payload).text()
                == #"{"iss":"https://securetoken.google.com/demo-bridge","aud":"demo-bridge","auth_time":900,"#
                + #""user_id":"u1","sub":"u1","iat":1000,"exp":4600,"email":"a@b","email_verified":false,"#
                + #""firebase":{"identities":{"email":["a@b"]},"sign_in_provider":"password"}}"#)
    }

    @Test func laterClaimsWinAndProtectedOnesCannotBeOverridden() {
        var claims = plain
        claims.email = nil
        claims.emailVerified = nil
        (claims.name, claims.picture) = ("Taro", "p")
        claims.signInProvider = "anonymous"
        claims.secondFactor = .init(kind: "totp", identifier: "m1")
        claims.tenantID = "t1"
        claims.signInAttributes = ["role": "x"]
        claims.customAttributes = JSONObject([("role", "user"), ("name", "Custom"), ("email", "evil"), ("sub", "evil")])
        claims.sessionClaims = JSONObject([("role", "admin"), ("exp", 9), ("firebase", 1), ("email_verified", true)])
        #expect(
            JSONValue.object(claims.payload).text()
                == #"{"name":"Custom","picture":"p","role":"admin","iss":"https://securetoken.google.com/demo-bridge","#
                + #""aud":"demo-bridge","auth_time":900,"user_id":"u1","sub":"u1","iat":1000,"exp":4600,"#
                + #""provider_id":"anonymous","firebase":{"identities":{"email":["a@b"]},"#
                + #""sign_in_provider":"anonymous","sign_in_second_factor":"totp","second_factor_identifier":"m1","#
                + #""tenant":"t1","sign_in_attributes":{"role":"x"}}}"#)
    }

    @Test func headers() throws {
        let key = try Fixture.key
        func header(_ token: String) throws -> String {
            try JSONValue.object(UnverifiedToken(parsing: token).header).text()
        }
        #expect(try header(TokenMint.idToken(plain, key: key)) == #"{"alg":"RS256","kid":"k1","typ":"JWT"}"#)
        #expect(try header(TokenMint.idToken(plain, key: nil)) == #"{"alg":"none","typ":"JWT"}"#)
        let custom = try CustomTokenClaims(serviceAccount: "s@x", uid: "u1", issuedAt: .epoch)
        #expect(try header(TokenMint.customToken(custom, key: key)) == #"{"alg":"RS256","typ":"JWT"}"#)
        #expect(try header(TokenMint.customToken(custom, key: nil)) == #"{"alg":"none","typ":"JWT"}"#)
    }

    @Test func theSameClaimsGiveTheSameToken() throws {
        let key = try Fixture.key
        #expect(try TokenMint.idToken(plain, key: key) == TokenMint.idToken(plain, key: key))
    }

    @Test func unsignedTokensHaveTwoDotsAndNothingAfterTheSecond() throws {
        let token = try TokenMint.idToken(plain, key: nil)
        #expect(token.utf8.count { $0 == UInt8(ascii: ".") } == 2)
        #expect(token.utf8.last == UInt8(ascii: "."))
    }

    @Test func whatIsMintedIsAccepted() throws {
        let key = try Fixture.key
        let now = Instant(secondsSinceEpoch: 1000)
        let verdict = IDTokenVerifier(projectID: "demo-bridge")
            .verify(try TokenMint.idToken(plain, key: key), keys: ["k1": key.verificationKey], now: now)
        #expect(verdict.verified?.uid == "u1")

        let account = ServiceAccount(projectID: "demo-bridge", key: key)
        let token = try account.customToken(uid: "u1", issuedAt: now, developerClaims: JSONObject([("a", 1)]))
        let custom = CustomTokenVerifier(serviceAccounts: [account.email: key.verificationKey]).verify(token, now: now)
        #expect(custom.verified?.uid == "u1")
        #expect(custom.verified?.developerClaims == JSONObject([("a", 1)]))
    }

    @Test func customPayloadByteForByte() throws {
        let claims = try CustomTokenClaims(
            serviceAccount: "s@x", uid: "u1", issuedAt: Instant(secondsSinceEpoch: 1000),
            developerClaims: JSONObject([("premium", true)]), tenantID: "t1")
        #expect(
            JSONValue.object(claims.payload).text()
                == #"{"aud":"https://identitytoolkit.googleapis.com/"#
                + #"google.identity.identitytoolkit.v1.IdentityToolkit","iss":"s@x","sub":"s@x","iat":1000,"#
                + #""exp":4600,"uid":"u1","claims":{"premium":true},"tenant_id":"t1"}"#)
    }

    @Test(
        arguments: [
            ("", 3600, [], TokenReason.noUID),
            (String(repeating: "a", count: 129), 3600, [], .uidTooLong),
            ("u1", 3601, [], .lifetimeTooLong),
            ("u1", 3600, ["firebase"], .reservedClaim),
            ("u1", 3600, ["ok", "sub"], .reservedClaim),
        ] as [(String, Int, [String], TokenReason)])
    func refusesToMint(uid: String, lifetime: Int, claims: [String], reason: TokenReason) {
        #expect(throws: reason) {
            try CustomTokenClaims(
                serviceAccount: "s@x", uid: uid, issuedAt: .epoch, lifetime: .seconds(lifetime),
                developerClaims: JSONObject(claims.map { ($0, 1) }))
        }
    }
}
