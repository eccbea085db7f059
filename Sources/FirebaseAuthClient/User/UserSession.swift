import BridgePrimitives

/// A signed-in user inside the client: profile, tokens, and the refresh that is under way.
final class UserSession: Sendable {
    struct State {
        var profile: UserProfile
        var tokens: SessionTokens
        var refresh: Task<Result<String, AuthError>, Never>?
        /// The app's object for this sign-in, as long as somebody holds it.
        weak var user: User?
    }

    let state: Mutex<State>

    init(profile: UserProfile, tokens: SessionTokens) { state = Mutex(State(profile: profile, tokens: tokens)) }

    var profile: UserProfile { state.withLock { $0.profile } }
    var tokens: SessionTokens { state.withLock { $0.tokens } }
}
