import BridgePrimitives
import Tokens

/// A sign-in as a function is told of it: the claims of the token that it is called with.
struct FunctionEvent: Sendable {
    let kind: BlockingEvent
    /// The account as it is about to be stored.
    let account: Account
    /// The rows of `provider_data`, which are not always the account's.
    let identities: [ProviderIdentity]
    /// `password`, `emailLink`, `phone`, or a provider's id.
    let method: String
    /// `phone` or `totp`, where a second factor has just been proven.
    var secondFactor: String?
    var provider: VerifiedProvider?
    let scope: AuthScope

    /// How long a function may take the token for, in seconds.
    private static let lifetime: Int64 = 600
    /// What the emulator says of a client that it does not look at; and what this service says, which looks neither.
    private static let client = (
        userAgent: "NotYetSupportedInFirebaseAuthEmulator", address: "127.0.0.1", locale: "en"
    )

    /// - Parameters:
    ///   - uri: the function's, which is the token's audience.
    ///   - id: of the event, 16 characters of base64url.
    func claims(
        projectID: String, uri: String, id: String, forwarding functions: BlockingFunctions,
        inventsAccessToken: Bool, now: Instant
    ) -> JSONObject {
        let issued = now.secondsSinceEpoch
        var claims = JSONObject([
            ("iss", .string(IDTokenClaims.issuer(of: projectID))), ("aud", .string(uri)), ("iat", .integer(issued)),
            ("exp", .integer(issued + Self.lifetime)), ("event_id", .string(id)),
            ("event_type", .string(kind.rawValue)), ("user_agent", .string(Self.client.userAgent)),
            ("ip_address", .string(Self.client.address)), ("locale", .string(Self.client.locale)),
            ("sub", .string(account.localID)), ("sign_in_method", .string(method)),
        ])
        claims["sign_in_second_factor"] = secondFactor.map { .string($0) }
        claims["tenant_id"] = scope.tenantID.map { .string($0) }
        claims["user_record"] = .object(userRecord)
        guard let provider else { return claims }
        claims["raw_user_info"] = provider.rawUserInfo.map { .string($0.text()) }
        claims["sign_in_attributes"] = provider.attributes.map { .string($0.text()) }
        if functions.forwardsIDToken { claims["oauth_id_token"] = provider.credential.idToken.map { .string($0) } }
        if functions.forwardsAccessToken {
            claims["oauth_access_token"] =
                provider.accessToken(inventsOne: inventsAccessToken).map { .string($0) }
            claims["oauth_token_secret"] = provider.credential.oauthTokenSecret.map { .string($0) }
        }
        return claims
    }

    private var userRecord: JSONObject {
        var record = JSONObject([("uid", .string(account.localID))])
        record["email"] = account.email.map { .string($0) }
        record["email_verified"] = account.emailVerified.map { .bool($0) }
        record["display_name"] = account.displayName.map { .string($0) }
        record["photo_url"] = account.photoURL.map { .string($0) }
        record["disabled"] = account.disabled.map { .bool($0) }
        record["phone_number"] = account.phoneNumber.map { .string($0) }
        record["custom_claims"] =
            account.customAttributes.flatMap { try? JSONValue(parsing: $0) } ?? .object(JSONObject())
        record["tenant_id"] = scope.tenantID.map { .string($0) }
        record["provider_data"] = .array(identities.map { .object(Self.row($0)) })
        if let factors = account.secondFactors, !factors.isEmpty {
            record["multi_factor"] = ["enrolled_factors": .array(factors.map { .object(Self.row($0)) })]
        }
        var metadata = JSONObject([("creation_time", .integer(account.createdAt.millisecondsSinceEpoch))])
        metadata["last_sign_in_time"] = account.lastLoginAt.map { .integer($0.millisecondsSinceEpoch) }
        record["metadata"] = .object(metadata)
        return record
    }

    private static func row(_ identity: ProviderIdentity) -> JSONObject {
        var row = JSONObject([("provider_id", .string(identity.providerID)), ("uid", .string(identity.rawID))])
        row["email"] = identity.email.map { .string($0) }
        row["display_name"] = identity.displayName.map { .string($0) }
        row["photo_url"] = identity.photoURL.map { .string($0) }
        row["phone_number"] = identity.phoneNumber.map { .string($0) }
        return row
    }

    private static func row(_ factor: SecondFactor) -> JSONObject {
        var row = factor.wireForm(hidesNumber: true)
        for name in ["phoneInfo", "totpInfo"] { row[name] = nil }
        row = JSONObject(row.map { (Self.factorNames[$0.name] ?? $0.name, $0.value) })
        row["phone_number"] = factor.phoneNumber.map { .string($0) }
        row["factor_id"] = .string(factor.name)
        return row
    }

    private static let factorNames = [
        "mfaEnrollmentId": "uid", "displayName": "display_name", "enrolledAt": "enrollment_time",
    ]
}
