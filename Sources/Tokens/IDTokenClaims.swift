public import BridgePrimitives

/// What an ID token of the auth service says.
public struct IDTokenClaims: Hashable, Sendable {
    /// The second factor that was used, and its enrolment.
    public struct SecondFactor: Hashable, Sendable {
        /// `phone` or `totp`.
        public let kind: String
        /// The `mfaEnrollmentId`.
        public let identifier: String

        public init(kind: String, identifier: String) { (self.kind, self.identifier) = (kind, identifier) }
    }

    static let issuerPrefix = "https://securetoken.google.com/"

    public var projectID: String
    public var uid: String
    /// When the user signed in; kept by refreshed tokens.
    public var authTime: Instant
    public var issuedAt: Instant
    /// Whole seconds; an hour in production.
    public var lifetime: Duration
    /// `password`, `anonymous`, `custom`, `phone`, `google.com` …
    public var signInProvider: String
    public var name: String?
    public var picture: String?
    public var email: String?
    public var emailVerified: Bool?
    public var phoneNumber: String?
    /// Ids by provider, in the order in which they are written: `email`, `phone`, `google.com` …
    public var identities: JSONObject
    public var secondFactor: SecondFactor?
    public var tenantID: String?
    /// What a SAML or OIDC provider said.
    public var signInAttributes: JSONValue?
    /// The account's stored claims.
    public var customAttributes: JSONObject
    /// Claims of this session, from its custom token; they win over the account's.
    public var sessionClaims: JSONObject

    public init(
        projectID: String, uid: String, authTime: Instant, issuedAt: Instant, lifetime: Duration = .seconds(3600),
        signInProvider: String, name: String? = nil, picture: String? = nil, email: String? = nil,
        emailVerified: Bool? = nil, phoneNumber: String? = nil, identities: JSONObject = JSONObject(),
        secondFactor: SecondFactor? = nil, tenantID: String? = nil, signInAttributes: JSONValue? = nil,
        customAttributes: JSONObject = JSONObject(), sessionClaims: JSONObject = JSONObject()
    ) {
        (self.projectID, self.uid, self.authTime, self.issuedAt) = (projectID, uid, authTime, issuedAt)
        (self.lifetime, self.signInProvider) = (lifetime, signInProvider)
        (self.name, self.picture, self.email, self.emailVerified) = (name, picture, email, emailVerified)
        (self.phoneNumber, self.identities, self.secondFactor) = (phoneNumber, identities, secondFactor)
        (self.tenantID, self.signInAttributes) = (tenantID, signInAttributes)
        (self.customAttributes, self.sessionClaims) = (customAttributes, sessionClaims)
    }

    /// The issuer of a project's ID tokens.
    public static func issuer(of projectID: String) -> String { issuerPrefix + projectID }

    /// The payload in the service's order: profile, the account's claims, the session's, then what none of them may
    /// override. Members that are not set are left out, and so are custom claims under a protected name.
    public var payload: JSONObject {
        var payload = JSONObject()
        payload["name"] = name.map { .string($0) }
        payload["picture"] = picture.map { .string($0) }
        for claims in [customAttributes, sessionClaims] {
            for (name, value) in claims where !Self.protectedNames.contains(name) { payload[name] = value }
        }
        let issued = issuedAt.secondsSinceEpoch
        payload["iss"] = .string(Self.issuer(of: projectID))
        payload["aud"] = .string(projectID)
        payload["auth_time"] = .integer(authTime.secondsSinceEpoch)
        payload["user_id"] = .string(uid)
        payload["sub"] = .string(uid)
        payload["iat"] = .integer(issued)
        payload["exp"] = .integer((Instant(secondsSinceEpoch: issued) + lifetime).secondsSinceEpoch)
        payload["email"] = email.map { .string($0) }
        payload["email_verified"] = emailVerified.map { .bool($0) }
        payload["phone_number"] = phoneNumber.map { .string($0) }
        payload["provider_id"] = signInProvider == "anonymous" ? "anonymous" : nil
        payload["firebase"] = .object(firebase)
        return payload
    }

    private var firebase: JSONObject {
        var firebase = JSONObject([
            ("identities", .object(identities)), ("sign_in_provider", .string(signInProvider)),
        ])
        firebase["sign_in_second_factor"] = (secondFactor?.kind).map { .string($0) }
        firebase["second_factor_identifier"] = (secondFactor?.identifier).map { .string($0) }
        firebase["tenant"] = tenantID.map { .string($0) }
        firebase["sign_in_attributes"] = signInAttributes
        return firebase
    }

    private static let protectedNames: Set<String> = [
        "iss", "aud", "auth_time", "user_id", "sub", "iat", "exp", "email", "email_verified", "phone_number",
        "provider_id", "firebase",
    ]
}
