/// The checks that a verifier makes.
public enum TokenChecks: String, Sendable {
    /// All that Firebase's servers and Admin SDKs check.
    case strict
    /// What the Auth Emulator, or an Admin SDK that talks to it, checks: no signature and no times.
    /// What strict checks would have refused is kept with the accepted token.
    case lenient
}
