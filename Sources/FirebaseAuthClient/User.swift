import BridgePrimitives

/// A signed-in user: a handle that stays valid, and tells what is known now.
public struct User: Sendable {
    let core: AuthCore
    let session: UserSession

    public var uid: String { session.profile.uid }
    public var profile: UserProfile { session.profile }
    public var email: String? { session.profile.email }
    public var displayName: String? { session.profile.displayName }

    /// A token that other services believe, from memory while it is young enough.
    ///
    /// Callers that come while a refresh is under way wait for that one. An error that means the end of the session
    /// (disabled, deleted, revoked) signs the user out.
    /// - Parameter forcingRefresh: whether to ask the service in any case, for new claims say.
    public func idToken(forcingRefresh: Bool = false) async throws(AuthError) -> String {
        try await core.idToken(of: session, forcingRefresh: forcingRefresh)
    }

    /// Fetches the profile again.
    public func reload() async throws(AuthError) { try await core.reload(session) }

    /// Deletes the account, and signs out.
    public func delete() async throws(AuthError) { try await core.delete(session) }
}

extension User: Equatable {
    /// The same sign-in of the same user.
    public static func == (a: Self, b: Self) -> Bool { a.session === b.session }
}
