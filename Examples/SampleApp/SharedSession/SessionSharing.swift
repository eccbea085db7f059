public import AppFrameworks
import FirebaseAuthClient

/// Shares the app's session with its web app: a fresh ID token goes to the backend, which answers with a custom token in
/// a cookie, and the cookie goes into the web view.
@MainActor
public final class SessionSharing {
    public enum Failure: Error, Hashable {
        case nobodySignedIn
    }

    private let exchange: SessionExchange

    public init(_ exchange: SessionExchange) { self.exchange = exchange }

    /// - Throws: as ``SessionExchange/cookie(for:)``, and as ``freshToken()``.
    public func share() async throws -> HTTPCookie {
        try await exchange.cookie(for: try await Self.freshToken())
    }

    /// Forces a refresh: a token from memory may have a minute to live, and its claims may be old.
    public static func freshToken() async throws -> String {
        guard let user = Auth.auth().currentUser else { throw Failure.nobodySignedIn }
        return try await withCheckedThrowingContinuation { continuation in
            user.getIDTokenForcingRefresh(true) { idToken, error in
                if let idToken {
                    continuation.resume(returning: idToken)
                } else {
                    continuation.resume(throwing: error ?? Failure.nobodySignedIn)
                }
            }
        }
    }
}
