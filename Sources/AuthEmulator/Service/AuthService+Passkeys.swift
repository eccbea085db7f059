public import BridgePrimitives
import BridgeTrace
import Tokens

/// Passkeys: lenient as the emulator simplifies them, where ids are compared; strict as a relying party of WebAuthn.
extension AuthService {
    /// Whose passkeys they are.
    static let relyingParty = PasskeyRelyingParty(id: "localhost")

    /// - Returns: `credentialCreationOptions`, for the platform's request to an authenticator.
    public func startPasskeyEnrollment(idToken: String?, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            guard let idToken else { throw AuthRefusal(.missingIDToken) }
            let presented = try present(idToken, in: scope, now: now)
            let (account, challenge) = try store.write(in: scope) { transaction in
                let account = try self.account(for: presented, in: transaction)
                return (account, try passkeyChallenge(for: account.localID, now: now, in: transaction))
            }
            return JSONObject([
                (
                    "credentialCreationOptions",
                    [
                        "rp": ["name": .string(Self.relyingParty.id), "id": .string(Self.relyingParty.id)],
                        "user": [
                            "id": .string(StandardBase64.encode(Array(account.localID.utf8))),
                            "name": .string(account.email ?? "user@example.com"),
                            "displayName": .string(account.displayName ?? "User"),
                        ],
                        "challenge": .string(challenge),
                        "pubKeyCredParams": [
                            ["type": "public-key", "alg": .integer(PasskeyPublicKey.Algorithm.es256)],
                            ["type": "public-key", "alg": .integer(PasskeyPublicKey.Algorithm.rs256)],
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
            let now = now
            guard let idToken = try body.nonEmptyString("idToken") else { throw AuthRefusal(.missingIDToken) }
            guard let response = try body.object("authenticatorRegistrationResponse") else {
                throw AuthRefusal(.missingAuthenticatorResponse)
            }
            let presented = try present(idToken, in: scope, now: now)
            let name = try body.string(of: "name", "displayName") ?? "Unnamed Passkey"
            let (uid, grant) = try store.write(in: scope) { transaction -> Result<(String, TokenGrant), AuthRefusal> in
                var account = try account(for: presented, in: transaction)
                let answer = try PasskeyAnswer(response, isDecoded: enforces(.passkeysVerified))
                return try registered(answer, response, by: account.localID, now: now, in: transaction)
                    .keepingChanges { credential in
                        guard try transaction.account(passkey: answer.id) == nil else {
                            throw AuthRefusal(.credentialAlreadyInUse, uid: account.localID)
                        }
                        account.passkeys =
                            (account.passkeys ?? [])
                            + [Passkey(credentialID: answer.id, name: name, credential: credential)]
                        account.lastRefreshAt = now
                        let grant = try grantSession(
                            account, SignInMethod("passkey"), in: scope, now: now, in: transaction)
                        try transaction.update(account)
                        return (account.localID, grant)
                    }
            }.get()
            record(AccountEvent(.updated, uid: uid, provider: "passkey"))
            var reply = JSONObject([("localId", .string(uid))])
            try issue(grant).write(to: &reply, withExpiry: false)
            return reply
        }
    }

    /// - Returns: `credentialRequestOptions`, for whichever passkey the user has.
    public func startPasskeySignIn(in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            let challenge = try store.write(in: scope) { try passkeyChallenge(for: nil, now: now, in: $0) }
            return JSONObject([
                (
                    "credentialRequestOptions",
                    [
                        "challenge": .string(challenge), "rpId": .string(Self.relyingParty.id),
                        "userVerification": "required",
                    ]
                )
            ])
        }
    }

    /// Signs in; no second factor is asked for.
    ///
    /// - Returns: `idToken` and `refreshToken`, without `expiresIn`.
    public func finalizePasskeySignIn(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            guard let response = try body.object("authenticatorAuthenticationResponse") else {
                throw AuthRefusal(.missingAuthenticatorResponse)
            }
            let answer = try PasskeyAnswer(response, isDecoded: enforces(.passkeysVerified))
            let grant = try store.write(in: scope) { transaction -> Result<TokenGrant, AuthRefusal> in
                guard var account = try transaction.account(passkey: answer.id),
                    let position = account.passkeys?.firstIndex(where: { $0.credentialID == answer.id })
                else { throw AuthRefusal(.passkeyNotFound) }
                let passkey = account.passkeys?[position].credential
                return try asserted(answer, response, by: account.localID, passkey, now: now, in: transaction)
                    .keepingChanges { credential in
                        guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                        account.passkeys?[position].credential = credential
                        (account.lastLoginAt, account.lastRefreshAt) = (now, now)
                        try transaction.update(account)
                        return try grantSession(
                            account, SignInMethod("passkey"), in: scope, now: now, in: transaction)
                    }
            }.get()
            record(AccountEvent(.signedIn, uid: grant.claims.uid, provider: "passkey"))
            var reply = JSONObject()
            try issue(grant).write(to: &reply, withExpiry: false)
            return reply
        }
    }

    // MARK: - Verifying

    /// The challenge in base64. Only a strict service remembers it: nothing ties an emulator's end to its start.
    private func passkeyChallenge(
        for localID: String?, now: Instant, in transaction: AccountTransaction
    ) throws -> String {
        let letters = Array(unguessableText("passkey-challenge", count: 32).utf8)
        let challenge = PasskeyChallenge(text: StandardBase64.encode(letters), createdAt: now, localID: localID)
        if enforces(.passkeysVerified) { try transaction.insert(challenge) }
        return challenge.text
    }

    /// The key of a registration; nil from a lenient service, which keeps none.
    private func registered(
        _ answer: PasskeyAnswer, _ response: WireBody, by localID: String, now: Instant,
        in transaction: AccountTransaction
    ) throws -> Result<PasskeyRelyingParty.Credential?, AuthRefusal> {
        guard enforces(.passkeysVerified) else { return .success(nil) }
        let clientData = try PasskeyAnswer.bytes("clientDataJson", of: response)
        return try challenge(in: clientData, for: localID, now: now, in: transaction).keepingChanges { challenge in
            let registration = PasskeyRelyingParty.Registration(
                credentialID: answer.bytes, clientData: clientData,
                attestationObject: try PasskeyAnswer.bytes("attestationObject", of: response))
            return try PasskeyAnswer.judged(uid: localID) { () throws(PasskeyReason) in
                try Self.relyingParty.verify(registration, challenge: challenge)
            }
        }
    }

    /// What is kept of a passkey after a sign-in with it.
    private func asserted(
        _ answer: PasskeyAnswer, _ response: WireBody, by localID: String,
        _ known: PasskeyRelyingParty.Credential?, now: Instant, in transaction: AccountTransaction
    ) throws -> Result<PasskeyRelyingParty.Credential?, AuthRefusal> {
        guard enforces(.passkeysVerified) else { return .success(known) }
        let clientData = try PasskeyAnswer.bytes("clientDataJson", of: response)
        return try challenge(in: clientData, for: nil, now: now, in: transaction).keepingChanges { challenge in
            let assertion = PasskeyRelyingParty.Assertion(
                credentialID: answer.bytes, clientData: clientData,
                authenticatorData: try PasskeyAnswer.bytes("authenticatorData", of: response),
                signature: try PasskeyAnswer.bytes("signature", of: response),
                userHandle: try response.object("response")?.nonEmptyString("userHandle").map {
                    StandardBase64.decode($0) ?? []
                })
            return try PasskeyAnswer.judged(uid: localID) { () throws(PasskeyReason) in
                guard let known else { throw .noPublicKey }
                return try Self.relyingParty.verify(
                    assertion, by: known, of: Array(localID.utf8), challenge: challenge)
            }
        }
    }

    /// The challenge that was given out for this, used up by being answered, whatever comes of the answer.
    private func challenge(
        in clientData: [UInt8], for localID: String?, now: Instant, in transaction: AccountTransaction
    ) throws -> Result<[UInt8], AuthRefusal> {
        let told = try PasskeyAnswer.judged(uid: localID) { () throws(PasskeyReason) in
            try PasskeyRelyingParty.challenge(in: clientData)
        }
        guard let known = try transaction.handle(PasskeyChallenge.self, StandardBase64.encode(told)),
            known.localID == localID, now < known.createdAt + PasskeyChallenge.lifetime
        else { throw PasskeyAnswer.refusal(.otherChallenge, uid: localID) }
        try transaction.consume(known)
        return .success(told)
    }
}

/// What an authenticator answered, as far as both kinds of services read it.
private struct PasskeyAnswer {
    /// The credential's id, as accounts are found by it.
    let id: String
    let bytes: [UInt8]

    /// - Parameter isDecoded: whether the id is base64, of either alphabet; else it is any text.
    init(_ response: WireBody, isDecoded: Bool) throws(AuthRefusal) {
        guard let text = try response.nonEmptyString("id") else { throw AuthRefusal(.invalidCredentialID) }
        guard isDecoded else {
            (id, bytes) = (text, [])
            return
        }
        guard let bytes = StandardBase64.decode(text), !bytes.isEmpty, bytes.count <= AuthenticatorData.idLimit else {
            throw AuthRefusal(.invalidCredentialID)
        }
        (id, self.bytes) = (Base64URL.encode(bytes), bytes)
    }

    /// A member of the answer's `response`, base64 of either alphabet; what is missing is told as what is malformed.
    ///
    /// - Parameter name: in camel case, as all members are read: `clientDataJSON` is `clientDataJson`.
    static func bytes(_ name: String, of response: WireBody) throws(AuthRefusal) -> [UInt8] {
        let text = try response.object("response")?.string(name) ?? ""
        guard let bytes = StandardBase64.decode(text) else {
            throw AuthRefusal(.invalidAuthenticatorResponse, "\(name) is no base64.")
        }
        return bytes
    }

    static func judged<Value>(
        uid: String?, _ body: () throws(PasskeyReason) -> Value
    ) throws(AuthRefusal) -> Value {
        do { return try body() } catch { throw refusal(error, uid: uid) }
    }

    static func refusal(_ reason: PasskeyReason, uid: String?) -> AuthRefusal {
        AuthRefusal(.invalidAuthenticatorResponse, reason.meaning, causes: [reason.code], uid: uid)
    }
}
