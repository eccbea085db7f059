public import BridgePrimitives

/// A user as the auth service keeps it.
public struct Account: Hashable, Sendable {
    /// The uid, `localId` on the wire: 1 to 128 characters.
    public let localID: String
    /// Lower-cased; unique.
    public var email: String?
    /// Nil when nobody ever said, as for users without an address.
    public var emailVerified: Bool?
    public var displayName: String?
    public var photoURL: String?
    /// Unique.
    public var phoneNumber: String?
    /// Nil when nobody ever said; the wire leaves it out then.
    public var disabled: Bool?
    public var password: StoredPassword?
    public var passwordUpdatedAt: Instant?
    /// Tokens that were issued before are revoked; whole seconds.
    public var validSince: Instant?
    public var createdAt: Instant
    public var lastLoginAt: Instant?
    public var lastRefreshAt: Instant?
    /// Custom claims: the text of a JSON object, as an administrator sent it.
    public var customAttributes: String?
    /// Whether a custom token signed this user in once.
    public var customAuth = false
    public var emailLinkSignin = false
    /// The first address, once it was changed.
    public var initialEmail: String?
    /// Identities at other providers, at most one for each; `password` and `phone` are derived, never stored.
    public var identities: [ProviderIdentity] = []
    /// The providers of all rows in the order in which they came, as the store knows it; nil when there never was a row.
    /// What has changed since shows in ``allIdentities``.
    var providerOrder: [String]?
    /// Nil when there never were any: clients refresh their list only when the member is there.
    public var secondFactors: [SecondFactor]?
    /// Nil until there was a first one.
    public var passkeys: [Passkey]?
    /// `screenName`, `language`, `timeZone`, `dateOfBirth`: only providers and imports say these.
    public var profile = JSONObject()

    /// Members of ``profile``.
    static let profileNames = ["screenName", "language", "timeZone", "dateOfBirth"]

    public init(localID: String, createdAt: Instant) { (self.localID, self.createdAt) = (localID, createdAt) }

    public var isDisabled: Bool { disabled ?? false }

    /// All identities in the order in which they came, with those that follow from the account: `password` while there
    /// is an address and a way to sign in with it, `phone` while there is a number.
    public var allIdentities: [ProviderIdentity] {
        let rows = unorderedIdentities
        guard let providerOrder, rows.map(\.providerID) != providerOrder else { return rows }
        let known = providerOrder.compactMap { id in rows.first { $0.providerID == id } }
        return known + rows.filter { !providerOrder.contains($0.providerID) }
    }

    /// Those of providers first.
    var unorderedIdentities: [ProviderIdentity] {
        var all = identities
        if let email, password != nil || emailLinkSignin {
            all.append(
                ProviderIdentity(
                    providerID: "password", rawID: email, federatedID: email, email: email, displayName: displayName,
                    photoURL: photoURL))
        }
        if let phoneNumber {
            all.append(ProviderIdentity(providerID: "phone", rawID: phoneNumber, phoneNumber: phoneNumber))
        }
        return all
    }
}

/// Who a user is at one identity provider.
public struct ProviderIdentity: Hashable, Sendable {
    /// `google.com`, `apple.com`, `password`, `phone` …
    public let providerID: String
    /// The user's id there; unique for each provider.
    public let rawID: String
    public var federatedID: String?
    public var email: String?
    public var displayName: String?
    public var photoURL: String?
    public var screenName: String?
    public var phoneNumber: String?

    public init(
        providerID: String, rawID: String, federatedID: String? = nil, email: String? = nil, displayName: String? = nil,
        photoURL: String? = nil, screenName: String? = nil, phoneNumber: String? = nil
    ) {
        (self.providerID, self.rawID, self.federatedID, self.email) = (providerID, rawID, federatedID, email)
        (self.displayName, self.photoURL) = (displayName, photoURL)
        (self.screenName, self.phoneNumber) = (screenName, phoneNumber)
    }
}
