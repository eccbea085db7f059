import Reasons

/// As whom the auth service answers.
public enum Strictness: String, CaseIterable, Sendable {
    /// As production: signatures, expiry, recent sign-in and revocation count.
    case strict
    /// As the Firebase Auth Emulator: tokens never expire and nobody's signature is looked at.
    case lenient
}

/// How ID tokens leave the service.
public enum TokenForm: String, CaseIterable, Sendable {
    /// RS256, with a key that the service publishes.
    case signed
    /// `alg` none with an empty third part: the only form that some Admin SDKs take from an emulator.
    case unsigned

    /// The form that a service gives out unless it is told otherwise.
    package static func usual(for strictness: Strictness) -> TokenForm {
        StrictnessRule.tokensSigned.isEnforced(by: strictness) ? .signed : .unsigned
    }
}

/// On whose authority a request comes.
public enum AuthCaller: String, Sendable {
    /// An API key, and perhaps an ID token in the body.
    case user
    /// `Authorization: Bearer owner`, as Admin SDKs send it to an emulator, or an access token.
    case admin
}
