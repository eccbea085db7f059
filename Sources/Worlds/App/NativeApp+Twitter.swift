import AppFrameworks
import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import HTTPLoader
import IdentityProviders
import SampleApp
import Scenarios
import SimulatedDevice

/// The result that a completion handler was called with, if it was called.
private final class Outcome: Sendable {
    let value = Mutex<Result<AuthDataResult, any Error>?>(nil)
}

// Signing in with Twitter, and what the app then asks Twitter itself.
extension NativeApp {
    func signInWithTwitter(_ signIn: SignIn) async throws {
        let account = "@" + (signIn.email ?? "taro_dev")
        let browser = installedApp.device.services.service(InAppBrowser.self)
        browser?.person =
            switch signIn.person {
            case .agrees, .hidesEmail: ScriptedPerson(.signIn(as: account))
            case .declines: ScriptedPerson(.deny)
            case .cancels, .fails: ScriptedPerson(.close)
            }
        let outcome = Outcome()
        let twitter = await TwitterSignIn(keepsProvider: signIn.keepsProvider)
        await run {
            await twitter.signIn { result, error in
                outcome.value.withLock {
                    $0 = result.map { .success($0) } ?? .failure(error ?? AuthErrorCode.internalError)
                }
            }
        }
        // A completion that is never called is what a released provider looks like.
        await environment.settle()
        guard let result = outcome.value.withLock({ $0 }) else {
            throw StepFailure(step: "sign-in", ClientReason.providerReleased)
        }
        let signedIn = try result.get()
        state.withLock { $0.twitterResult = signedIn }
    }

    /// Asks Twitter's API who the user is. Firebase keeps no access token: the app has the sign-in's as long as its process
    /// has kept the result.
    func askTwitter(with key: TwitterKey, of consumer: TwitterConsumer) async throws(StepFailure) {
        let step = "ask-twitter"
        try requireProcess(for: step)
        let (before, result) = (trace.mark, state.withLock(\.twitterResult))
        do {
            guard let result, auth.currentUser?.uid == result.user.uid else {
                throw TwitterAccountClient.Failure.noAccessToken
            }
            guard let api = URL(string: addresses.providers.twitter.origin) else { throw URLError(.badURL) }
            let client = try TwitterAccountClient(
                api: api, consumer: Self.consumer(key, consumer), signedInBy: result)
            _ = try await run { try await client.account() }
        } catch TwitterAccountClient.Failure.noAccessToken {
            throw StepFailure(step: step, AppReason.noAccessToken)
        } catch TwitterAccountClient.Failure.refused(let status, let code) {
            throw StepFailure(
                step: step, because: refusals(since: before), AppReason.twitterRefused,
                message: "Twitter answered \(status)" + (code.map { " with its code \($0)" } ?? ""))
        } catch {
            throw StepFailure(step: step, error)
        }
    }

    private static func consumer(_ key: TwitterKey, _ own: TwitterConsumer) -> (key: String, secret: String) {
        switch key {
        case .own: (own.key, own.secret.reveal())
        case .other: ("another-apps-key", "another-apps-secret")
        case .wrongSecret: (own.key, "no-secret-of-this-app")
        }
    }

    /// Twitter itself says a number, which several mistakes share; what it means is in the trace.
    private func refusals(since mark: Int) -> [ReasonCode] {
        trace.events.dropFirst(mark).last { event in
            event.reasons.contains { $0.rawValue.hasPrefix("twitter/") }
        }?.reasons ?? []
    }
}
