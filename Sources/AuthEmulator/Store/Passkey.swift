import BridgePrimitives
public import Tokens

/// A passkey that an account has.
public struct Passkey: Hashable, Sendable {
    /// As the wire spells it: base64url when a strict service enrolled it, else as it was sent.
    public let credentialID: String
    public let name: String
    /// What a strict service verifies sign-ins with; nil when a lenient one enrolled it, which keeps ids alone.
    public var credential: PasskeyRelyingParty.Credential?

    public init(credentialID: String, name: String, credential: PasskeyRelyingParty.Credential? = nil) {
        (self.credentialID, self.name, self.credential) = (credentialID, name, credential)
    }

    /// The row of `passkeyInfo`.
    var wireForm: JSONObject { JSONObject([("credentialId", .string(credentialID)), ("name", .string(name))]) }

    /// All of it, as it is stored and exported.
    var storedForm: JSONObject {
        var row = wireForm
        if let credential {
            row["publicKey"] = .string(Base64URL.encode(credential.publicKey.cose.encoded))
            row["signCount"] = .integer(Int64(credential.signCount))
        }
        return row
    }

    /// Nil for rows without an id, and for keys that cannot be read.
    init?(storedForm row: JSONObject) {
        guard let id = row["credentialId"]?.stringValue, !id.isEmpty else { return nil }
        self.init(credentialID: id, name: row["name"]?.stringValue ?? "")
        guard let encoded = row["publicKey"] else { return }
        guard
            let key = encoded.stringValue.flatMap({ Base64URL.decode($0.utf8) }).flatMap({
                PasskeyPublicKey(encoded: $0)
            }),
            let count = UInt32(exactly: row["signCount"]?.integerValue ?? 0)
        else { return nil }
        credential = PasskeyRelyingParty.Credential(publicKey: key, signCount: count)
    }
}

/// A challenge that an authenticator is to answer.
struct PasskeyChallenge: Handle {
    static let kind = "passkey"
    /// WebAuthn §15.1 recommends five minutes at least.
    static let lifetime = Duration.seconds(300)

    /// In base64, as options have it.
    let text: String
    let createdAt: Instant
    /// Who enrols; nil for a sign-in.
    let localID: String?

    init(text: String, createdAt: Instant, localID: String?) {
        (self.text, self.createdAt, self.localID) = (text, createdAt, localID)
    }

    var payload: JSONObject {
        var payload = JSONObject()
        payload["localId"] = localID.map { .string($0) }
        return payload
    }

    init?(text: String, createdAt: Instant, payload: JSONObject) {
        self.init(text: text, createdAt: createdAt, localID: payload["localId"]?.stringValue)
    }
}
