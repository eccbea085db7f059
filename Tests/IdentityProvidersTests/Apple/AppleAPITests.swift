import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Listening
import Testing
import Tokens

@testable import IdentityProviders

@Suite("Sign in with Apple on the web", .timeLimit(.minutes(5)))
struct AppleAPITests {
    private let fixture: AppleFixture
    init() throws { fixture = try AppleFixture() }

    private func claims(_ token: String?) throws -> JSONObject {
        try UnverifiedToken(parsing: token ?? "").payload
    }

    @Test func thePageListsTheAccounts() {
        let page = fixture.get("/auth/authorize", fixture.authorization())
        #expect(page.status == 200)
        for account in fixture.provider.accounts { #expect(page.pageText.contains("value=\"\(account.id)\"")) }
        #expect(page.pageText.contains("Hide it behind a relay address"))
        #expect(page.pageText.contains("Jun O’Neill"))
    }

    @Test func aFirstSignInTellsNameAndAddress() throws {
        let fields = try fixture.choose()
        #expect(fields["state"] == "s1")
        #expect(
            fields["user"]
                == #"{"name":{"firstName":"Taro","lastName":"Yamada"},"email":"taro@icloud.com"}"#)
        let claims = try claims(fields["id_token"])
        #expect(
            claims.names == [
                "iss", "aud", "exp", "iat", "sub", "nonce", "c_hash", "email", "email_verified", "auth_time",
                "nonce_supported",
            ])
        #expect(claims["iss"] == "https://appleid.apple.com")
        #expect(claims["aud"] == "com.example.web")
        #expect(claims["sub"]?.stringValue == fixture.taro.subject(in: AppleFixture.team))
        #expect(claims["nonce"] == "n1")
        #expect(claims["email_verified"] == true)
        #expect(claims["exp"] == .integer(AppleFixture.start.secondsSinceEpoch + 86_400))
        #expect(claims["c_hash"]?.stringValue == SHA256Text.leftHalf(of: fields["code"] ?? ""))
    }

    @Test func aSecondSignInDoesNot() throws {
        _ = try fixture.choose(hidesEmail: true)
        let page = fixture.get("/auth/authorize", fixture.authorization())
        #expect(page.pageText.contains("not told again"))
        let fields = try fixture.choose(hidesEmail: false)
        #expect(fields["user"] == nil)
        // The first choice about the address stays.
        let claims = try claims(fields["id_token"])
        #expect(claims["email"]?.stringValue == fixture.taro.relayAddress(in: AppleFixture.team))
        #expect(claims["is_private_email"] == true)
    }

    @Test func whoAskedForNothingIsToldNothing() throws {
        let fields = try fixture.choose([("scope", nil)])
        #expect(fields["user"] == nil)
        #expect(try claims(fields["id_token"])["email"] == nil)
    }

    @Test func booleansMayBeText() throws {
        let fixture = try AppleFixture(writesBooleansAsText: true)
        let claims = try claims(fixture.choose(hidesEmail: true)["id_token"])
        #expect(claims["email_verified"] == "true")
        #expect(claims["is_private_email"] == "true")
    }

    @Test(arguments: [("query", "?"), ("fragment", "#")])
    func theAnswerGoesWhereItWasAsked(mode: String, mark: String) throws {
        let ticket = try fixture.ticket([("response_mode", mode), ("response_type", "code"), ("scope", nil)])
        let answer = fixture.post("/auth/authorize/choice", [("ticket", ticket), ("account", fixture.taro.id)])
        #expect(answer.status == 303)
        #expect(answer.location?.hasPrefix("\(AppleFixture.callback)\(mark)state=s1&code=c") == true)
    }

    @Test func cancellingIsToldToTheApp() throws {
        let ticket = try fixture.ticket([("response_mode", "query"), ("response_type", "code"), ("scope", nil)])
        let answer = fixture.post("/auth/authorize/choice", [("ticket", ticket), ("cancel", "1")])
        #expect(answer.location == "\(AppleFixture.callback)?error=user_cancelled_authorize&state=s1")
    }

    @Test func aTicketIsGoodOnceAndForAWhile() throws {
        let ticket = try fixture.ticket()
        let form = [("ticket", ticket), ("account", fixture.taro.id)]
        #expect(fixture.post("/auth/authorize/choice", form).status == 200)
        #expect(fixture.post("/auth/authorize/choice", form).reason == "apple/ticket-unknown")
        let late = try fixture.ticket()
        fixture.clock.advance(by: .seconds(15 * 60))
        #expect(
            fixture.post("/auth/authorize/choice", [("ticket", late), ("cancel", "1")]).reason
                == "apple/ticket-unknown")
    }

    @Test func onlyApplesOwnPageMayChoose() throws {
        let form = [("ticket", try fixture.ticket()), ("account", fixture.taro.id)]
        let foreign = fixture.post("/auth/authorize/choice", form, origin: "https://evil.example")
        #expect(foreign.reason == "apple/foreign-page")
        #expect(fixture.post("/auth/authorize/choice", form, origin: "http://apple.test").status == 200)
    }

    @Test func anUnknownAccountLeavesTheTicketGood() throws {
        let ticket = try fixture.ticket()
        let stranger = fixture.post("/auth/authorize/choice", [("ticket", ticket), ("account", "nobody")])
        #expect(stranger.reason == "apple/account-unknown")
        #expect(
            fixture.post("/auth/authorize/choice", [("ticket", ticket), ("account", fixture.taro.id)]).status == 200)
    }

    @Test func whatTheAppSaysIsEscaped() throws {
        let attack = "\"><script>alert(1)</script>"
        let fields = try fixture.choose([("state", attack)])
        #expect(fields["state"] == attack)
        let page = fixture.get("/auth/authorize", fixture.authorization([("client_id", attack)]))
        #expect(page.status == 400 && !page.pageText.contains("<script"))
    }

    @Test func theTraceTellsOfIt() throws {
        _ = try fixture.code()
        _ = try fixture.exchange("x")
        _ = fixture.post("/auth/authorize/choice", [("ticket", try fixture.ticket()), ("cancel", "1")])
        let events = fixture.trace.events
        #expect(events.map(\.reasons) == [[], [AppleReason.codeUnknown.code], [AppleReason.cancelled.code]])
        #expect(
            events.first?.kind == .account(AccountEvent(.signedIn, uid: nil, provider: "apple.com", reasons: [])))
    }

    // MARK: - The token endpoint

    @Test func aCodeBecomesTokens() throws {
        let answer = try fixture.exchange(fixture.code())
        #expect(answer.status == 200)
        #expect(answer.cacheControl == "no-store")
        #expect(
            answer.json.objectValue?.names == ["access_token", "token_type", "expires_in", "refresh_token", "id_token"])
        let claims = try claims(answer.json["id_token"]?.stringValue)
        #expect(claims["nonce"] == "n1")
        #expect(
            claims["at_hash"]?.stringValue
                == SHA256Text.leftHalf(of: answer.json["access_token"]?.stringValue ?? ""))
        #expect(claims["real_user_status"] == nil)  // native apps only
    }

    @Test func aCodeIsGoodOnce() throws {
        let code = try fixture.code()
        #expect(try fixture.exchange(code).status == 200)
        let again = try fixture.exchange(code)
        #expect(again.status == 400)
        #expect(again.json["error"] == "invalid_grant")
        #expect(again.reason == "apple/code-already-used")
    }

    @Test(arguments: [(299, "", 200), (300, "apple/code-expired", 400)])
    func aCodeIsGoodForFiveMinutes(seconds: Int, reason: String, status: Int) throws {
        let code = try fixture.code()
        fixture.clock.advance(by: .seconds(seconds))
        let answer = try fixture.exchange(code)
        #expect(answer.status == status)
        #expect(answer.reason == reason)
    }

    @Test func aRefusedExchangeLeavesTheCodeGood() throws {
        let code = try fixture.code()
        let elsewhere = try fixture.token([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", "https://other.example/"),
        ])
        #expect(elsewhere.reason == "apple/redirect-uri-differs")
        let missing = try fixture.token([("grant_type", "authorization_code"), ("code", code)])
        #expect(missing.reason == "apple/redirect-uri-differs")
        let secret = try fixture.secret(claims: [("sub", "com.example.app")])
        let stranger = fixture.post(
            "/auth/token",
            [
                ("client_id", AppleFixture.app), ("client_secret", secret), ("grant_type", "authorization_code"),
                ("code", code), ("redirect_uri", AppleFixture.callback),
            ])
        #expect(stranger.reason == "apple/code-for-another-client")
        #expect(try fixture.exchange(code).status == 200)
    }

    @Test func refreshingGivesANewTokenWithoutNonce() throws {
        let first = try fixture.exchange(fixture.code())
        fixture.clock.advance(by: .seconds(86_400))
        let refresh = first.json["refresh_token"]?.stringValue ?? ""
        let second = try fixture.token([("grant_type", "refresh_token"), ("refresh_token", refresh)])
        #expect(second.status == 200)
        #expect(second.json["refresh_token"] == nil)
        let claims = try claims(second.json["id_token"]?.stringValue)
        #expect(claims["nonce"] == nil)
        #expect(claims["iat"] == .integer(AppleFixture.start.secondsSinceEpoch + 86_400))
        #expect(claims["auth_time"] == .integer(AppleFixture.start.secondsSinceEpoch))
    }

    @Test func revokingEndsItAll() throws {
        let tokens = try fixture.exchange(fixture.code())
        let refresh = tokens.json["refresh_token"]?.stringValue ?? ""
        let secret = try fixture.secret()
        func revoke(_ token: String) -> Int {
            fixture.post(
                "/auth/revoke",
                [("client_id", AppleFixture.web), ("client_secret", secret), ("token", token)]
            ).status
        }
        #expect(revoke("unknown") == 200)  // RFC 7009 §2.2
        #expect(try fixture.token([("grant_type", "refresh_token"), ("refresh_token", refresh)]).status == 200)
        #expect(revoke(refresh) == 200)
        let after = try fixture.token([("grant_type", "refresh_token"), ("refresh_token", refresh)])
        #expect(after.reason == "apple/refresh-token-unknown")
        #expect(try fixture.choose()["user"] != nil)  // a first time again
    }

    @Test(arguments: [
        ([("grant_type", "password")], "apple/grant-type-unknown", "unsupported_grant_type"),
        ([("grant_type", "authorization_code")], "apple/parameter-missing", "invalid_request"),
        ([("grant_type", "authorization_code"), ("code", "x")], "apple/code-unknown", "invalid_grant"),
        ([("grant_type", "refresh_token"), ("refresh_token", "x")], "apple/refresh-token-unknown", "invalid_grant"),
        ([], "apple/parameter-missing", "invalid_request"),
        ([("client_secret", "x")], "apple/parameter-repeated", "invalid_request"),
    ])
    func tokenRefusals(fields: [(String, String)], reason: String, error: String) throws {
        let answer = try fixture.token(fields)
        #expect(answer.status == 400)
        #expect(answer.reason == reason)
        #expect(answer.json["error"]?.stringValue == error)
    }

    // MARK: - Documents, paths and the wire

    @Test(arguments: [
        ("POST", "/auth/keys", 405, ""), ("POST", "/auth/authorize", 405, ""), ("GET", "/auth/token", 405, ""),
        ("GET", "/auth/revoke", 405, ""), ("GET", "/auth/authorize/choice", 405, ""),
        ("GET", "/", 404, "apple/no-such-path"), ("GET", "/auth/keys/", 404, "apple/no-such-path"),
        ("POST", "/auth/token", 400, "apple/broken-form"),  // no form at all
        ("POST", "/auth/authorize/choice", 400, "apple/broken-form"),
    ])
    func otherRequests(method: String, path: String, status: Int, reason: String) {
        let answer = fixture.api.answer(PlainRequest(method: method, host: "apple.test", path: path))
        #expect(answer.status == status && answer.reason == reason)
        #expect((answer.allow != nil) == (status == 405))
    }

    @Test func overHTTPAClientFindsEverything() async throws {
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        try await withListener(fixture.api, name: "apple") { bound in
            func get(_ url: String) async throws -> HTTPLoader.HTTPResponse {
                try await transport.perform(HTTPLoader.HTTPRequest(url: WebURL(url))).response
            }
            let document = try JSONValue(
                parsing: await get("\(bound.origin)/.well-known/openid-configuration").body)
            #expect(document["issuer"] == "https://appleid.apple.com")
            #expect(document["token_endpoint"]?.stringValue == "\(bound.origin)/auth/token")
            let keys = try JSONValue(parsing: await get(document["jwks_uri"]?.stringValue ?? "").body)
            #expect(keys["keys"]?.arrayValue?.count == 2)

            let query = FormBody.text(fixture.authorization())
            let page = try await get("\(bound.origin)/auth/authorize?\(query)")
            #expect(page.headers.first("content-type") == "text/html; charset=utf-8")
            #expect(page.headers.first("cache-control") == "no-store")
            #expect(page.headers.first("content-security-policy")?.hasPrefix("default-src 'none'") == true)
            #expect(page.headers.first("x-content-type-options") == "nosniff")
            let ticket = try page.text.hiddenField("ticket")
            let choice = HTTPLoader.HTTPRequest.form(
                url: try WebURL("\(bound.origin)/auth/authorize/choice"),
                fields: [("ticket", ticket), ("account", fixture.taro.id)], headers: ["Origin": bound.origin])
            let posted = try await transport.perform(choice).response.text.hiddenFields
            let verdict = fixture.provider.verifyIDToken(
                posted["id_token"] ?? "", nonce: .hashed("n1"), audiences: ["com.example.web"],
                now: AppleFixture.start)
            #expect(verdict.verified?.email == "taro@icloud.com")

            let large = HTTPLoader.HTTPRequest.form(
                url: try WebURL("\(bound.origin)/auth/token"),
                fields: [("code", String(repeating: "c", count: PlainRequest.providerBodyLimit))])
            #expect(try await transport.perform(large).response.status == 413)
        }
    }
}
