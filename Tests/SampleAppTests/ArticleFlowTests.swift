import AppFrameworks
import BridgePrimitives
import FirebaseAuthClient
import HTTPLoader
import IdentityProviders
import SampleApp
import SimulatedDevice
import Testing
import WebViews
import WorldTestSupport
import Worlds

/// Each article's flow, as the sample app has it, on a world's device and against its services.
@Suite("The articles' flows", .timeLimit(.minutes(5)))
@MainActor
struct ArticleFlowTests {
    /// Runs app code in the process that the world has started.
    private func inApp(_ body: @MainActor (World) async throws -> Void) async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
            try await world.app.run { try await body(world) }
        }
    }

    // MARK: - A: one session, native and web

    @Test func theSessionIsSharedWithAFreshToken() async throws {
        try await inApp { world in
            let sharing = SessionSharing { idToken in idToken }
            await #expect(throws: SessionSharing<String>.Failure.nobodySignedIn) { try await sharing.share() }
            try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
            let first = try await Auth.auth().currentUser?.getIDToken()
            world.clock.advance(by: .seconds(2))
            let shared = try await sharing.share()
            #expect(shared != first)
            #expect(try await Auth.auth().currentUser?.getIDToken() == shared)
        }
    }

    // MARK: - B: Twitter, and a backend that knows users

    @Test func twittersUserIsKnownToTheBackend() async throws {
        try await inApp { world in
            let browser = try #require(world.device.services.service(InAppBrowser.self))
            browser.person = ScriptedPerson(.signIn(as: "@taro_dev"))
            let result: AuthDataResult = try await withCheckedThrowingContinuation { continuation in
                let twitter = TwitterSignIn()
                twitter.signIn { result, error in
                    // The object that holds the provider lives as long as this closure.
                    withExtendedLifetime(twitter) {}
                    continuation.resume(
                        with: result.map { .success($0) } ?? .failure(error ?? AuthErrorCode.internalError))
                }
            }
            #expect(result.user.providerData.map(\.providerID) == ["twitter.com"])
            #expect(result.additionalUserInfo?.username == "taro_dev")

            let users = UsersClient(
                backend: world.addresses.backend, transport: try SharedMaterial.material.get().transport)
            #expect(try await users.currentUser().status == 404)
            #expect(try await users.register().status == 201)
            #expect(try await users.register().status == 200)
            let document = try JSONValue(parsing: try await users.currentUser().body)
            #expect(document["data"]?["attributes"]?["uid"]?.stringValue == result.user.uid)
            try Auth.auth().signOut()
            await #expect(throws: UsersClient.Failure.nobodySignedIn) { try await users.register() }
        }
    }

    // MARK: - C: Sign in with Apple

    @Test func appleTellsNameAndAddressOnce() async throws {
        try await inApp { world in
            let sheet = try #require(world.device.services.service(AppleIDSheet.self))
            sheet.behave(.agree(hidesEmail: true))
            var generator = SystemRandomNumberGenerator()
            let first = AppleSignIn(nonces: { try SignInNonce(using: &generator) })
            let uid = try await first.signIn().user.uid
            #expect(first.firstName == "Taro")
            #expect(first.email?.hasSuffix("@privaterelay.appleid.com") == true)
            try Auth.auth().signOut()

            let second = AppleSignIn(nonces: { try SignInNonce(using: &generator) })
            #expect(try await second.signIn().user.uid == uid)
            #expect(second.firstName == nil && second.email == nil)
        }
    }

    @Test(
        "What the sheet may end with",
        arguments: [
            (AppleIDSheet.Behaviour.cancel, ASAuthorizationError.Code.canceled), (.fail(.failed), .failed),
            (.fail(.unknown), .unknown), (.fail(.invalidResponse), .invalidResponse), (.fail(.notHandled), .notHandled),
        ])
    func appleRefuses(behaviour: AppleIDSheet.Behaviour, code: ASAuthorizationError.Code) async throws {
        try await inApp { world in
            try #require(world.device.services.service(AppleIDSheet.self)).behave(behaviour)
            var generator = SystemRandomNumberGenerator()
            let apple = AppleSignIn(nonces: { try SignInNonce(using: &generator) })
            let error = await #expect(throws: ASAuthorizationError.self) { try await apple.signIn() }
            #expect(error?.code == code)
            #expect(Auth.auth().currentUser == nil)
        }
    }

    // MARK: - D: second factors

    @Test(arguments: ["+819012345678", "+8109012345678"])
    func aPhoneIsEnrolledAndAskedFor(number: String) async throws {
        try await inApp { world in
            let factors = SecondFactors()
            let user = try await factors.register(email: "hanako@example.com", password: "correct-horse")
            try await Auth.auth().applyActionCode(try world.inbox.mailedCode(to: "hanako@example.com"))
            try await user.reload()
            #expect(user.isEmailVerified)
            _ = try await user.getIDToken(forcingRefresh: true)
            try await factors.enroll(phoneNumber: number, displayName: "Mine") { try world.inbox.smsCode(to: $0) }
            #expect(user.multiFactor.enrolledFactors.map(\.displayName) == ["Mine"])

            try Auth.auth().signOut()
            do {
                try await Auth.auth().signIn(withEmail: "hanako@example.com", password: "correct-horse")
                Issue.record("a second factor is missing")
            } catch {
                let result = try await factors.finish(after: error, prefersTOTP: false) { hint in
                    #expect(hint.hasSuffix("5678") && hint != number)
                    return try world.inbox.smsCode(to: hint)
                } totp: {
                    ""
                }
                #expect(result.user.uid == user.uid)
            }
        }
    }

    @Test func anErrorThatIsNoSecondFactorPassesThrough() async throws {
        try await inApp { _ in
            await #expect(throws: AuthErrorCode.wrongPassword) {
                try await SecondFactors().finish(after: AuthErrorCode.wrongPassword, prefersTOTP: false) { _ in
                    ""
                } totp: {
                    ""
                }
            }
        }
    }

    // MARK: - E: the transfer to another team

    @Test(
        "A copy is only good for the app that made it, and for who knows the secret",
        arguments: [
            ("1:12345:ios:0123456789abcdef", "secret", CredentialTransferReason.alreadySignedIn),
            ("1:12345:ios:0123456789abcdef", "other", .copyUnreadable),
            ("1:99999:ios:0123456789abcdef", "secret", .copyUnreadable),
        ])
    func theCopyIsSealed(appID: String, secret: String, outcome: CredentialTransferReason) async throws {
        try await inApp { _ in
            let transfer = CredentialTransfer(googleAppID: "1:12345:ios:0123456789abcdef", secret: "secret")
            #expect(transfer.restore() == .noCopy)
            #expect(transfer.keepCopy() == .nobodyToKeep)
            try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
            #expect(transfer.keepCopy() == .keptCopy)
            let copy = try #require(UserDefaults.standard.data(forKey: CredentialTransfer.key))
            #expect(!String(decoding: copy, as: UTF8.self).contains("taro@example.com"))
            #expect(CredentialTransfer(googleAppID: appID, secret: secret).restore() == outcome)
            #expect(transfer.deleteCopy() == .deletedCopy)
            #expect(transfer.restore() == .noCopy)
        }
    }

    @Test func theCopyIsWrittenBackIntoAnEmptyKeychain() async throws {
        try await inApp { _ in
            let transfer = CredentialTransfer(googleAppID: "1:12345:ios:0123456789abcdef", secret: "secret")
            try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse")
            _ = transfer.keepCopy()
            try Auth.auth().signOut()
            #expect(transfer.restore() == .restored)
            #expect(transfer.restore() == .alreadySignedIn)
        }
    }

    @Test(
        "Bytes that are no copy sign nobody in",
        arguments: [[], [0], Array(repeating: 7, count: 28), Array(repeating: 7, count: 400)] as [[UInt8]])
    func garbage(bytes: [UInt8]) async throws {
        try await inApp { _ in
            UserDefaults.standard.set(Data(bytes), forKey: CredentialTransfer.key)
            let transfer = CredentialTransfer(googleAppID: "1:12345:ios:0123456789abcdef", secret: "secret")
            #expect(transfer.restore() == .copyUnreadable)
        }
    }
}
