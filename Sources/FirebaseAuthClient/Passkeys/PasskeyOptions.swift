import BridgePrimitives

/// What a relying party asks an authenticator for, to make a passkey (WebAuthn §5.4).
public struct PasskeyCreationOptions: Hashable, Sendable {
    public let relyingPartyID: String
    public let challenge: [UInt8]
    /// Whom the passkey is for, in the relying party's words: no more than 64 bytes.
    public let userHandle: [UInt8]
    /// What the platform shows of the user.
    public let userName: String
    /// The numbers of the algorithms that it takes, the best first.
    public let algorithms: [Int64]

    public init(
        relyingPartyID: String, challenge: [UInt8], userHandle: [UInt8], userName: String, algorithms: [Int64]
    ) {
        (self.relyingPartyID, self.challenge) = (relyingPartyID, challenge)
        (self.userHandle, self.userName, self.algorithms) = (userHandle, userName, algorithms)
    }

    /// Reads `credentialCreationOptions`.
    init?(_ options: JSONValue?) {
        guard let options, let relyingParty = options["rp"]?["id"]?.stringValue,
            let challenge = options["challenge"]?.stringValue.flatMap(StandardBase64.decode),
            let handle = options["user"]?["id"]?.stringValue.flatMap(StandardBase64.decode)
        else { return nil }
        self.init(
            relyingPartyID: relyingParty, challenge: challenge, userHandle: handle,
            userName: options["user"]?["name"]?.stringValue ?? "",
            algorithms: (options["pubKeyCredParams"]?.arrayValue ?? []).compactMap { $0["alg"]?.integerValue })
    }
}

/// What a relying party asks an authenticator for, to sign in with any passkey of its own (WebAuthn §5.5).
public struct PasskeyRequestOptions: Hashable, Sendable {
    public let relyingPartyID: String
    public let challenge: [UInt8]

    public init(relyingPartyID: String, challenge: [UInt8]) {
        (self.relyingPartyID, self.challenge) = (relyingPartyID, challenge)
    }

    /// Reads `credentialRequestOptions`.
    init?(_ options: JSONValue?) {
        guard let options, let relyingParty = options["rpId"]?.stringValue,
            let challenge = options["challenge"]?.stringValue.flatMap(StandardBase64.decode)
        else { return nil }
        self.init(relyingPartyID: relyingParty, challenge: challenge)
    }
}

/// A passkey that was made, as the platform gives it to the app.
public struct PasskeyRegistration: Hashable, Sendable {
    public var credentialID: [UInt8]
    /// `clientDataJSON`.
    public var clientData: [UInt8]
    public var attestationObject: [UInt8]

    public init(credentialID: [UInt8], clientData: [UInt8], attestationObject: [UInt8]) {
        (self.credentialID, self.clientData) = (credentialID, clientData)
        self.attestationObject = attestationObject
    }

    /// `authenticatorRegistrationResponse`.
    var wireForm: JSONValue {
        [
            "id": .string(StandardBase64.encode(credentialID)),
            "response": [
                "clientDataJSON": .string(StandardBase64.encode(clientData)),
                "attestationObject": .string(StandardBase64.encode(attestationObject)),
            ],
        ]
    }
}

/// The use of a passkey, as the platform gives it to the app.
public struct PasskeyAssertion: Hashable, Sendable {
    public var credentialID: [UInt8]
    /// `clientDataJSON`.
    public var clientData: [UInt8]
    public var authenticatorData: [UInt8]
    /// ES256 in DER form.
    public var signature: [UInt8]
    public var userHandle: [UInt8]

    public init(
        credentialID: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        userHandle: [UInt8]
    ) {
        (self.credentialID, self.clientData, self.authenticatorData) = (credentialID, clientData, authenticatorData)
        (self.signature, self.userHandle) = (signature, userHandle)
    }

    /// `authenticatorAuthenticationResponse`.
    var wireForm: JSONValue {
        [
            "id": .string(StandardBase64.encode(credentialID)),
            "response": [
                "clientDataJSON": .string(StandardBase64.encode(clientData)),
                "authenticatorData": .string(StandardBase64.encode(authenticatorData)),
                "signature": .string(StandardBase64.encode(signature)),
                "userHandle": .string(StandardBase64.encode(userHandle)),
            ],
        ]
    }
}

/// A passkey of the account, as the service lists it.
public struct PasskeyInfo: Hashable, Sendable {
    public let name: String?
    public let credentialID: String

    init(name: String?, credentialID: String) { (self.name, self.credentialID) = (name, credentialID) }
}
