import AuthEmulator
import FirebaseAuthClient
import Foundation
import Testing

/// What ``SignInViewModel`` does, against the real service.
@Suite("Client: an app's own code", .timeLimit(.minutes(5)))
@MainActor
struct AppCodeTests {
    @Test func signsUpListensAndSignsOut() async throws {
        try await Fixture.lend { fixture in
            try await fixture.run { environment in
                FirebaseApp.configure()
                let model = SignInViewModel()
                model.start()
                await environment.settle()
                await finish(model) { model.signUp(email: "hanako@example.com", password: "secret") }
                #expect(model.message == "sent")
                await environment.settle()
                let uid = try #require(Auth.auth().currentUser?.uid)
                #expect(Auth.auth().currentUser?.displayName == "Hanako")
                #expect(try fixture.service.account(localID: uid)?.displayName == "Hanako")
                #expect(try !fixture.mailedCode(to: "hanako@example.com").isEmpty)
                #expect(try await model.idToken()?.isEmpty == false)
                model.signOut()
                await environment.settle()
                #expect(model.seen == [nil, uid, nil])
                model.stop()
                await finish(model) { model.signUp(email: "hanako@example.com", password: "secret") }
                #expect(model.message == "taken")
                await finish(model) { model.signUp(email: "jiro@example.com", password: "x") }
                #expect(model.message == "weak")
                await environment.settle()
                #expect(model.seen.count == 3)  // nobody listens any more
            }
        }
    }

    @Test func enrollsAPhoneAndSignsInWithIt() async throws {
        try await Fixture.lend { fixture in
            try await fixture.run { _ in
                FirebaseApp.configure()
                let model = SignInViewModel()
                try await model.register(email: "hanako@example.com", password: "secret")
                let uid = try #require(model.uid)
                await #expect(throws: AuthErrorCode.unverifiedEmail) {
                    try await model.startEnrollment(phoneNumber: "+819012345678")
                }
                try fixture.verifyEmail(of: uid)
                let id = try await model.startEnrollment(phoneNumber: "+819012345678")
                let code = try fixture.sms(to: "+819012345678")
                try await model.finishEnrollment(verificationID: id, verificationCode: code)
                #expect(Auth.auth().currentUser?.multiFactor.enrolledFactors.map(\.displayName) == ["My phone"])
                model.signOut()
                model.uid = nil
                await model.signIn(email: "hanako@example.com", password: "secret") { number in
                    #expect(number == "+********5678")
                    return try fixture.sms(to: "+819012345678")
                }
                #expect(model.uid == uid && model.message.isEmpty)
            }
        }
    }

    @Test func comesBackFromTwittersPage() async throws {
        try await Fixture.lend(.lenient) { fixture in
            try await fixture.run(presenter: fixture.browser()) { _ in
                FirebaseApp.configure()
                let model = SignInViewModel()
                await finish(model) { model.signInWithTwitter() }
                #expect(model.message == "token")
                let user = try #require(Auth.auth().currentUser)
                #expect(user.uid == model.uid && user.providerData.map(\.providerID) == ["twitter.com"])
            }
        }
    }

    @Test func signsInWithApple() async throws {
        try await Fixture.lend(.lenient) { fixture in
            try await fixture.run { _ in
                FirebaseApp.configure()
                let model = SignInViewModel()
                await finish(model) {
                    model.signInWithApple(idTokenString: #"{"sub":"001.abc","email":"a@example.com"}"#, nonce: "n")
                }
                #expect(model.uid == Auth.auth().currentUser?.uid && model.uid != nil)
                await finish(model) { model.signInWithApple(idTokenString: "garbage", nonce: "n") }
                #expect(model.message == "17004")
            }
        }
    }

    /// Starts what ends with the model's callback, and waits for it.
    private func finish(_ model: SignInViewModel, _ start: () -> Void) async {
        await withCheckedContinuation { continuation in
            model.onFinish = {
                model.onFinish = {}
                continuation.resume()
            }
            start()
        }
    }
}
