import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Listening
import Testing

@testable import IdentityProviders

@Suite("Sign in with Twitter", .timeLimit(.minutes(5)))
struct TwitterAPITests {
    private let fixture = TwitterFixture()

    @Test func theThreeSteps() throws {
        let request = try fixture.requestToken()
        let page = fixture.api.answer(
            PlainRequest(
                method: "GET", host: "twitter.test:4042", path: "/oauth/authenticate",
                query: "oauth_token=\(request.token)"))
        #expect(page.status == 200)
        #expect(page.pageText.contains("Sample &lt;App&gt;"))
        for account in fixture.provider.accounts { #expect(page.pageText.contains("@\(account.screenName)")) }

        let verifier = try fixture.verifier(for: request.token)
        let answer = try fixture.access(request, verifier: verifier)
        #expect(answer.status == 200)
        let items = try FormItems(parsing: answer.formText.utf8)
        #expect(try items.text("user_id") == fixture.taro.id)
        #expect(try items.text("screen_name") == "taro_dev")
        #expect(try items.text("oauth_token")?.hasPrefix("\(fixture.taro.id)-") == true)
    }

    @Test func theRequestTokenConfirmsTheCallback() throws {
        let answer = try fixture.send { $0.extra = [("oauth_callback", "myapp://done")] }
        #expect(answer.formText.hasSuffix("&oauth_callback_confirmed=true"))
        #expect(answer.cacheControl == "no-store")
    }

    @Test func verifyCredentialsTellsWhoItIs() throws {
        let access = try fixture.accessToken()
        func user(_ query: String) throws -> JSONValue {
            try fixture.send {
                ($0.method, $0.path, $0.query) = ("GET", "/1.1/account/verify_credentials.json", query)
                ($0.token, $0.tokenSecret) = (access.token, access.secret)
            }.json
        }
        let plain = try user("")
        #expect(plain["id_str"]?.stringValue == fixture.taro.id)
        #expect(plain["id"] == Int64(fixture.taro.id).map { .integer($0) })
        #expect(plain["screen_name"] == "taro_dev")
        #expect(plain["created_at"] == "Sun Mar 07 22:13:20 +0000 2010")
        #expect(plain["email"] == nil)
        #expect(try user("include_email=true")["email"] == "taro@example.com")
    }

    @Test func aSecondSignInGivesTheSameToken() throws {
        let first = try fixture.accessToken()
        let second = try fixture.accessToken()
        #expect(first.token == second.token && first.secret == second.secret)
    }

    /// Of one account's, for one app: the other account keeps its token.
    @Test func accessThatIsRevokedIsNobodys() throws {
        let other = try #require(fixture.provider.accounts.last)
        let (first, others) = (try fixture.accessToken(), try fixture.accessToken(of: other))
        func status(_ access: TwitterFixture.Pair) throws -> Int {
            try fixture.send {
                ($0.method, $0.path) = ("GET", "/1.1/account/verify_credentials.json")
                ($0.token, $0.tokenSecret) = (access.token, access.secret)
            }.status
        }
        #expect(try [status(first), status(others)] == [200, 200])
        try fixture.provider.revokeAccess(accountID: fixture.taro.id, consumerKey: TwitterFixture.consumer.key)
        #expect(try [status(first), status(others)] == [401, 200])
        #expect(try fixture.accessToken().token != first.token)
        // Nothing is left to take away, and nobody is there to take it from.
        try fixture.provider.revokeAccess(accountID: fixture.taro.id, consumerKey: TwitterFixture.consumer.key)
        try fixture.provider.revokeAccess(accountID: fixture.taro.id, consumerKey: TwitterFixture.consumer.key)
        #expect(throws: TwitterRefusal.self) {
            try fixture.provider.revokeAccess(accountID: "0", consumerKey: TwitterFixture.consumer.key)
        }
    }

    // MARK: - The page

    @Test func denyingIsToldToTheApp() throws {
        let request = try fixture.requestToken()
        let answer = fixture.choose(request.token, [("deny", "1")])
        #expect(answer.status == 303)
        #expect(answer.location == "\(TwitterFixture.callback)?denied=\(request.token)")
        #expect(try fixture.access(request, verifier: "x").reason == "twitter/denied")
    }

    @Test func aPINIsShownWhereThereIsNowhereToGo() throws {
        let request = try fixture.requestToken(callback: "oob")
        let page = fixture.choose(request.token, [("account", fixture.taro.id)]).pageText
        let pin = String(page.split(separator: "<output>").last?.split(separator: "</output>").first ?? "")
        #expect(pin.count == 7)
        #expect(try fixture.access(request, verifier: pin).status == 200)
        let other = try fixture.requestToken(callback: "oob")
        #expect(fixture.choose(other.token, [("deny", "1")]).pageText.contains("Nothing was shared"))
    }

    @Test func aPageIsDecidedOnce() throws {
        let request = try fixture.requestToken()
        _ = try fixture.verifier(for: request.token)
        #expect(fixture.choose(request.token, [("deny", "1")]).reason == "twitter/decided-already")
        #expect(fixture.choose("unknown", [("deny", "1")]).reason == "twitter/token-unknown")
    }

    @Test func theSuggestedAccountStandsFirst() throws {
        let request = try fixture.requestToken()
        let page = fixture.api.answer(
            PlainRequest(
                method: "GET", host: "h", path: "/oauth/authorize",
                query: "oauth_token=\(request.token)&screen_name=jun0neill")
        ).pageText
        let first = try #require(page.split(separator: "<small>@").dropFirst().first)
        #expect(first.hasPrefix("jun0neill"))
    }

    @Test func onlyTwittersOwnPageMayChoose() throws {
        let request = try fixture.requestToken()
        let form = [("account", fixture.taro.id)]
        #expect(fixture.choose(request.token, form, origin: "https://evil.example").reason == "twitter/foreign-page")
        #expect(fixture.choose(request.token, form, origin: "http://twitter.test:4042").status == 303)
    }

    @Test func anUnknownAccountDecidesNothing() throws {
        let request = try fixture.requestToken()
        #expect(fixture.choose(request.token, [("account", "1")]).reason == "twitter/account-unknown")
        #expect(fixture.choose(request.token, [("account", fixture.taro.id)]).status == 303)
    }

    @Test func theTraceTellsOfIt() throws {
        _ = try fixture.accessToken()
        _ = fixture.choose(try fixture.requestToken().token, [("deny", "1")])
        _ = try fixture.send { $0.extra = [("oauth_consumer_key", "nobody")] }
        #expect(
            fixture.trace.events.map(\.reasons) == [
                [], [TwitterReason.denied.code], [TwitterReason.consumerUnknown.code],
            ])
    }

    // MARK: - Refusals

    @Test(
        arguments: [
            ([("oauth_consumer_key", "nobody")], "twitter/consumer-unknown", 401, 32),
            ([("oauth_consumer_key", nil)], "twitter/parameter-missing", 400, 215),
            ([("oauth_nonce", nil)], "twitter/parameter-missing", 400, 215),
            ([("oauth_nonce", "")], "twitter/parameter-missing", 400, 215),
            ([("oauth_signature_method", "PLAINTEXT")], "twitter/signature-method-unsupported", 401, 32),
            ([("oauth_version", "2.0")], "twitter/version-unsupported", 401, 32),
            ([("oauth_timestamp", "1795251299")], "twitter/timestamp-out-of-range", 401, 135),
            ([("oauth_timestamp", "1795251600000")], "twitter/timestamp-out-of-range", 401, 135),  // milliseconds
            ([("oauth_timestamp", "99999999999999999999")], "twitter/timestamp-not-number", 401, 135),
            ([("oauth_timestamp", "-1")], "twitter/timestamp-not-number", 401, 135),
            ([("oauth_timestamp", "now")], "twitter/timestamp-not-number", 401, 135),
            ([("oauth_token", "x")], "twitter/token-not-expected", 401, 32),
            ([("oauth_callback", nil)], "twitter/callback-missing", 403, 415),
            ([("oauth_callback", "javascript:alert(1)")], "twitter/callback-unusable", 403, 415),
            ([("oauth_callback", "https://app.example.com/other")], "twitter/callback-not-approved", 403, 415),
        ] as [([(String, String?)], String, Int, Int)])
    func requestTokenRefusals(extra: [(String, String?)], reason: String, status: Int, code: Int) throws {
        let answer = try fixture.send { $0.extra = [("oauth_callback", TwitterFixture.callback)] + extra }
        #expect(answer.reason == reason)
        #expect(answer.status == status)
        #expect(answer.json["errors"]?.arrayValue?.first?["code"] == .integer(Int64(code)))
        #expect((answer.challenge != nil) == (status == 401))
    }

    @Test func allReasonsAreTold() throws {
        let answer = try fixture.send {
            $0.extra = [("oauth_callback", "oob"), ("oauth_version", "2"), ("oauth_timestamp", "1")]
            $0.signature = { _ in "x" }
        }
        #expect(
            answer.json["reasons"] == [
                "twitter/version-unsupported", "twitter/timestamp-out-of-range", "twitter/signature-other-hash",
            ])
    }

    @Test func aRequestCountsOnce() throws {
        var call = TwitterFixture.Call()
        call.extra = [("oauth_callback", "oob")]
        let request = try fixture.signed(call)
        #expect(fixture.api.answer(request).status == 200)
        #expect(fixture.api.answer(request).reason == "twitter/nonce-used")
        // A request that was refused did not use its nonce up.
        var late = call
        late.extra = [("oauth_callback", "oob"), ("oauth_timestamp", "1795251901")]
        let early = try fixture.signed(late)
        #expect(fixture.api.answer(early).reason == "twitter/timestamp-out-of-range")
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.api.answer(early).status == 200)
    }

    @Test func parametersOfTheProtocolStandOnce() throws {
        let answer = try fixture.send {
            $0.extra = [("oauth_callback", "oob")]
            $0.form = [("oauth_callback", "oob")]
        }
        #expect(answer.reason == "twitter/parameter-repeated")
        #expect(answer.json["detail"] == "oauth_callback")
    }

    @Test func theVerifierMayStandInTheForm() throws {
        let request = try fixture.requestToken()
        let verifier = try fixture.verifier(for: request.token)
        let answer = try fixture.send {
            $0.path = "/oauth/access_token"
            ($0.token, $0.tokenSecret) = (request.token, request.secret)
            $0.form = [("oauth_verifier", verifier)]
        }
        #expect(answer.status == 200)
    }

    @Test func accessTokenRefusals() throws {
        let request = try fixture.requestToken()
        #expect(try fixture.access(request, verifier: "x").reason == "twitter/not-authorized")
        let verifier = try fixture.verifier(for: request.token)
        let stranger = try fixture.send {
            $0.path = "/oauth/access_token"
            $0.consumer = TwitterFixture.other
            ($0.token, $0.tokenSecret) = (request.token, request.secret)
            $0.extra = [("oauth_verifier", verifier)]
        }
        #expect(stranger.reason == "twitter/token-for-another-consumer")
        #expect(try fixture.access(request, verifier: verifier + "x").reason == "twitter/verifier-differs")
        #expect(try fixture.access(request, verifier: verifier).status == 200)
        #expect(try fixture.access(request, verifier: verifier).reason == "twitter/token-unknown")  // used up
    }

    @Test func guessingAVerifierHasAnEnd() throws {
        let request = try fixture.requestToken(callback: "oob")
        _ = fixture.choose(request.token, [("account", fixture.taro.id)])
        for _ in 1...TwitterSessions.mostWrongVerifiers {
            #expect(try fixture.access(request, verifier: "0000000").reason == "twitter/verifier-differs")
        }
        #expect(try fixture.access(request, verifier: "0000000").reason == "twitter/token-unknown")
    }

    @Test(arguments: [(899, 200), (900, 400)])
    func aRequestTokenIsGoodForAQuarterOfAnHour(seconds: Int, status: Int) throws {
        let request = try fixture.requestToken()
        fixture.clock.advance(by: .seconds(seconds))
        let page = fixture.api.answer(
            PlainRequest(
                method: "GET", host: "h", path: "/oauth/authorize", query: "oauth_token=\(request.token)"))
        #expect(page.status == status)
    }

    @Test(arguments: [
        ("GET", "/oauth/request_token", 405, ""), ("PUT", "/oauth/authorize", 405, ""),
        ("POST", "/1.1/account/verify_credentials.json", 405, ""), ("GET", "/", 404, "twitter/no-such-path"),
        ("POST", "/oauth/request_token", 400, "twitter/not-signed"),
        ("GET", "/oauth/authorize", 400, "twitter/parameter-missing"),
        ("POST", "/oauth/authorize", 400, "twitter/broken-form"),  // no form at all
    ])
    func otherRequests(method: String, path: String, status: Int, reason: String) {
        let answer = fixture.api.answer(PlainRequest(method: method, host: "h", path: path))
        #expect(answer.status == status && answer.reason == reason)
        #expect((answer.allow != nil) == (status == 405))
    }

    // MARK: - Beside HTTP

    @Test func anAuthServiceAsksWhoseATokenIs() throws {
        let access = try fixture.accessToken()
        let provider = fixture.provider
        #expect(provider.profile(oauthToken: access.token, secret: access.secret) == .known(fixture.taro))
        #expect(provider.profile(oauthToken: access.token, secret: "x") == .refused(.tokenSecretDiffers))
        #expect(provider.profile(oauthToken: "x", secret: access.secret) == .refused(.tokenUnknown))
        provider.reset()
        #expect(provider.profile(oauthToken: access.token, secret: access.secret) == .refused(.tokenUnknown))
    }

    @Test func storiesCanDoWithoutThePages() throws {
        let access = try fixture.provider.signIn(accountID: fixture.taro.id, consumerKey: "consumer-key")
        #expect(
            fixture.provider.profile(oauthToken: access.token.reveal(), secret: access.secret.reveal())
                == .known(fixture.taro))
        #expect(throws: TwitterRefusal.self) {
            try fixture.provider.signIn(accountID: "1", consumerKey: "consumer-key")
        }
        #expect(throws: TwitterRefusal.self) {
            try fixture.provider.signIn(accountID: fixture.taro.id, consumerKey: "nobody")
        }
    }

    @Test func overHTTPTheAddressIsPartOfTheSignature() async throws {
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        try await withListener(fixture.api, name: "twitter") { bound in
            var call = TwitterFixture.Call()
            call.host = bound.address.description
            call.extra = [("oauth_callback", "oob")]
            let signed = try fixture.signed(call)
            let request = try HTTPLoader.HTTPRequest(
                method: "POST", url: WebURL("\(bound.origin)/oauth/request_token"),
                headers: ["Authorization": signed.authorization ?? ""], body: [])
            let response = try await transport.perform(request).response
            #expect(response.status == 200)
            #expect(response.headers.first("content-type") == "application/x-www-form-urlencoded")
            #expect(response.text.hasPrefix("oauth_token="))
            let again = try await transport.perform(request).response
            #expect(again.status == 401)
            #expect(again.headers.first("www-authenticate") == #"OAuth realm="Twitter""#)
        }
    }
}
