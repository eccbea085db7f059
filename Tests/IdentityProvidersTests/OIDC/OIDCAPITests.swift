import BridgePrimitives
import HTTPLoader
import Testing
import Tokens

@testable import IdentityProviders

@Suite("A simulated OpenID provider", .timeLimit(.minutes(5)))
struct OIDCAPITests {
    private let fixture: OIDCFixture
    init() throws { fixture = try OIDCFixture() }

    private func claims(_ token: String?) throws -> JSONObject { try UnverifiedToken(parsing: token ?? "").payload }

    // MARK: - Flows

    @Test func theCodeFlowGivesAnIdentityToken() throws {
        let back = try fixture.choose()
        #expect(back["state"] == "s1" && back["id_token"] == nil)
        let answer = fixture.exchange(back["code"] ?? "")
        #expect(answer.status == 200 && answer.json["token_type"] == "Bearer" && answer.cacheControl == "no-store")
        let access = try #require(answer.json["access_token"]?.stringValue)
        let token = try #require(answer.json["id_token"]?.stringValue)
        let claims = try claims(token)
        #expect(claims["iss"] == .string(OIDCFixture.issuer) && claims["aud"] == "server" && claims["nonce"] == "n1")
        #expect(claims["sub"] == .string(fixture.taro.id) && claims["email"] == "taro@example.com")
        #expect(claims["email_verified"] == true && claims["name"] == "Taro Yamada")
        #expect(claims["at_hash"] == .string(SHA256Text.leftHalf(of: access)))
        let verifier = OIDCTokenVerifier(
            issuer: OIDCFixture.issuer, clientID: "server", keys: fixture.provider.verificationKeys)
        #expect(verifier.verify(token, now: fixture.clock.now).claims == claims)
        let info = fixture.get("/userinfo", authorization: "Bearer \(access)")
        #expect(info.json["sub"] == .string(fixture.taro.id) && info.json["email"] == "taro@example.com")
    }

    @Test(arguments: [
        ("id_token", ["state", "id_token"]),
        ("id_token token", ["state", "access_token", "token_type", "expires_in", "id_token"]),
        ("code id_token", ["state", "code", "id_token"]),
    ])
    func implicitAndHybridAnswerInTheFragment(type: String, names: [String]) throws {
        let back = try fixture.choose([("response_type", type)])
        #expect(Set(back.keys) == Set(names))
        let claims = try claims(back["id_token"])
        #expect(claims["c_hash"]?.stringValue == back["code"].map(SHA256Text.leftHalf))
        #expect(claims["at_hash"]?.stringValue == back["access_token"].map(SHA256Text.leftHalf))
    }

    @Test func formPostIsAPage() throws {
        let back = try fixture.choose([("response_mode", "form_post")])
        #expect(back["state"] == "s1" && back["code"]?.isEmpty == false)
    }

    @Test func scopesSayWhatIsTold() throws {
        let back = try fixture.choose([("scope", "openid"), ("response_type", "id_token")])
        let claims = try claims(back["id_token"])
        #expect(claims["sub"] != nil && claims["email"] == nil && claims["name"] == nil)
    }

    @Test func aPublicClientProvesItselfByTheVerifier() throws {
        let app: [(String, String?)] = [("client_id", "app"), ("redirect_uri", "com.example.app:/back")]
        let code = try fixture.choose(app)["code"] ?? ""
        let other = String(OIDCFixture.verifier.reversed())
        #expect(
            fixture.exchange(code, app + [("client_secret", nil), ("code_verifier", other)]).reason
                == "oidc/verifier-differs")
        // In wrong hands the code stays good for the right ones.
        #expect(fixture.exchange(code, app + [("client_secret", nil)]).status == 200)
    }

    @Test func aSecretMayComeByHTTPBasic() throws {
        let code = try fixture.choose()["code"] ?? ""
        let answer = fixture.post(
            "/token",
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", OIDCFixture.callback),
                ("code_verifier", OIDCFixture.verifier),
            ], authorization: "Basic " + StandardBase64.encode(Array("server:s3cret".utf8)))
        #expect(answer.status == 200)
    }

    // MARK: - Refusals

    @Test(
        arguments: [
            ([("client_id", nil)], "oidc/parameter-missing"), ([("client_id", "x")], "oidc/client-unknown"),
            ([("redirect_uri", "javascript:x")], "oidc/redirect-uri-unusable"),
            ([("redirect_uri", "https://evil.example/")], "oidc/redirect-uri-not-registered"),
            ([("redirect_uri", "https://app.example.com/callback/")], "oidc/redirect-uri-not-registered"),
            ([("response_type", "token")], "oidc/response-type-unknown"),
            ([("response_mode", "web_message")], "oidc/response-mode-unknown"),
            ([("response_type", "id_token"), ("response_mode", "query")], "oidc/response-mode-too-open"),
            ([("scope", nil)], "oidc/scope-without-openid"), ([("scope", "email")], "oidc/scope-without-openid"),
            ([("response_type", "id_token"), ("nonce", nil)], "oidc/nonce-missing"),
            ([("code_challenge", "short")], "oidc/challenge-unusable"),
            ([("code_challenge_method", "S512")], "oidc/challenge-unusable"),
            (
                [("client_id", "app"), ("redirect_uri", "com.example.app:/back"), ("code_challenge", nil)],
                "oidc/challenge-missing"
            ),
        ] as [([(String, String?)], String)])
    func whatIsWrongWithARequestIsToldOnThePage(changes: [(String, String?)], reason: String) {
        let answer = fixture.get("/authorize", fixture.authorization(changes))
        #expect(answer.status == 400 && answer.reason == reason && answer.location == nil)
    }

    @Test(
        arguments: [
            ([("client_secret", nil)], 401, "oidc/client-secret-missing"),
            ([("client_secret", "wrong")], 401, "oidc/client-secret-wrong"),
            ([("client_id", "nobody")], 401, "oidc/client-unknown"),
            ([("client_id", "app")], 400, "oidc/code-for-another-client"),
            ([("code", "x")], 400, "oidc/code-unknown"), ([("grant_type", "password")], 400, "oidc/grant-type-unknown"),
            ([("redirect_uri", nil)], 400, "oidc/redirect-uri-differs"),
            ([("code_verifier", nil)], 400, "oidc/verifier-missing"),
            ([("code_verifier", "x")], 400, "oidc/verifier-differs"),
        ] as [([(String, String?)], Int, String)])
    func whatIsWrongWithATradeIsTold(changes: [(String, String?)], status: Int, reason: String) throws {
        let code = try fixture.choose()["code"] ?? ""
        let answer = fixture.exchange(code, changes)
        #expect(answer.status == status && answer.reason == reason)
        #expect((answer.challenge != nil) == (status == 401))
    }

    @Test func aCodeIsGoodOnceAndForAMinute() throws {
        let code = try fixture.choose()["code"] ?? ""
        #expect(fixture.exchange(code).status == 200)
        #expect(fixture.exchange(code).reason == "oidc/code-already-used")
        let late = try fixture.choose()["code"] ?? ""
        fixture.clock.advance(by: .seconds(60))
        #expect(fixture.exchange(late).reason == "oidc/code-expired")
    }

    @Test func onlyTheProvidersOwnPageMayChoose() throws {
        let ticket = try fixture.get("/authorize", fixture.authorization()).pageText.hiddenField("ticket")
        let form = [("ticket", ticket), ("account", fixture.taro.id)]
        #expect(fixture.post("/authorize/choice", form, origin: "https://evil.example").reason == "oidc/foreign-page")
        #expect(fixture.post("/authorize/choice", form, origin: "http://oidc.test").status == 303)
        #expect(fixture.post("/authorize/choice", form).reason == "oidc/ticket-unknown")
    }

    @Test func cancellingIsToldToTheClient() throws {
        let ticket = try fixture.get("/authorize", fixture.authorization()).pageText.hiddenField("ticket")
        let answer = fixture.post("/authorize/choice", [("ticket", ticket), ("cancel", "1")])
        #expect(answer.location == "\(OIDCFixture.callback)?state=s1&error=access_denied")
    }

    @Test(arguments: ["", "Bearer x", "Basic x", "Bearer"])
    func userInfoNeedsItsToken(authorization: String) {
        let answer = fixture.get("/userinfo", authorization: authorization)
        #expect(answer.status == 401 && answer.reason == "oidc/access-token-unknown")
    }

    @Test func whatIsNotServedOrNotReadIsTold() throws {
        #expect(fixture.get("/nowhere").reason == "oidc/no-such-path" && fixture.get("/nowhere").status == 404)
        #expect(fixture.post("/token", body: "grant_type=%ZZ").reason == "oidc/broken-form")
        let ticket = try fixture.get("/authorize", fixture.authorization()).pageText.hiddenField("ticket")
        let answer = fixture.post("/authorize/choice", [("ticket", ticket), ("account", "nobody")])
        #expect(answer.reason == "oidc/account-unknown")
    }

    // MARK: - Keys

    @Test func keysRotate() throws {
        let token = try fixture.choose([("response_type", "id_token")])["id_token"] ?? ""
        func refusals() -> [ReasonCode] {
            OIDCTokenVerifier(
                issuer: OIDCFixture.issuer, clientID: "server", keys: fixture.provider.verificationKeys
            ).verify(token, now: fixture.clock.now).refusals
        }
        let keys = try AppleFixture.keys.get()
        fixture.provider.rotate(to: keys.former)
        #expect(refusals() == [] && fixture.get("/jwks").json["keys"]?.arrayValue?.count == 2)
        let new = try fixture.choose([("response_type", "id_token")])["id_token"] ?? ""
        #expect(try UnverifiedToken(parsing: new).keyID == keys.former.keyID)
        fixture.provider.rotate(to: keys.former, dropsOld: true)
        #expect(refusals() == [OIDCReason.tokenUnknownKey.code])
    }

    @Test func aTokenIsForOneClientOneIssuerAndOneHour() throws {
        let token = try fixture.choose([("response_type", "id_token")])["id_token"] ?? ""
        let verifier = OIDCTokenVerifier(
            issuer: "http://other.test", clientID: "app", keys: fixture.provider.verificationKeys)
        #expect(
            verifier.verify(token, now: fixture.clock.now + .seconds(3600)).refusals == [
                OIDCReason.tokenWrongIssuer.code, OIDCReason.tokenWrongAudience.code, OIDCReason.tokenExpired.code,
            ])
        #expect(
            verifier.verify(token, now: fixture.clock.now - .seconds(1)).refusals.last
                == OIDCReason.tokenIssuedInFuture.code)
        #expect(verifier.verify("x", now: fixture.clock.now).refusals == [TokenReason.malformed.code])
    }

    /// Signed with a key that nobody publishes, with none, and about nobody.
    @Test func aTokenThatIsNotTheProviders() throws {
        let token = try fixture.choose([("response_type", "id_token")])["id_token"] ?? ""
        let verifier = OIDCTokenVerifier(
            issuer: OIDCFixture.issuer, clientID: "server", keys: fixture.provider.verificationKeys)
        var claims = try claims(token)
        let now = fixture.clock.now
        func refusals(_ text: String) -> [ReasonCode] { verifier.verify(text, now: now).refusals }
        let unsigned = try TokenMint.idToken(claims: claims, key: nil)
        #expect(refusals(unsigned) == [OIDCReason.tokenWrongAlgorithm.code])
        let parts = token.split(separator: ".")
        #expect(refusals("\(parts[0]).\(parts[1]).\(parts[1])") == [OIDCReason.tokenBadSignature.code])
        claims["sub"] = nil
        let nobody = try TokenMint.idToken(claims: claims, key: AppleFixture.keys.get().current)
        #expect(refusals(nobody) == [OIDCReason.tokenNoSubject.code])
    }

    // MARK: - The relying party

    @Test func aServerSignsInByDiscovery() async throws {
        let party = OIDCRelyingParty(
            issuer: try WebURL(OIDCFixture.issuer), client: OIDCClient(id: "server", secret: Secret("s3cret")),
            transport: OIDCTransport(fixture: fixture), clock: fixture.clock)
        let verifier = Secret(OIDCFixture.verifier)
        let page = try await party.page(
            callback: OIDCFixture.callback, state: "s1", nonce: "n1", verifier: verifier, scopes: ["email"])
        let url = try WebURL(page)
        #expect(url.path == "/authorize")
        let items = Dictionary(FormBody.pairs((url.query ?? "").utf8)) { _, last in last }
        #expect(items["code_challenge"] == OIDCFixture.challenge && items["scope"] == "openid email")
        let code = try fixture.choose()["code"] ?? ""
        let (_, claims) = try await party.identityToken(
            code: code, callback: OIDCFixture.callback, nonce: "n1", verifier: verifier)
        #expect(claims["sub"] == .string(fixture.taro.id))
        let second = try fixture.choose()["code"] ?? ""
        await #expect(throws: RelyingFailure.refused([OIDCReason.nonceDiffers.code])) {
            try await party.identityToken(
                code: second, callback: OIDCFixture.callback, nonce: "other", verifier: verifier)
        }
        await #expect(throws: RelyingFailure.refused([OIDCReason.codeAlreadyUsed.code])) {
            try await party.identityToken(code: code, callback: OIDCFixture.callback, nonce: "n1", verifier: verifier)
        }
    }

    @Test func anotherIssuersDiscoveryIsNotFollowed() async throws {
        let party = OIDCRelyingParty(
            issuer: try WebURL("http://other.test"), client: OIDCClient(id: "server"),
            transport: OIDCTransport(fixture: fixture), clock: fixture.clock)
        await #expect(throws: RelyingFailure.refused([OIDCReason.tokenWrongIssuer.code])) {
            try await party.page(
                callback: "x", state: "s", nonce: "n", verifier: Secret(OIDCFixture.verifier), scopes: [])
        }
    }

    @Test(arguments: OIDCReason.allCases)
    func reasonsHaveTheirTexts(reason: OIDCReason) {
        #expect(reason.rawValue.hasPrefix("oidc/") && reason.meaning.hasSuffix(".") && reason.fix.hasSuffix("."))
    }
}
