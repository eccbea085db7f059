import AuthEmulator
import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HandoffBackend
import Listening
import Testing
import Tokens

@Suite("Tokens of users who may no longer come in", .timeLimit(.minutes(5)))
struct AccountLookupTests {
    @Test func aRevokedTokenIsRefusedByWhoAsks() async throws {
        try await withRealAuthService { auth in
            let asks = try auth.users(looksUpAccounts: true), believes = try auth.users()
            let token = try await auth.idToken()
            #expect(await asks.judge(token) == "accepted")
            try auth.service.revokeRefreshTokens(of: auth.uid())
            #expect(await asks.judge(token) == "accepted")  // in the very second of its sign-in
            auth.clock.advance(by: .seconds(1))
            try auth.service.revokeRefreshTokens(of: auth.uid())
            #expect(await asks.judge(token) == "account/token-revoked")
            #expect(await believes.judge(token) == "accepted")
            #expect(await asks.judge(try await auth.idToken()) == "accepted")  // a new sign-in
        }
    }

    @Test func aDisabledUserIsRefused() async throws {
        try await withRealAuthService { auth in
            let users = try auth.users(looksUpAccounts: true)
            let token = try await auth.idToken()
            try auth.service.setDisabled(true, of: auth.uid())
            #expect(await users.judge(token) == "account/disabled")
            try auth.service.setDisabled(false, of: auth.uid())
            #expect(await users.judge(token) == "accepted")
        }
    }

    @Test func aUserWhoIsGoneIsRefusedWithAChallenge() async throws {
        try await withRealAuthService { auth in
            let users = try auth.users(looksUpAccounts: true)
            let token = try await auth.idToken()
            try auth.service.reset()
            let answer = await users.answer(
                PlainRequest.users(method: "GET", path: "/v1/users/me", authorization: ["Bearer \(token)"]))
            #expect(answer.status == 401)
            #expect(answer.code == "account/not-found")
            #expect(
                answer.challenge
                    == #"Bearer error="invalid_token", error_description="The auth service has no account of this uid.""#
            )
        }
    }

    /// An unsigned token may name any tenant; it does not choose the path that is asked.
    @Test(arguments: ["../../other", "a/b", "", "a?b", "ü"])
    func tenantsThatAreNone(tenant: String) async throws {
        try await withStory { story in
            var configuration = Backend.Configuration()
            configuration.accounts = AccountLookup(
                AdminRequests(
                    auth: try WebURL("http://127.0.0.1:1"), projectID: Story.project, transport: try CurlTransport(),
                    trace: story.trace))
            configuration.checks = .lenient
            let backend = Backend(
                serviceAccount: story.account,
                certificates: CertificateCache(
                    url: try WebURL("http://127.0.0.1:1"), transport: try CurlTransport(), clock: story.clock,
                    trace: story.trace),
                configuration: configuration, clock: story.clock, trace: story.trace)
            let token = try story.idToken(changing: [("firebase", ["tenant": .string(tenant)])])
            let answer = await backend.exchange(
                Array("idtoken=\(token)".utf8), contentType: "application/x-www-form-urlencoded")
            #expect(answer.status == 401)
            #expect(answer.code == "account/not-found")
        }
    }

    @Test func anAuthServiceThatDoesNotAnswerIsNoObjectionToTheToken() async throws {
        try await withStory { story in
            var configuration = Backend.Configuration()
            configuration.accounts = AccountLookup(
                AdminRequests(
                    auth: try WebURL("http://127.0.0.1:1"), projectID: Story.project, transport: try CurlTransport(),
                    trace: story.trace))
            let certificates = CertificateCache(
                url: try WebURL(story.authURL), transport: try CurlTransport(), clock: story.clock, trace: story.trace)
            let backend = Backend(
                serviceAccount: story.account, certificates: certificates, configuration: configuration,
                clock: story.clock, trace: story.trace)
            let answer = await backend.exchange(
                Array("idtoken=\(try story.idToken())".utf8), contentType: "application/x-www-form-urlencoded")
            #expect(answer.status == 503)
            #expect(answer.code == "account/look-up-failed")
            #expect(answer.setCookie == nil)
        }
    }
}
