@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Crypto
import Testing

/// What the handler does with a browser; the real Twitter and Apple take part in the tests of `AppFrameworks`.
@Suite("Sign-ins in the browser", .timeLimit(.minutes(5)))
struct RedirectTests {
    /// A provider with request tokens, as Twitter, and one with codes, as Apple; its answers are what the rules of the
    /// service need to be shown.
    private struct Provider: IdentityProviderDirectory {
        var start: ProviderAuthorization?
        /// A clock that goes on by a second while the provider answers.
        var clock: WorldClock?

        func verifyIDToken(
            _ token: String, providerID: String, nonce: String?, now: Instant
        ) async -> ProviderTokenVerdict {
            if let issued = clock?.now, now < issued {
                return .refused(reasons: [ReasonCode(unchecked: "apple/issued-in-future")], message: "Not yet.")
            }
            guard token == #"{"sub":"a1"}"#, nonce?.utf8.count == 32 else {
                return .refused(reasons: [ReasonCode(unchecked: "apple/bad-signature")], message: "Bad signature.")
            }
            return .accepted(JSONObject([("sub", "a1"), ("email", "a@example.com"), ("email_verified", "true")]))
        }

        func profile(
            oauthToken: String, secret: Secret<String>, providerID: String
        ) async -> ProviderProfileVerdict {
            guard oauthToken == "17-access", secret.matches("access-secret") else { return .unknownProvider }
            var profile = ProviderProfile(rawID: "17")
            profile.screenName = "taro"
            return .found(profile)
        }

        func beginAuthorization(_ request: ProviderAuthorizationRequest) async -> ProviderAuthorization {
            if let start { return start }
            let asked =
                "callback=\(PercentEncoding.encode(request.callback))&scopes=\(request.scopes.joined(separator: "+"))"
            return switch request.providerID {
            case "twitter.com":
                .begun(url: "http://t.test/?\(asked)", memory: ProviderMemory(token: "rt", secret: Secret("rs")))
            case "apple.com":
                .begun(url: "http://a.test/?\(asked)", memory: ProviderMemory(token: nil, secret: request.nonce))
            default: .unknownProvider
            }
        }

        func finishAuthorization(_ answer: ProviderReturn) async -> ProviderGrant {
            clock?.advance(by: .seconds(1))
            switch answer.providerID {
            case "twitter.com" where answer.items["oauth_verifier"] == "v" && answer.memory.secret.matches("rs"):
                return .accessToken(Secret("17-access"), secret: Secret("access-secret"))
            case "apple.com" where answer.items["code"] == "c":
                return .idToken(Secret(#"{"sub":"a1"}"#), nonce: answer.memory.secret, user: answer.items["user"])
            default:
                return .refused(reasons: [ReasonCode(unchecked: "twitter/verifier-differs")], message: "No.")
            }
        }
    }

    private static let app = "apiKey=k&ibi=com.example.shop&appId=1:2:ios:3&eventId=e1&authType=signInWithRedirect"
    private static let twitter = "\(app)&providerId=twitter.com"
    private static let session = "s0123456789"
    private static let sessionHash = hash(session)

    private static func hash(_ text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).map { byte in
            let digits = Array("0123456789abcdef")
            return "\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

    private let wire: WireFixture

    init() throws {
        wire = try WireFixture()
        wire.service.identityProviders = Provider()
    }

    /// The state that the provider was given.
    private func begin(_ query: String, in wire: WireFixture? = nil) async throws -> String {
        let answer = try await (wire ?? self.wire).send("emulator:handler", query: query)
        #expect(answer.status == 303)
        let location = try #require(answer.location)
        let callback = try #require(Self.items(of: location)["callback"])
        #expect(callback.hasPrefix("http://127.0.0.1:9099/__/auth/handler?state="))
        return try #require(Self.items(of: callback)["state"])
    }

    /// What the app is called back with: `link` or `firebaseError`, taken apart.
    private struct CalledBack {
        let link: String?
        let error: JSONValue?
        let eventID: String?
        var reasons: [String] { error?["reasons"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    }

    private func calledBack(_ answer: WireAnswer) throws -> CalledBack {
        guard case .html(let page) = answer.body else { throw AuthRefusal(.internalError, "no page") }
        let start = try #require(page.firstRange(of: "<a href=\"")).upperBound
        let end = try #require(page[start...].firstIndex(of: "\""))
        let url = page[start..<end].replacing("&amp;", with: "&").replacing("&quot;", with: "\"")
        #expect(page.contains("http-equiv=\"refresh\" content=\"0; url="))
        #expect(url.hasPrefix("app-1-2-ios-3://firebaseauth/link?deep_link_id="))
        let inner = try #require(Self.items(of: String(url))["deep_link_id"])
        #expect(inner.hasPrefix("http://127.0.0.1:9099/__/auth/callback?"))
        let items = Self.items(of: inner)
        #expect(items["authType"] == "signInWithRedirect")
        return CalledBack(
            link: items["link"], error: try items["firebaseError"].map { try JSONValue(parsing: $0) },
            eventID: items["eventId"])
    }

    private static func items(of url: String) -> [String: String] {
        let query = url.utf8.drop { $0 != UInt8(ascii: "?") }
        return Dictionary(FormBody.pairs(query.dropFirst())) { _, last in last }
    }

    private func returning(_ state: String, _ added: String = "oauth_token=rt&oauth_verifier=v") async throws
        -> CalledBack
    {
        try calledBack(try await wire.send("emulator:handler", query: "state=\(state)&\(added)"))
    }

    private func redeem(
        _ link: String?, session: String?, provider: String = "", in wire: WireFixture? = nil
    ) async throws -> String {
        try await (wire ?? self.wire).refusal(
            "accounts:signInWithIdp",
            adding("sessionId", session.map { .string($0) }, to: ["requestUri": .string((link ?? "") + provider)]))
    }

    // MARK: - The whole way

    @Test func theLinkAndTheSessionSignIn() async throws {
        let state = try await begin("\(Self.twitter)&sessionId=\(Self.sessionHash)&scopes=a,b%20c")
        let back = try await returning(state)
        #expect(back.eventID == "e1" && back.error == nil)
        let link = try #require(back.link)
        #expect(link.hasPrefix("http://127.0.0.1:9099/__/auth/handler?providerId=twitter.com&state="))
        let reply = try await wire.call(
            "accounts:signInWithIdp", ["requestUri": .string(link), "sessionId": .string(Self.session)])
        #expect(reply["federatedId"] == "17" && reply["screenName"] == "taro" && reply["isNewUser"] == true)
        #expect(reply["oauthAccessToken"] == "17-access" && reply["oauthTokenSecret"] == "access-secret")
        #expect(try await redeem(link, session: Self.session).contains(RedirectReason.linkUsed.meaning))  // once
    }

    @Test func appleIsTakenFromAForm() async throws {
        let state = try await begin("\(Self.app)&providerId=Apple.com&sessionId=plain")
        let user = #"{"name":{"firstName":"太郎","lastName":"山田"}}"#
        let answer = try await wire.send(
            "emulator:handler:post", ["state": .string(state), "code": "c", "user": .string(user)])
        let link = try #require(try calledBack(answer).link)
        // A session that is no hash was given as it is.
        let reply = try await wire.call(
            "accounts:signInWithIdp", ["requestUri": .string(link), "sessionId": "plain"])
        #expect(reply["displayName"] == "太郎 山田" && reply["email"] == "a@example.com")
        #expect(reply["oauthIdToken"] == #"{"sub":"a1"}"#)
    }

    /// The token is issued in the second after the one in which the request came, and is no token of the future.
    @Test func theProviderMayTakeASecond() async throws {
        wire.service.identityProviders = Provider(clock: wire.fixture.clock)
        let state = try await begin("\(Self.app)&providerId=apple.com&sessionId=plain")
        let answer = try await wire.send("emulator:handler:post", ["state": .string(state), "code": "c"])
        let link = try #require(try calledBack(answer).link)
        let reply = try await wire.call(
            "accounts:signInWithIdp", ["requestUri": .string(link), "sessionId": "plain"])
        #expect(reply["email"] == "a@example.com")
    }

    @Test func aPageThatNamesNoAppIsCalledBackByItsOwnAddress() async throws {
        let state = try await begin(
            "apiKey=k&clientId=c&providerId=twitter.com&sessionId=s&redirectUrl=http%3A%2F%2Flocalhost%3A8080%2Fx%3Fa%3D1"
        )
        let answer = try await wire.send("emulator:handler", query: "state=\(state)&oauth_token=rt&oauth_verifier=v")
        guard case .html(let page) = answer.body else { throw AuthRefusal(.internalError, "no page") }
        #expect(page.contains("<a href=\"http://localhost:8080/x?a=1&amp;link=http"))
    }

    /// A page sends no session: the handler makes one, and the event brings it.
    @Test(arguments: ["signInViaPopup", "signInViaRedirect&redirectUrl=http%3A%2F%2Flocalhost%2F"])
    func aPageOfTheSDKHearsTheSession(authType: String) async throws {
        let state = try await begin("apiKey=k&appName=a&providerId=twitter.com&eventId=e1&authType=\(authType)")
        let asked = await wire.raw("GET", "/__/auth/handler?state=\(state)&oauth_token=rt&oauth_verifier=v")
        let event = try #require(asked.events.first)
        #expect(asked.page.contains(" data-at-once>") && event["eventId"] == "e1" && event["error"] == .null)
        let session = try #require(event["sessionId"]?.stringValue)
        #expect(session.utf8.count == 43)
        let link = event["urlResponse"]?.stringValue
        #expect(try await redeem(link, session: "emulated").contains(RedirectReason.sessionDiffers.meaning))
        #expect(try await redeem(link, session: session) == "")
    }

    @Test func aPageHearsThatTheUserDoesNotWantTo() async throws {
        let state = try await begin("apiKey=k&appName=a&providerId=twitter.com&authType=signInViaPopup")
        let event = await wire.raw("GET", "/__/auth/handler?state=\(state)&denied=rt").events.first
        #expect(event?["error"]?["code"] == "auth/user-cancelled" && event?["urlResponse"] == .null)
    }

    @Test func providersThatNobodyAuthorisesForStillListAccounts() async throws {
        let answer = try await wire.send("emulator:handler", query: "\(Self.app)&providerId=google.com")
        guard case .html(let page) = answer.body else { throw AuthRefusal(.internalError, "no page") }
        #expect(answer.status == 200 && page.contains("A new account"))
        wire.service.identityProviders = nil  // nobody authorises for anybody
        let alone = try await wire.send("emulator:handler", query: Self.twitter)
        #expect(alone.status == 200)
    }

    // MARK: - At the callback

    @Test(
        arguments: [
            ("denied=rt", "redirect/denied", "auth/web-context-cancelled"),  // the user said no
            ("denied=other", "redirect/token-differs", "auth/invalid-credential"),
            ("oauth_token=other&oauth_verifier=v", "redirect/token-differs", "auth/invalid-credential"),
            ("", "redirect/token-differs", "auth/invalid-credential"),
            ("oauth_token=rt&error=server_error", "redirect/provider-refused", "auth/internal-error"),
            ("oauth_token=rt&error=access_denied", "redirect/denied", "auth/web-context-cancelled"),  // OAuth 2
        ])
    func whatTheAppIsTold(added: String, reason: String, code: String) async throws {
        let state = try await begin("\(Self.twitter)&sessionId=\(Self.sessionHash)")
        let back = try await returning(state, added)
        #expect(back.link == nil && back.reasons == [reason])
        #expect(back.error?["code"]?.stringValue == code && back.eventID == "e1")
        #expect(back.error?["message"]?.stringValue?.hasSuffix("[\(reason)]") == true)
        #expect(wire.fixture.trace.events.contains { $0.reasons.map(\.rawValue).contains(reason) })
    }

    @Test func aCallbackCountsOnce() async throws {
        let state = try await begin("\(Self.twitter)&sessionId=\(Self.sessionHash)")
        #expect(try await returning(state).link != nil)
        #expect(try await returning(state).reasons == ["redirect/state-used"])
    }

    @Test(arguments: [(15 * 60 - 1, nil), (15 * 60, "redirect/state-expired")] as [(Int, String?)])
    func aCallbackHasFifteenMinutes(seconds: Int, reason: String?) async throws {
        let state = try await begin("\(Self.twitter)&sessionId=\(Self.sessionHash)")
        wire.clock.advance(by: .seconds(seconds))
        #expect(try await returning(state).reasons.first == reason)
    }

    /// Nobody is known who could be told, so the user is: nothing here leads to an address of the sender's choice.
    @Test(arguments: [
        "state=foreign&oauth_token=rt", "state=%00", "state=a&state=b&redirectUrl=http%3A%2F%2Fevil.test",
    ])
    func aForeignCallbackLeadsNowhere(query: String) async throws {
        let answer = try await wire.send("emulator:handler", query: query)
        guard case .html(let page) = answer.body else { throw AuthRefusal(.internalError, "no page") }
        #expect(answer.status == 400 && page.contains("redirect/state-unknown") && !page.contains("href"))
        #expect(try await wire.send("emulator:handler:post", ["code": "c"]).status == 400)
    }

    // MARK: - At the handler

    @Test func withoutASessionTheAppIsTold() async throws {
        let answer = try await wire.send("emulator:handler", query: Self.twitter)
        let back = try calledBack(answer)
        #expect(back.reasons == ["redirect/session-missing"])
        #expect(back.error?["code"] == "auth/internal-error")
    }

    @Test(arguments: ["appName=a", "appName=a&redirectUrl=javascript%3Aalert(1)", "ibi=x&appId=%3Cb%3E"])
    func withoutACallbackTheUserIsTold(query: String) async throws {
        let answer = try await wire.send(
            "emulator:handler", query: "apiKey=k&providerId=twitter.com&sessionId=s&\(query)")
        guard case .html(let page) = answer.body else { throw AuthRefusal(.internalError, "no page") }
        #expect(answer.status == 400 && page.contains("redirect/callback-missing") && !page.contains("href"))
    }

    @Test(arguments: [
        ("twitter/consumer-unknown", "redirect/provider-refused"),
        ("redirect/provider-unreachable", "redirect/provider-unreachable"),
    ])
    func aProviderThatDoesNotTakePart(given: String, reason: String) async throws {
        wire.service.identityProviders = Provider(
            start: .refused(reasons: [ReasonCode(unchecked: given)], message: "No."))
        let back = try calledBack(
            try await wire.send("emulator:handler", query: "\(Self.twitter)&sessionId=s"))
        #expect(back.reasons.first == reason && back.reasons.contains(given))
        #expect(back.error?["code"] == "auth/internal-error")
    }

    // MARK: - At the end

    @Test(
        arguments: [
            (session, nil), (sessionHash, .sessionHashSent),  // the hash itself stood in the address
            ("another", .sessionDiffers), (nil, .sessionMissing), (hash(sessionHash), .sessionDiffers),
        ] as [(String?, RedirectReason?)])
    func onlyTheSameSessionEndsIt(sent: String?, reason: RedirectReason?) async throws {
        let state = try await begin("\(Self.twitter)&sessionId=\(Self.sessionHash)")
        let link = try await returning(state).link
        let refusal = try await redeem(link, session: sent)
        guard let reason else {
            #expect(refusal.isEmpty)
            return
        }
        #expect(refusal.hasPrefix("INVALID_IDP_RESPONSE : ") && refusal.contains(reason.meaning))
        // In wrong hands the link stays good for the right ones.
        #expect(try await redeem(link, session: Self.session) == "")
    }

    /// A lenient service ends it with any session, as the emulator looks at none.
    @Test(arguments: [Strictness.lenient, .strict])
    func lenientServicesLookAtNoSession(strictness: Strictness) async throws {
        let wire = try WireFixture(strictness)
        wire.service.identityProviders = Provider()
        let state = try await begin("\(Self.twitter)&sessionId=one", in: wire)
        let link = try calledBack(
            try await wire.send("emulator:handler", query: "state=\(state)&oauth_token=rt&oauth_verifier=v")
        ).link
        #expect(try await redeem(link, session: nil, in: wire).isEmpty == (strictness == .lenient))
    }

    @Test func twoSignInsDoNotMix() async throws {
        let first = try await begin("\(Self.twitter)&sessionId=one")
        let second = try await begin("\(Self.twitter)&sessionId=two")
        let links = (try await returning(first).link, try await returning(second).link)
        #expect(try await redeem(links.0, session: "two").hasSuffix("the one that the sign-in was begun with."))
        #expect(try await redeem(links.1, session: "two") == "")
        #expect(try await redeem(links.0, session: "one") == "")
    }

    @Test func whatElseIsRefused() async throws {
        let state = try await begin("\(Self.twitter)&sessionId=s")
        let early = "http://127.0.0.1:9099/__/auth/handler?providerId=twitter.com&state=\(state)"
        #expect(try await redeem(early, session: "s").contains(RedirectReason.notReturned.meaning))
        let link = try await returning(state, "oauth_token=rt&oauth_verifier=wrong").link
        let other = try await redeem(link, session: "s", provider: "&providerId=apple.com")
        #expect(other.contains(RedirectReason.providerDiffers.meaning))
        #expect(try await redeem(link, session: "s") == "INVALID_IDP_RESPONSE : No.")  // the provider's own word
        #expect(try await redeem("http://x/?providerId=twitter.com&state=none", session: "s").hasPrefix("INVALID_IDP"))

        let late = try await returning(try await begin("\(Self.twitter)&sessionId=s")).link
        wire.clock.advance(by: .seconds(15 * 60))
        #expect(try await redeem(late, session: "s").hasSuffix("too long."))
        let gone = try await returning(try await begin("\(Self.twitter)&sessionId=s")).link
        try wire.service.reset()
        #expect(try await redeem(gone, session: "s").hasSuffix("begun here."))
    }

    /// Anybody can begin sign-ins: what is remembered of them has an end, and the oldest go first.
    @Test func theOldestAreForgotten() throws {
        var signIns = RedirectSignIns()
        let call = Call(
            service: wire.service, body: WireBody(JSONObject()), query: ["redirectUrl": "http://localhost/"],
            caller: .user, scope: .project, parameters: [:], origin: "http://127.0.0.1:9099")
        let app = try #require(AppCallback(call))
        for number in 0...RedirectSignIns.most {
            signIns.begin(
                RedirectSignIns.SignIn(
                    providerID: "twitter.com", session: "s", app: app, callback: "c",
                    memory: ProviderMemory(token: nil, secret: Secret("")),
                    begun: Fixture.start + .milliseconds(number)), state: String(number))
        }
        #expect(signIns.app(behind: "0") == nil)
        #expect(signIns.app(behind: String(RedirectSignIns.most)) == app)
    }

    @Test(arguments: RedirectReason.allCases)
    func reasonsHaveTheirTexts(reason: RedirectReason) {
        #expect(reason.rawValue.hasPrefix("redirect/") && reason.meaning.hasSuffix(".") && reason.fix.hasSuffix("."))
    }
}
