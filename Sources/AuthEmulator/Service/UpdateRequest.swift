public import BridgePrimitives

/// `accounts:update`.
public struct UpdateRequest: Sendable {
    public var idToken: String?
    public var localID: String?
    public var email: String?
    public var password: Secret<String>?
    public var displayName: String?
    public var photoURL: String?
    public var phoneNumber: String?
    public var emailVerified: Bool?
    public var disableUser: Bool?
    /// The text of a JSON object; empty for none.
    public var customAttributes: String?
    /// Seconds since the epoch; users' own sessions end now, whatever it says.
    public var validSince: Int64?
    /// Milliseconds since the epoch.
    public var createdAt: Int64?
    /// Milliseconds since the epoch.
    public var lastLoginAt: Int64?
    public var deleteAttributes: Set<String> = []
    public var deleteProviders: Set<String> = []
    public var linkedIdentity: WireBody?
    public var oobCode: String?
    public var deletePasskeys: Set<String> = []
    /// What replaces all second factors; nil to leave them, empty to clear them.
    public var secondFactors: [WireBody]?
    /// A member that is there and that the service does not do anything with.
    var unsupportedMember: String?

    static let attributes = [
        "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
        "RAW_USER_INFO",
    ]

    public init() {}

    public init(_ body: WireBody) throws(AuthRefusal) {
        idToken = try body.nonEmptyString("idToken")
        localID = try body.nonEmptyString("localId")
        email = try body.nonEmptyString("email")
        password = try body.nonEmptyString("password").map { Secret($0) }
        displayName = try body.string("displayName")
        photoURL = try body.string("photoUrl")
        phoneNumber = try body.nonEmptyString("phoneNumber")
        emailVerified = try body.bool("emailVerified")
        disableUser = try body.bool("disableUser")
        customAttributes = try body.string("customAttributes")
        validSince = try body.integer("validSince")
        createdAt = try body.integer("createdAt")
        lastLoginAt = try body.integer("lastLoginAt")
        deleteAttributes = Set(try body.enumerations("deleteAttribute", schema: Self.attributes))
        deleteProviders = Set(try body.strings("deleteProvider"))
        linkedIdentity = try body.object("linkProviderUserInfo")
        oobCode = try body.nonEmptyString("oobCode")
        deletePasskeys = Set(try body.strings("deletePasskey"))
        secondFactors = try body.object("mfa")?.objects("enrollments")
        unsupportedMember = ["provider", "upgradeToFederatedLogin"].first { body.contains($0) }
    }
}

extension UpdateRequest {
    /// Whether it changes a credential: the email address or the password.
    var changesCredentials: Bool {
        email != nil || password != nil || !deleteAttributes.isDisjoint(with: ["EMAIL", "PASSWORD"])
    }
}
