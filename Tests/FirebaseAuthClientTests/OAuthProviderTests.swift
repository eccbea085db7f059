import AuthEmulator
import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import Foundation
import HTTPLoader
import SimulatedDevice
import TestSupport
import Testing

@Suite("Client: a provider's web page", .timeLimit(.minutes(5)))
struct OAuthProviderTests {
    /// The page is shown until the test says how it ends.
    final class HeldPage: Sendable {
        private struct State {
            var page: WebPresentation?
            var continuation: CheckedContinuation<Result<String, WebPresentationFailure>, Never>?
        }
        private let state = Mutex(State())

        var presenter: WebPresenter {
            { page in
                await withCheckedContinuation { continuation in
                    self.state.withLock { $0 = State(page: page, continuation: continuation) }
                }
            }
        }

        /// The page that is shown, once one is.
        func page() async throws -> WebPresentation {
            try await waitUntil("the page") { state.withLock { $0.page != nil } }
            return try #require(state.withLock { $0.page })
        }

        func end(_ result: Result<String, WebPresentationFailure>) {
            let continuation = state.withLock { state in
                defer { state = State() }
                return state.continuation
            }
            continuation?.resume(returning: result)
        }

        /// The callback that fits the page.
        static func callback(for page: WebPresentation, link: String = "http://localhost/x?id_token=t") -> String {
            let event = page.url.components(separatedBy: "eventId=")[1].prefix { $0 != "&" }
            let inner = "http://localhost/__/auth/callback?link=\(PercentEncoding.encode(link))&eventId=\(event)"
            return "\(page.callbackScheme)://firebaseauth/link?deep_link_id=\(PercentEncoding.encode(inner))"
        }
    }

    @MainActor final class Outcome {
        nonisolated init() {}
        var calls = 0
        var credential: AuthCredential?
        var error: NSError?
    }

    private func lend(_ body: (Fixture, FirebaseEnvironment, HeldPage) async throws -> Void) async throws {
        try await Fixture.lend(.lenient) { fixture in
            let page = HeldPage()
            try await fixture.run(presenter: page.presenter) { environment in
                FirebaseApp.configure()
                try await body(fixture, environment, page)
            }
        }
    }

    @Test func thePageIsTheServicesHandlerWithTheAppsNames() async throws {
        try await lend { fixture, environment, held in
            let provider = OAuthProvider(providerID: "twitter.com")
            provider.customParameters = ["lang": "ja", "force_login": "true"]
            provider.scopes = ["a", "b"]
            async let credential = provider.credential(with: nil)
            let page = try await held.page()
            #expect(page.url.hasPrefix("\(fixture.host.origin)/emulator/auth/handler?apiKey=AIzaSy-test&"))
            #expect(page.callbackScheme == "com.googleusercontent.apps.77-abc" && page.providerID == "twitter.com")
            for item in [
                "authType=signInWithRedirect", "ibi=com.example.shop", "providerId=twitter.com", "scopes=a%2Cb",
                "clientId=77-abc.apps.googleusercontent.com",
                "customParameters=%7B%22force_login%22%3A%22true%22%2C%22lang%22%3A%22ja%22%7D",
            ] { #expect(page.url.contains(item)) }
            held.end(.success(HeldPage.callback(for: page)))
            let found = try await credential
            #expect(found.provider == "twitter.com")
        }
    }

    /// The sign-in does not keep its provider: an app that does not either never hears of it again.
    @Test(arguments: [(true, 1), (false, 0)])
    func theAppMustKeepTheProvider(keeps: Bool, calls: Int) async throws {
        try await lend { fixture, environment, held in
            let outcome = Outcome()
            var provider: OAuthProvider? = OAuthProvider(providerID: "twitter.com")
            provider?.getCredentialWith(nil) { credential, error in
                outcome.calls += 1
                outcome.credential = credential
            }
            let page = try await held.page()
            if !keeps { provider = nil }
            held.end(.success(HeldPage.callback(for: page)))
            await environment.settle()
            #expect(await outcome.calls == calls)
            let reasons = fixture.trace.events.flatMap(\.reasons).map(\.rawValue)
            #expect(reasons.contains("client/provider-released") == !keeps)
            withExtendedLifetime(provider) {}
        }
    }

    @Test(arguments: [
        (
            Result<String, WebPresentationFailure>.failure(.cancelled), AuthErrorCode.webContextCancelled,
            ClientReason?.none
        ),
        (.failure(.failed("no connection")), .webSignInUserInteractionFailure, nil),
        (.success(""), .webSignInUserInteractionFailure, .foreignCallback),  // no URL at all
        // another app's
        (.success("other://firebaseauth/link?deep_link_id=x"), .webSignInUserInteractionFailure, .foreignCallback),
        (
            .success("com.googleusercontent.apps.77-abc://firebaseauth/link"), .webSignInUserInteractionFailure,
            .foreignCallback
        ),
        // another sign-in's event
        (
            .success("com.googleusercontent.apps.77-abc://firebaseauth/link?deep_link_id=http%3A%2F%2Fa%2F%3Flink%3Dx"),
            .webSignInUserInteractionFailure, .foreignCallback
        ),
        (
            .success(
                "com.googleusercontent.apps.77-abc://firebaseauth/link?deep_link_id="
                    + "http%3A%2F%2Fa%2F%3FfirebaseError%3D"
                    + PercentEncoding.encode(PercentEncoding.encode(#"{"code":"auth/internal-error","message":"m"}"#))),
            .webInternalError, nil
        ),
    ])
    func thePageCanFail(
        result: Result<String, WebPresentationFailure>, code: AuthErrorCode, reason: ClientReason?
    ) async throws {
        try await lend { _, environment, held in
            let outcome = Outcome()
            let provider = OAuthProvider(providerID: "twitter.com")
            provider.getCredentialWith(nil) { credential, error in
                (outcome.credential, outcome.error) = (credential, error as NSError?)
            }
            _ = try await held.page()
            held.end(result)
            await environment.settle()
            #expect(await outcome.error?.code == code.rawValue)
            let reasons = await (outcome.error as? AuthError)?.reasons ?? []
            #expect(reasons.filter { $0 == ClientReason.foreignCallback.code } == (reason.map { [$0.code] } ?? []))
            #expect(await outcome.credential == nil)
            withExtendedLifetime(provider) {}
        }
    }

    @Test func withoutAPresenterNothingIsShown() async throws {
        try await Fixture.lend(.lenient) { fixture in
            try await fixture.run { _ in
                FirebaseApp.configure()
                let error = try await authError {
                    try await OAuthProvider(providerID: "twitter.com").credential(with: nil)
                }
                #expect(error?.reasons.last == ClientReason.noPresenter.code, "\(error?.reasons ?? [])")
            }
        }
    }

    @Test func onePageAtATime() async throws {
        try await lend { _, _, held in
            let provider = OAuthProvider(providerID: "twitter.com")
            async let first = provider.credential(with: nil)
            let page = try await held.page()
            let error = try await authError { try await provider.credential(with: nil) }
            #expect(error?.authCode == .webContextAlreadyPresented)
            held.end(.success(HeldPage.callback(for: page)))
            _ = try await first
        }
    }

    @Test func anAppWithoutTheSchemeWouldNotGetBack() async throws {
        var bundle = Fixture.bundle
        bundle.urlSchemes = ["shop"]
        try await Fixture.lend(.lenient, bundle: bundle) { fixture in
            try await fixture.run(presenter: fixture.browser()) { _ in
                FirebaseApp.configure()
                let error = try await authError {
                    try await OAuthProvider(providerID: "twitter.com").credential(with: nil)
                }
                #expect(error?.authCode == .internalError)
                #expect(error?.message.contains("com.googleusercontent.apps.77-abc") == true)
            }
        }
    }
}
