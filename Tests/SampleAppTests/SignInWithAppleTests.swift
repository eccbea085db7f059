import AppFrameworks
import AuthEmulator
import FirebaseAuthClient
import SampleApp
import SimulatedDevice
import Testing
import Worlds

/// System C: nonce, sheet, Firebase's credential.
@Suite("Sign in with Apple", .timeLimit(.minutes(5)))
@MainActor
struct SignInWithAppleTests {
    @Test func appleTellsNameAndAddressOnce() async throws {
        try await inApp { world in
            let sheet = try #require(world.device.services.service(AppleIDSheet.self))
            sheet.behave(.agree(hidesEmail: true))
            let first = AppleSignIn()
            let uid = try await first.signIn().user.uid
            #expect(first.firstName == "Taro")
            #expect(first.email?.hasSuffix("@privaterelay.appleid.com") == true)
            try Auth.auth().signOut()

            let second = AppleSignIn()
            #expect(try await second.signIn().user.uid == uid)
            #expect(second.firstName == nil && second.email == nil)
        }
    }

    @Test(
        "What the sheet may end with",
        arguments: [
            (AppleIDSheet.Behaviour.cancel, ASAuthorizationError.Code.canceled, "apple-sheet/cancelled"),
            (.fail(.failed), .failed, "apple-sheet/scripted"), (.fail(.unknown), .unknown, "apple-sheet/scripted"),
            (.fail(.invalidResponse), .invalidResponse, "apple-sheet/scripted"),
            (.fail(.notHandled), .notHandled, "apple-sheet/scripted"),
        ])
    func appleRefuses(
        behaviour: AppleIDSheet.Behaviour, code: ASAuthorizationError.Code, reason: String
    ) async throws {
        try await inApp { world in
            try #require(world.device.services.service(AppleIDSheet.self)).behave(behaviour)
            let apple = AppleSignIn()
            let error = await #expect(throws: ASAuthorizationError.self) { try await apple.signIn() }
            #expect(error?.code == code)
            #expect(world.reasons.contains(reason))
            #expect(Auth.auth().currentUser == nil)
        }
    }

    // MARK: - The nonce

    @Test(arguments: [0, 1, 15, 16, 17, 32, 256])
    func aNonceHasTheLengthThatWasAskedFor(length: Int) async throws {
        try await inApp { _ in
            let (one, other) = (try RandomNonce.make(length: length), try RandomNonce.make(length: length))
            #expect(one.utf8.count == length)
            #expect(one != other || length < 2)
            #expect(
                one.utf8.allSatisfy {
                    "0123456789ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz-._".utf8.contains($0)
                })
        }
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),  // FIPS 180-2, B.1
    ])
    func theHashIsLowerCaseHexadecimal(text: String, hash: String) { #expect(RandomNonce.sha256(text) == hash) }

    @Test("A generator that fails is an error, no stop of the app and no nonce of zeros")
    func noRandomBytes() async throws {
        try await inApp { world in
            world.device.services.provide(DeviceRandomness.failing)
            let error = await #expect(throws: RandomNonce.Failure.self) { try await AppleSignIn().signIn() }
            #expect(error?.status != errSecSuccess)
            #expect(Auth.auth().currentUser == nil)
            // Nobody was asked.
            #expect(!world.reasons.contains { $0.hasPrefix("apple-sheet/") })
        }
    }

    // MARK: - The window

    @Test func theWindowIsAskedForOnce() async throws {
        try await inApp { world in
            let apple = AppleSignIn()
            _ = try await apple.signIn()
            #expect(apple.anchorsGiven == 1)
            #expect(!world.reasons.contains("apple-sheet/no-anchor"))
        }
    }

    /// An app whose controller has no presentationContextProvider.
    private final class Windowless: ASAuthorizationControllerDelegate {
        private var end: CheckedContinuation<Void, any Error>?

        func signIn() async throws {
            let request = ASAuthorizationAppleIDProvider().createRequest()
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            try await withCheckedThrowingContinuation { continuation in
                end = continuation
                controller.performRequests()
            }
        }

        func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
        ) {
            end?.resume()
        }

        func authorizationController(
            controller: ASAuthorizationController, didCompleteWithError error: any Error
        ) {
            end?.resume(throwing: error)
        }
    }

    @Test func withoutAWindowTheSystemTakesOneAndTheTraceSaysSo() async throws {
        try await inApp { world in
            try await Windowless().signIn()
            #expect(world.reasons.contains("apple-sheet/no-anchor"))
        }
    }

    // MARK: - The console

    @Test func aProviderThatIsSwitchedOffSignsNobodyIn() async throws {
        try await inApp { world in
            try world.authService.disableProvider("apple.com")
            let apple = AppleSignIn()
            let error = await #expect(throws: AuthError.self) { try await apple.signIn() }
            #expect(error?.authCode == .operationNotAllowed && error?.serverCode == "OPERATION_NOT_ALLOWED")
            // Apple's half went well, and the name is told no second time.
            #expect(apple.firstName == "Taro")
            #expect(world.reasons.contains("client/operation-not-allowed"))
            #expect(Auth.auth().currentUser == nil)
        }
    }
}
