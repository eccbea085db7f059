import BridgePrimitives
import FirebaseAuthClient
import Foundation
import Testing

@Suite("Client: what is printed by accident", .timeLimit(.minutes(5)))
struct SecretsTests {
    private func texts(_ value: Any) -> String {
        var text = "\(value) \(String(reflecting: value)) \([value])"
        dump(value, to: &text)
        return text
    }

    @Test func nothingThatSignsInIsPrinted() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let result = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse")
            let (token, refresh) = (try await result.user.getIDToken(), try #require(result.user.refreshToken))
            let provider = PhoneAuthProvider.provider(auth: auth)
            let printed: [Any] = [
                auth, result, result.user, try await result.user.getIDTokenResult(), result.user.multiFactor,
                try await result.user.multiFactor.session(),
                EmailAuthProvider.credential(withEmail: "a@example.com", password: "SECRET-password"),
                EmailAuthProvider.credential(withEmail: "a@example.com", link: "https://a/?oobCode=SECRET-code"),
                OAuthProvider.credential(withProviderID: "apple.com", idToken: "SECRET-id", rawNonce: "SECRET-nonce"),
                TwitterAuthProvider.credential(withToken: "SECRET-token", secret: "SECRET-secret"),
                PhoneMultiFactorGenerator.assertion(
                    with: provider.credential(withVerificationID: "id", verificationCode: "SECRET-sms")),
                TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "id", oneTimePassword: "SECRET-otp"),
            ]
            for value in printed {
                let text = texts(value)
                #expect(
                    !text.contains("SECRET") && !text.contains(token) && !text.contains(refresh), "\(type(of: value))")
            }
        }
    }
}
