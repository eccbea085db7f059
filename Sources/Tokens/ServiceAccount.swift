public import BridgePrimitives

/// A service account: who vouches for uids in custom tokens, and with which key.
public struct ServiceAccount: Sendable {
    /// The address: issuer and subject of the custom tokens.
    public let email: String
    public let projectID: String
    public let key: SigningKey

    public init(email: String, projectID: String, key: SigningKey) {
        (self.email, self.projectID, self.key) = (email, projectID, key)
    }

    /// The account that Firebase makes for a project's Admin SDK, with a key of our own.
    public init(projectID: String, key: SigningKey) {
        self.init(email: "firebase-adminsdk@\(projectID).iam.gserviceaccount.com", projectID: projectID, key: key)
    }

    /// Reads the JSON file that Google's console gives out.
    ///
    /// - Parameter json: an object with `type` service_account, `project_id`, `client_email`, `private_key` (PEM) and,
    ///   if it has one, `private_key_id`; other members are ignored.
    /// - Throws: `token/unreadable-service-account` naming the member, `token/unreadable-key`.
    public init(json: JSONValue) throws(BridgeFailure) {
        func member(_ name: String) throws(BridgeFailure) -> String {
            guard let text = json[name]?.stringValue, !text.isEmpty else {
                throw BridgeFailure(
                    KeyReason.unreadableServiceAccount,
                    cause: "the service account has no text under \"\(name)\"")
            }
            return text
        }
        guard try member("type") == "service_account" else {
            throw BridgeFailure(
                KeyReason.unreadableServiceAccount,
                cause: "\"type\" is not service_account")
        }
        self.init(
            email: try member("client_email"), projectID: try member("project_id"),
            key: try SigningKey(pem: Secret(try member("private_key")), keyID: json["private_key_id"]?.stringValue))
    }

    /// The account in the form of such a file.
    public var json: Secret<JSONValue> {
        Secret([
            "type": "service_account", "project_id": .string(projectID), "private_key_id": .string(key.keyID),
            "private_key": .string(key.pem.reveal()), "client_email": .string(email),
            "client_id": .string(clientID), "auth_uri": "https://accounts.google.com/o/oauth2/auth",
            "token_uri": "https://oauth2.googleapis.com/token",
            "auth_provider_x509_cert_url": "https://www.googleapis.com/oauth2/v1/certs",
            "universe_domain": "googleapis.com",
            "client_x509_cert_url": .string("https://www.googleapis.com/robot/v1/metadata/x509/" + email),
        ])
    }

    /// 21 digits, as Google's are; some clients refuse a file without it, none uses it.
    var clientID: String {
        let digits = key.keyID.utf8.map { String($0 % 10) }.joined()
        return "1" + String((digits + "00000000000000000000").prefix(20))
    }

    /// Mints a custom token of this account.
    ///
    /// - Throws: a ``TokenReason`` when an Admin SDK would refuse to mint; `token/signing-failed`.
    /// - Complexity: one RSA private operation.
    public func customToken(
        uid: String, issuedAt: Instant, developerClaims: JSONObject? = nil, tenantID: String? = nil
    ) throws -> String {
        let claims = try CustomTokenClaims(
            serviceAccount: email, uid: uid, issuedAt: issuedAt, developerClaims: developerClaims, tenantID: tenantID)
        return try TokenMint.customToken(claims, key: key)
    }
}
