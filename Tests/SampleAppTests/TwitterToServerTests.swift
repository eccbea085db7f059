import AppFrameworks
import BridgePrimitives
import FirebaseAuthClient
import IdentityProviders
import SampleApp
import SimulatedDevice
import Testing
import Worlds

/// System B: Twitter, a server that knows its users by bearer token, and Twitter's own API.
@Suite("Twitter to server", .timeLimit(.minutes(5)))
@MainActor
struct TwitterToServerTests {
    private func signIn(_ world: World) async throws -> AuthDataResult {
        let browser = try #require(world.device.services.service(InAppBrowser.self))
        browser.person = ScriptedPerson(.signIn(as: "@taro_dev"))
        return try await withCheckedThrowingContinuation { continuation in
            let twitter = TwitterSignIn()
            twitter.signIn { result, error in
                // The object that holds the provider lives as long as this closure.
                withExtendedLifetime(twitter) {}
                continuation.resume(
                    with: result.map { .success($0) } ?? .failure(error ?? AuthErrorCode.internalError))
            }
        }
    }

    @Test func twittersUserIsKnownToTheBackend() async throws {
        try await inApp { world in
            let result = try await signIn(world)
            #expect(result.user.providerData.map(\.providerID) == ["twitter.com"])
            #expect(result.additionalUserInfo?.username == "taro_dev")

            let users = UsersClient(backend: try world.backend)
            #expect(try await users.currentUser().status == 404)
            #expect(try await users.register().status == 201)
            #expect(try await users.register().status == 200)
            let known = try await users.currentUser().user()
            #expect(known.uid == result.user.uid && !known.id.isEmpty)
            #expect(known.name == result.user.displayName)
            try Auth.auth().signOut()
            await #expect(throws: UsersClient.Failure.nobodySignedIn) { try await users.register() }
        }
    }

    @Test func aRefusalsDocumentIsNoUsers() async throws {
        try await inApp { world in
            _ = try await signIn(world)
            let answer = try await UsersClient(backend: try world.backend).currentUser()
            #expect(throws: DecodingError.self) { try answer.user() }
        }
    }

    @Test func aBackendThatIsNotThereIsAnErrorOfURLSessions() async throws {
        try await inApp { world in
            _ = try await signIn(world)
            let backend = try world.backend
            await world.stopBackend()
            let error = await #expect(throws: URLError.self) { try await UsersClient(backend: backend).register() }
            #expect(error?.code == .cannotConnectToHost)
        }
    }

    // MARK: - Twitter's own API

    private func client(
        _ world: World, _ result: AuthDataResult, key: String? = nil, secret: String? = nil
    ) throws -> TwitterAccountClient {
        let consumer = world.providers.twitterConsumer
        return try TwitterAccountClient(
            api: try world.twitter, consumer: (key ?? consumer.key, secret ?? consumer.secret.reveal()),
            signedInBy: result)
    }

    @Test func theAccessTokenOfTheSignInOpensTwittersAPI() async throws {
        try await inApp { world in
            let account = try await client(world, try await signIn(world)).account()
            #expect(account.screen_name == "taro_dev")
            #expect(world.providers.twitter.accounts.contains { $0.id == account.id_str && $0.name == account.name })
        }
    }

    @Test(
        "Another app's key, a wrong secret: refused, with the reason",
        arguments: [
            ("unknown", String?.none, 32, "twitter/consumer-unknown"),
            (nil, "wrong", 32, "twitter/signature-differs"),
            (nil, "", 32, "twitter/signature-differs"),
        ] as [(String?, String?, Int, String)])
    func foreign(key: String?, secret: String?, code: Int, reason: String) async throws {
        try await inApp { world in
            let client = try client(world, try await signIn(world), key: key, secret: secret)
            await #expect(throws: TwitterAccountClient.Failure.refused(status: 401, code: code)) {
                try await client.account()
            }
            #expect(world.reasons.contains(reason))
        }
    }

    @Test func aTokenThatWasRevokedIsRefusedAndTheFirebaseSessionGoesOn() async throws {
        try await inApp { world in
            let client = try client(world, try await signIn(world))
            world.providers.twitter.reset()
            await #expect(throws: TwitterAccountClient.Failure.refused(status: 401, code: 89)) {
                try await client.account()
            }
            #expect(world.reasons.contains("twitter/token-unknown"))
            #expect(try await Auth.auth().currentUser?.getIDToken(forcingRefresh: true) != nil)
        }
    }

    @Test func aSignInWithoutTwitterHasNoAccessToken() async throws {
        try await inApp { world in
            let result = try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
            #expect(throws: TwitterAccountClient.Failure.noAccessToken) { try client(world, result) }
        }
    }
}
