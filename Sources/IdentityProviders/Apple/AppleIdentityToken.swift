import BridgePrimitives
import Tokens

/// The claims of an identity token, in the order in which Apple writes them.
struct AppleIdentityToken: Sendable {
    static let issuer = "https://appleid.apple.com"
    static let lifetime = Duration.seconds(86_400)

    /// How a claim that is true or false is written; Apple has sent both forms.
    enum BooleanForm: Sendable {
        case boolean, text

        func value(_ isTrue: Bool) -> JSONValue {
            self == .boolean ? .bool(isTrue) : .string(isTrue ? "true" : "false")
        }
    }

    /// What the token vouches for besides the user.
    enum Companion: Sendable {
        case code(String)
        case accessToken(String)
    }

    var grant: AppleSessions.Grant
    var account: AppleAccount
    var consent: AppleSessions.Consent
    var issuedAt: Instant
    var companion: Companion?
    /// Not repeated in tokens of a refresh.
    var includesNonce = true
    var booleans = BooleanForm.boolean

    var payload: JSONObject {
        let issued = issuedAt.secondsSinceEpoch
        var payload = JSONObject([
            ("iss", .string(Self.issuer)), ("aud", .string(grant.clientID)),
            ("exp", .integer((Instant(secondsSinceEpoch: issued) + Self.lifetime).secondsSinceEpoch)),
            ("iat", .integer(issued)), ("sub", .string(account.subject(in: grant.teamID))),
        ])
        if includesNonce, let nonce = grant.nonce { payload["nonce"] = .string(nonce) }
        switch companion {
        case .code(let code): payload["c_hash"] = .string(SHA256Text.leftHalf(of: code))
        case .accessToken(let token): payload["at_hash"] = .string(SHA256Text.leftHalf(of: token))
        case nil: break
        }
        if let email = account.email(told: consent, in: grant.teamID) {
            payload["email"] = .string(email)
            payload["email_verified"] = booleans.value(account.isEmailVerified || consent.hidesEmail)
            if consent.hidesEmail { payload["is_private_email"] = booleans.value(true) }
        }
        payload["auth_time"] = .integer(grant.authTime.secondsSinceEpoch)
        payload["nonce_supported"] = true
        // Native apps are told once, when the account is new to them.
        if grant.isNative, grant.isFirst {
            payload["real_user_status"] = .integer(Int64(account.realUserStatus.rawValue))
        }
        return payload
    }

    /// - Complexity: one RSA private operation.
    func signed(by key: SigningKey) throws(BridgeFailure) -> String {
        let header: JSONValue = ["kid": .string(key.keyID), "alg": "RS256"]
        let message =
            "\(Base64URL.encode(header.bytes())).\(Base64URL.encode(JSONValue.object(payload).bytes()))"
        return "\(message).\(Base64URL.encode(try key.signature(for: Array(message.utf8))))"
    }
}

extension AppleAccount {
    /// The address that a client may know: none without consent, the relay's where the account's own is hidden.
    func email(told consent: AppleSessions.Consent, in team: String) -> String? {
        guard consent.scopes.contains(.email) else { return nil }
        return consent.hidesEmail ? relayAddress(in: team) : email
    }
}
