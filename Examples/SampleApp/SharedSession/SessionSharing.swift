import FirebaseAuthClient

/// Shares the app's session with its web app: a fresh ID token goes to the backend, which answers with a custom token in
/// a cookie, and the cookie goes into the web view.
@MainActor
public final class SessionSharing<Answer: Sendable> {
    public enum Failure: Error, Hashable {
        case nobodySignedIn
    }

    private let post: @Sendable (_ idToken: String) async throws -> Answer

    /// - Parameter post: posts the ID token to the backend and gives what it answers.
    public init(post: @escaping @Sendable (_ idToken: String) async throws -> Answer) { self.post = post }

    /// Forces a refresh: a token from memory may have a minute to live, and its claims may be old.
    public func share() async throws -> Answer {
        try await post(try await freshToken())
    }

    private func freshToken() async throws -> String {
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
