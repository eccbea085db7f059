#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ASWebAuthenticationSession {
    /// Shows a page and waits for its callback: a session as one asynchronous call, for clients that take a closure.
    ///
    /// A cancelled task closes the page.
    /// - Parameter scheme: of the callback, without colon.
    @MainActor
    public static func callback(
        of url: URL, scheme: String, isEphemeral: Bool = false
    ) async -> Result<URL, ASWebAuthenticationSessionError> {
        let presenter = AnyWindow()
        let current = SessionInFlight()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let session = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { url, error in
                    // Held until now: a session holds its presenter weakly.
                    withExtendedLifetime(presenter) {}
                    if let url {
                        continuation.resume(returning: .success(url))
                    } else {
                        let known = error as? ASWebAuthenticationSessionError
                        continuation.resume(returning: .failure(known ?? .init(.canceledLogin)))
                    }
                }
                session.presentationContextProvider = presenter
                session.prefersEphemeralWebBrowserSession = isEphemeral
                session.start()
                current.set(session)
            }
        } onCancel: {
            current.cancel()
        }
    }
}

/// A presenter with nothing but a window.
@MainActor
private final class AnyWindow: ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}
