/// The result of an authorisation.
public final class ASAuthorization: Sendable {
    /// What an app asks to be told.
    public struct Scope: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        public static let fullName = Scope("full_name")
        public static let email = Scope("email")
    }

    public let provider: any ASAuthorizationProvider
    /// An ``ASAuthorizationAppleIDCredential`` here.
    public let credential: any ASAuthorizationCredential

    init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
        (self.provider, self.credential) = (provider, credential)
    }
}

/// A provider of authorisations.
public protocol ASAuthorizationProvider: AnyObject, Sendable {}

/// What an authorisation gives; each provider has its own type.
public protocol ASAuthorizationCredential: AnyObject, Sendable {}

/// How sure Apple is that a person holds the device.
public enum ASUserDetectionStatus: Int, Sendable {
    case unsupported = 0, unknown, likelyReal
}
