import BridgePrimitives
import FirebaseAuthClient
import Foundation
import HTTPLoader
import Testing

@Suite("Client: completions", .timeLimit(.minutes(5)))
@MainActor
struct CompletionTests {
    typealias Done = @MainActor ((any Error)?) -> Void
    typealias Call = @MainActor @Sendable (Auth, User, @escaping Done) -> Void

    private static let credential = EmailAuthProvider.credential(withEmail: "a@example.com", password: "x")

    /// Every call that takes a completion, each of which must fail when the service is gone.
    static let calls: [(String, Call)] = [
        ("createUser", { auth, _, done in auth.createUser(withEmail: "a@a", password: "x") { _, e in done(e) } }),
        ("signIn(withEmail:)", { auth, _, done in auth.signIn(withEmail: "a@a", password: "x") { _, e in done(e) } }),
        (
            "signIn(withEmail:link:)",
            { auth, _, done in
                auth.signIn(withEmail: "a@a", link: "https://a/?mode=signIn&oobCode=c") { _, e in done(e) }
            }
        ),
        ("signIn(with:)", { auth, _, done in auth.signIn(with: credential) { _, e in done(e) } }),
        ("signIn(withCustomToken:)", { auth, _, done in auth.signIn(withCustomToken: "x") { _, e in done(e) } }),
        ("signInAnonymously", { auth, _, done in auth.signInAnonymously { _, e in done(e) } }),
        ("sendPasswordReset", { auth, _, done in auth.sendPasswordReset(withEmail: "a@a") { done($0) } }),
        (
            "confirmPasswordReset",
            { auth, _, done in auth.confirmPasswordReset(withCode: "c", newPassword: "p") { done($0) } }
        ),
        ("checkActionCode", { auth, _, done in auth.checkActionCode("c") { _, e in done(e) } }),
        ("verifyPasswordResetCode", { auth, _, done in auth.verifyPasswordResetCode("c") { _, e in done(e) } }),
        ("applyActionCode", { auth, _, done in auth.applyActionCode("c") { done($0) } }),
        ("fetchSignInMethods", { auth, _, done in auth.fetchSignInMethods(forEmail: "a@a") { _, e in done(e) } }),
        ("updateCurrentUser", { auth, _, done in auth.updateCurrentUser(nil) { done($0) } }),
        ("revokeToken", { auth, _, done in auth.revokeToken(withAuthorizationCode: "c") { done($0) } }),
        ("getIDTokenForcingRefresh", { _, user, done in user.getIDTokenForcingRefresh(true) { _, e in done(e) } }),
        (
            "getIDTokenResult",
            { _, user, done in user.getIDTokenResult(forcingRefresh: true) { _, e in done(e) } }
        ),
        ("reload", { _, user, done in user.reload { done($0) } }),
        ("delete", { _, user, done in user.delete { done($0) } }),
        ("updateEmail", { _, user, done in user.updateEmail(to: "b@b") { done($0) } }),
        ("updatePassword", { _, user, done in user.updatePassword(to: "another") { done($0) } }),
        ("sendEmailVerification", { _, user, done in user.sendEmailVerification { done($0) } }),
        (
            "sendEmailVerification(beforeUpdatingEmail:)",
            { _, user, done in user.sendEmailVerification(beforeUpdatingEmail: "b@b") { done($0) } }
        ),
        (
            "link",
            { _, user, done in
                user.link(with: TwitterAuthProvider.credential(withToken: "1-a", secret: "s")) { _, e in done(e) }
            }
        ),
        ("unlink", { _, user, done in user.unlink(fromProvider: "password") { _, e in done(e) } }),
        ("reauthenticate", { _, user, done in user.reauthenticate(with: credential) { _, e in done(e) } }),
        (
            "commitChanges",
            { _, user, done in
                let request = user.createProfileChangeRequest()
                request.displayName = "x"
                request.commitChanges { done($0) }
            }
        ),
        ("unenroll", { _, user, done in user.multiFactor.unenroll(withFactorUID: "f") { done($0) } }),
        (
            "verifyPhoneNumber",
            { auth, _, done in
                PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+819012345678", uiDelegate: nil) { _, e in
                    done(e)
                }
            }
        ),
        (
            "getCredentialWith",
            { auth, _, done in
                let provider = OAuthProvider(providerID: "twitter.com", auth: auth)
                provider.getCredentialWith(nil) { _, e in
                    withExtendedLifetime(provider) {}
                    done(e)
                }
            }
        ),
    ]

    @Test func areCalledOnceOnTheMainActorWithTheError() async throws {
        try await Fixture.lend { fixture in
            for (name, call) in Self.calls {
                try await fixture.run { environment in
                    FirebaseApp.configure()
                    let auth = Auth.auth()
                    // The stored user of the loop before is gone with its process's memory, not from the keychain.
                    let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
                    auth.useEmulator(withHost: "127.0.0.1", port: 1)
                    var errors: [(any Error)?] = []
                    call(auth, user) { error in
                        // Not the thread: on Linux the main queue moves to another once `main` waits.
                        MainActor.assertIsolated()
                        #expect(FirebaseEnvironment.current === environment, "\(name)")
                        errors.append(error)
                    }
                    await environment.settle()
                    #expect(errors.count == 1 && errors.first is AuthError, "\(name): \(errors)")
                }
            }
        }
    }

    /// Without a completion the call is made all the same.
    @Test func areOptional() async throws {
        try await Fixture.lend { fixture in
            try await fixture.run { environment in
                FirebaseApp.configure()
                startWithoutCompletion()
                await environment.settle()
                #expect(Auth.auth().currentUser?.uid == "taro")
            }
        }
    }

    private func startWithoutCompletion() {
        Auth.auth().signIn(withEmail: "taro@example.com", password: "correct-horse")
    }
}
