public import BridgePrimitives
import BridgeTrace
import Tokens

/// Passkeys as the emulator simplifies them: ids are compared, no signature is checked.
extension AuthService {
    public func startPasskeyEnrollment(idToken: String?, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            guard let idToken else { throw AuthRefusal(.missingIDToken) }
            let presented = try present(idToken, in: scope, now: now)
            let account = try store.read(in: scope) { try self.account(for: presented, in: $0) }
            let name = account.email ?? account.localID
            return JSONObject([
                (
                    "credentialCreationOptions",
                    [
                        "rp": ["name": .string(projectID), "id": "localhost"],
                        "user": [
                            "id": .string(StandardBase64.encode(Array(account.localID.utf8))), "name": .string(name),
                            "displayName": .string(account.displayName ?? name),
                        ],
                        "challenge": .string(StandardBase64.encode(unguessable("passkey-challenge", bytes: 32))),
                        "pubKeyCredParams": [
                            ["type": "public-key", "alg": -7], ["type": "public-key", "alg": -257],
                        ],
                        "timeout": 60_000, "attestation": "none",
                    ]
                )
            ])
        }
    }

    public func finalizePasskeyEnrollment(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            guard let idToken = try body.nonEmptyString("idToken") else { throw AuthRefusal(.missingIDToken) }
            let presented = try present(idToken, in: scope, now: now)
            let (uid, grant) = try store.write(in: scope) { transaction in
                var account = try account(for: presented, in: transaction)
                let credential = try credentialID(in: body, named: "authenticatorRegistrationResponse")
                guard try transaction.account(passkey: credential) == nil else {
                    throw AuthRefusal(.credentialAlreadyInUse, uid: account.localID)
                }
                let name = try body.string(of: "name", "displayName") ?? "Unnamed account (Web)"
                account.passkeys.append(Passkey(credentialID: credential, name: name))
                account.lastRefreshAt = now
                let method = SignInMethod(presented.provider ?? "passkey", secondFactor: presented.secondFactor)
                let grant = try grantSession(account, method, in: scope, now: now, in: transaction)
                try transaction.update(account)
                return (account.localID, grant)
            }
            record(AccountEvent(.updated, uid: uid))
            var reply = JSONObject([("localId", .string(uid))])
            try issue(grant).write(to: &reply, withExpiry: false)
            return reply
        }
    }

    public func startPasskeySignIn(in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            JSONObject([
                (
                    "credentialRequestOptions",
                    [
                        "challenge": .string(StandardBase64.encode(unguessable("passkey-challenge", bytes: 32))),
                        "rpId": "localhost", "userVerification": "required",
                    ]
                )
            ])
        }
    }

    public func finalizePasskeySignIn(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            let credential = try credentialID(in: body, named: "authenticatorAuthenticationResponse")
            let grant = try store.write(in: scope) { transaction in
                guard var account = try transaction.account(passkey: credential) else {
                    throw AuthRefusal(.passkeyNotFound)
                }
                guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                (account.lastLoginAt, account.lastRefreshAt) = (now, now)
                try transaction.noteSignIn(account)
                return try grantSession(account, SignInMethod("passkey"), in: scope, now: now, in: transaction)
            }
            record(AccountEvent(.signedIn, uid: grant.claims.uid, provider: "passkey"))
            var reply = JSONObject()
            try issue(grant).write(to: &reply, withExpiry: false)
            return reply
        }
    }

    private func credentialID(in body: WireBody, named name: String) throws -> String {
        guard let response = try body.object(name) else { throw AuthRefusal(.missingAuthenticatorResponse) }
        guard let id = try response.nonEmptyString("id") else { throw AuthRefusal(.invalidCredentialID) }
        return id
    }
}
