public import BridgePrimitives

/// A user of the backend: whoever came once with an ID token that is good.
public struct RegisteredUser: Hashable, Sendable {
    /// What the ID token, and the app, say of somebody who registers.
    public struct Profile: Hashable, Sendable {
        /// The token's subject: 1 to 128 UTF-16 code units, any characters.
        public var uid: String
        public var name: String?
        public var email: String?
        public var picture: String?
        /// `twitter.com`, `password` …; as the token has it.
        public var signInProvider: String?

        public init(
            uid: String, name: String? = nil, email: String? = nil, picture: String? = nil,
            signInProvider: String? = nil
        ) {
            (self.uid, self.name, self.email) = (uid, name, email)
            (self.picture, self.signInProvider) = (picture, signInProvider)
        }
    }

    /// From 1, in the order of registration.
    public let id: Int64
    public let profile: Profile
    public let createdAt: Instant

    public init(id: Int64, profile: Profile, createdAt: Instant) {
        (self.id, self.profile, self.createdAt) = (id, profile, createdAt)
    }
}
