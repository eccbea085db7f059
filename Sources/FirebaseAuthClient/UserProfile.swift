public import BridgePrimitives

/// What `accounts:lookup` says of a user, as the client keeps it.
public struct UserProfile: Hashable, Sendable {
    public let uid: String
    public var email: String?
    public var isEmailVerified = false
    public var displayName: String?
    public var photoURL: String?
    public var phoneNumber: String?
    /// Whether the user has neither a password nor an identity anywhere.
    public var isAnonymous = false
    /// `password`, `google.com` …
    public var providerIDs: [String] = []
    public var creationDate: Instant?
    public var lastSignInDate: Instant?

    init(uid: String) { self.uid = uid }

    /// Reads `users[0]`; times count only when they are strings, as in the SDKs. Returns nil without a `localId`.
    init?(_ user: JSONValue, signInProvider: String?) {
        guard let uid = user["localId"]?.stringValue, !uid.isEmpty else { return nil }
        self.uid = uid
        email = user["email"]?.stringValue
        isEmailVerified = user["emailVerified"]?.boolValue ?? false
        displayName = user["displayName"]?.stringValue
        photoURL = user["photoUrl"]?.stringValue
        phoneNumber = user["phoneNumber"]?.stringValue
        providerIDs = (user["providerUserInfo"]?.arrayValue ?? []).compactMap { $0["providerId"]?.stringValue }
        isAnonymous = signInProvider == "anonymous" && email == nil && user["passwordHash"] == nil
        creationDate = Self.date(user["createdAt"])
        lastSignInDate = Self.date(user["lastLoginAt"])
    }

    private static func date(_ value: JSONValue?) -> Instant? {
        value?.stringValue.flatMap { Int64($0) }.map { Instant(millisecondsSinceEpoch: $0) }
    }
}
