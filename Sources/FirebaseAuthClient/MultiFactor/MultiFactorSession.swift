import BridgePrimitives

/// What a second factor is shown for: enrolling it, or finishing a sign-in.
public final class MultiFactorSession: Sendable {
    enum Stage: Sendable {
        /// The user's ID token when the session was made.
        case enrollment(idToken: Secret<String>)
        /// What the first factor gave.
        case signIn(pendingCredential: Secret<String>)
    }

    let stage: Stage

    init(_ stage: Stage) { self.stage = stage }
}
