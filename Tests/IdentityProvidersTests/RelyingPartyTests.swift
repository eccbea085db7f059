import BridgePrimitives
import Crypto
import HTTPLoader
import Listening
import Testing

@testable import IdentityProviders

/// An app's server against the simulated providers, over HTTP.
@Suite("Relying parties", .timeLimit(.minutes(5)))
struct RelyingPartyTests {
    private let transport: CurlTransport
    private static let callback = TwitterFixture.callback

    init() throws { transport = try CurlTransport() }

    // MARK: - Twitter

    private func twitter(
        _ fixture: TwitterFixture, as consumer: TwitterConsumer = TwitterFixture.consumer, at origin: String,
        seed: UInt64 = 3
    ) throws -> TwitterRelyingParty {
        TwitterRelyingParty(
            consumer: consumer, api: try WebURL(origin), transport: transport, clock: fixture.clock,
            ids: IdentitySource(seed: seed))
    }

    @Test func twitterInThreeSteps() async throws {
        let fixture = TwitterFixture()
        try await withListener(fixture.api, name: "twitter") { bound in
            let party = try twitter(fixture, at: bound.origin)
            let (request, page) = try await party.requestToken(callback: Self.callback)
            #expect(page == "\(bound.origin)/oauth/authenticate?oauth_token=\(request.token)")
            let verifier = try fixture.verifier(for: request.token)
            let access = try await party.accessToken(request, verifier: verifier)
            #expect(
                fixture.provider.profile(oauthToken: access.token, secret: access.secret.reveal())
                    == .known(fixture.taro))
            // A request token is good once.
            await #expect(throws: RelyingFailure.refused([TwitterReason.tokenUnknown.code])) {
                _ = try await party.accessToken(request, verifier: verifier)
            }
        }
    }

    @Test func twitterSaysNo() async throws {
        let fixture = TwitterFixture()
        let wrong = TwitterConsumer(key: TwitterFixture.consumer.key, secret: Secret("wrong"), name: "x")
        try await withListener(fixture.api, name: "twitter") { bound in
            let party = try twitter(fixture, at: bound.origin)
            await #expect(throws: RelyingFailure.refused([TwitterReason.callbackNotApproved.code])) {
                _ = try await party.requestToken(callback: "https://elsewhere.example.com/")
            }
            let forger = try twitter(fixture, as: wrong, at: bound.origin, seed: 4)  // nonces of its own
            await #expect(throws: RelyingFailure.refused([TwitterReason.signatureDiffers.code])) {
                _ = try await forger.requestToken(callback: Self.callback)
            }
            let (request, _) = try await party.requestToken(callback: Self.callback)
            await #expect(throws: RelyingFailure.refused([TwitterReason.notAuthorized.code])) {
                _ = try await party.accessToken(request, verifier: "early")
            }
            _ = fixture.choose(request.token, [("deny", "1")])
            await #expect(throws: RelyingFailure.refused([TwitterReason.denied.code])) {
                _ = try await party.accessToken(request, verifier: "denied")
            }
            let (second, _) = try await party.requestToken(callback: Self.callback)
            _ = try fixture.verifier(for: second.token)
            await #expect(throws: RelyingFailure.refused([TwitterReason.verifierDiffers.code])) {
                _ = try await party.accessToken(second, verifier: "guessed")
            }
        }
    }

    @Test func nobodyListens() async throws {
        let fixture = TwitterFixture()
        // A port that was somebody's a moment ago may be somebody else's by now; this one is nobody's.
        await #expect(throws: RelyingFailure.unreachable(TransportReason.couldNotConnect.code)) {
            _ = try await twitter(fixture, at: "http://127.0.0.1:1").requestToken(callback: Self.callback)
        }
    }

    // MARK: - Apple

    private func apple(_ clients: AppleClients, _ body: (AppleProvider, AppleRelyingParty) async throws -> Void)
        async throws
    {
        let clock = WorldClock.frozen(at: AppleFixture.start)
        let ids = IdentitySource(seed: 7)
        let provider = AppleProvider(
            accounts: AppleAccount.samples(from: ids), clients: clients, key: try AppleFixture.keys.get().current,
            ids: ids)
        try await withListener(AppleAPI(provider, clock: clock), name: "apple") { bound in
            let party = AppleRelyingParty(
                clientID: AppleFixture.web, teamID: AppleFixture.team, api: try WebURL(bound.origin),
                transport: transport, clock: clock)
            try await body(provider, party)
        }
    }

    @Test func appleWithACode() async throws {
        try await apple(.anyone(teamID: AppleFixture.team)) { provider, party in
            let page = try WebURL(
                party.page(callback: Self.callback, state: "s", nonce: "hash", scopes: ["name", "email"]))
            #expect(page.path == "/auth/authorize")
            let request = try AppleAuthorizationRequest(
                ProviderForm((page.query ?? "").utf8), clients: provider.clients)
            #expect(request.responseMode == .formPost && request.state == "s" && request.nonce == "hash")
            let reply = try provider.decide(
                .agree(accountID: provider.accounts[0].id, hidesEmail: false),
                ticket: provider.open(request, now: AppleFixture.start).ticket, now: AppleFixture.start)
            let code = try #require(reply.fields.first { $0.0 == "code" }?.1)
            await #expect(throws: RelyingFailure.refused([AppleReason.redirectURIDiffers.code])) {
                _ = try await party.identityToken(code: code, callback: "https://elsewhere.example.com/")
            }
            let token = try await party.identityToken(code: code, callback: Self.callback)
            let verdict = provider.verifyIDToken(
                token.reveal(), nonce: .hashed("hash"), audiences: [AppleFixture.web], now: AppleFixture.start)
            #expect(verdict.verified?.subject == provider.accounts[0].subject(in: AppleFixture.team))
            await #expect(throws: RelyingFailure.refused([AppleReason.codeAlreadyUsed.code])) {
                _ = try await party.identityToken(code: code, callback: Self.callback)
            }
        }
    }

    /// A registered client's secrets need the key that Apple knows.
    @Test func appleSaysNo() async throws {
        let key = try AppleClientKey(id: "KEY1234567", pem: AppleFixture.secretKey.publicKey.pemRepresentation)
        let client = AppleClient(id: AppleFixture.web, teamID: AppleFixture.team, secretKey: key)
        try await apple(.registered([client])) { _, party in
            await #expect(throws: RelyingFailure.refused([AppleReason.clientSecretNoKeyID.code])) {
                _ = try await party.identityToken(code: "c", callback: Self.callback)
            }
        }
    }
}
