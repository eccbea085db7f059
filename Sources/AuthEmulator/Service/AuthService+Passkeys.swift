public import BridgePrimitives
import BridgeTrace
import Tokens

/// Passkeys as the Auth Emulator simplifies them: a passkey is an id without a signature. A strict service refuses them.
extension AuthService {
    private static let relyingParty: JSONValue = "localhost"

    /// - Returns: `credentialCreationOptions`, for the platform's request to an authenticator.
    public func startPasskeyEnrollment(idToken: String?, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            try requirePasskeys()
            guard let idToken else { throw AuthRefusal(.missingIDToken) }
            let presented = try present(idToken, in: scope, now: now)
            let account = try store.read(in: scope) { try self.account(for: presented, in: $0) }
            return JSONObject([
                (
                    "credentialCreationOptions",
                    [
                        "rp": ["name": Self.relyingParty, "id": Self.relyingParty],
                        "user": [
                            "id": .string(StandardBase64.encode(Array(account.localID.utf8))),
                            "name": .string(account.email ?? "user@example.com"),
                            "displayName": .string(account.displayName ?? "User"),
                        ],
                        "challenge": passkeyChallenge,
                        // ES256 and RS256.
                        "pubKeyCredParams": [
                            ["type": "public-key", "alg": -7], ["type": "public-key", "alg": -257],
                        ],
                        "timeout": 60_000, "attestation": "none",
                    ]
                )
            ])
        }
    }

    /// - Returns: `localId`, `idToken` and `refreshToken`, without `expiresIn`.
    public func finalizePasskeyEnrollment(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            try requirePasskeys()
            let now = now
            guard let idToken = try body.nonEmptyString("idToken") else { throw AuthRefusal(.missingIDToken) }
            guard let response = try body.object("authenticatorRegistrationResponse") else {
                throw AuthRefusal(.missingAuthenticatorResponse)
            }
            let presented = try present(idToken, in: scope, now: now)
            let name = try body.string(of: "name", "displayName") ?? "Unnamed Passkey"
            let (uid, grant) = try store.write(in: scope) { transaction in
                var account = try account(for: presented, in: transaction)
                let id = try credentialID(in: response)
                guard try transaction.account(passkey: id) == nil else {
                    throw AuthRefusal(.credentialAlreadyInUse, uid: account.localID)
                }
                account.passkeys = (account.passkeys ?? []) + [Passkey(credentialID: id, name: name)]
                account.lastRefreshAt = now
                let grant = try grantSession(account, SignInMethod("passkey"), in: scope, now: now, in: transaction)
                try transaction.update(account)
                return (account.localID, grant)
            }
            record(AccountEvent(.updated, uid: uid, provider: "passkey"))
            var reply = JSONObject([("localId", .string(uid))])
            try issue(grant).write(to: &reply, withExpiry: false)
            return reply
        }
    }

    /// - Returns: `credentialRequestOptions`, for whichever passkey the user has.
    public func startPasskeySignIn(in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            try requirePasskeys()
            return JSONObject([
                (
                    "credentialRequestOptions",
                    ["challenge": passkeyChallenge, "rpId": Self.relyingParty, "userVerification": "required"]
                )
            ])
        }
    }

    /// Signs in; no second factor is asked for.
    ///
    /// - Returns: `idToken` and `refreshToken`, without `expiresIn`.
    public func finalizePasskeySignIn(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            try requirePasskeys()
            let now = now
            guard let response = try body.object("authenticatorAuthenticationResponse") else {
                throw AuthRefusal(.missingAuthenticatorResponse)
            }
            let id = try credentialID(in: response)
            let grant = try store.write(in: scope) { transaction in
                guard var account = try transaction.account(passkey: id) else { throw AuthRefusal(.passkeyNotFound) }
                guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                (account.lastLoginAt, account.lastRefreshAt) = (now, now)
                try transaction.update(account)
                return try grantSession(account, SignInMethod("passkey"), in: scope, now: now, in: transaction)
            }
            record(AccountEvent(.signedIn, uid: grant.claims.uid, provider: "passkey"))
            var reply = JSONObject()
            try issue(grant).write(to: &reply, withExpiry: false)
            return reply
        }
    }

    private func requirePasskeys() throws(AuthRefusal) {
        guard enforces(.passkeysRefused) else { return }
        throw AuthRefusal(.notSimulated, "Passkeys are not verified. Use lenient mode, or another way to sign in.")
    }

    /// In base64. Nothing remembers it, as nothing ties an emulator's end to its start.
    private var passkeyChallenge: JSONValue {
        .string(StandardBase64.encode(Array(unguessableText("passkey-challenge", count: 32).utf8)))
    }

    /// Any text: it is compared and never decoded.
    private func credentialID(in response: WireBody) throws(AuthRefusal) -> String {
        guard let id = try response.nonEmptyString("id") else { throw AuthRefusal(.invalidCredentialID) }
        return id
    }
}
