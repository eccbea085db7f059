import BridgePrimitives
import Crypto

/// Who takes passkeys: verifies what authenticators answer (WebAuthn §7), apart from looking challenges and keys up.
public struct PasskeyRelyingParty: Hashable, Sendable {
    /// A domain, whose pages, and those under it, may use its passkeys.
    public let id: String

    public init(id: String) { self.id = id }

    /// An answer with a new key, as it comes on the wire, its members decoded.
    public struct Registration: Sendable {
        public let credentialID: [UInt8]
        public let clientData: [UInt8]
        public let attestationObject: [UInt8]

        public init(credentialID: [UInt8], clientData: [UInt8], attestationObject: [UInt8]) {
            (self.credentialID, self.clientData) = (credentialID, clientData)
            self.attestationObject = attestationObject
        }
    }

    /// An answer that signs in.
    public struct Assertion: Sendable {
        public let credentialID: [UInt8]
        public let clientData: [UInt8]
        public let authenticatorData: [UInt8]
        public let signature: [UInt8]
        /// Whom the authenticator made the passkey for; nil when it does not say.
        public let userHandle: [UInt8]?

        public init(
            credentialID: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
            userHandle: [UInt8]?
        ) {
            (self.credentialID, self.clientData, self.authenticatorData) = (credentialID, clientData, authenticatorData)
            (self.signature, self.userHandle) = (signature, userHandle)
        }
    }

    /// What is kept of a passkey.
    public struct Credential: Hashable, Sendable {
        public let publicKey: PasskeyPublicKey
        public var signCount: UInt32

        public init(publicKey: PasskeyPublicKey, signCount: UInt32) {
            (self.publicKey, self.signCount) = (publicKey, signCount)
        }
    }

    /// The challenge that an answer says it answers, by which the caller looks up what was given out.
    ///
    /// - Throws: `passkey/malformed-client-data`.
    public static func challenge(in clientData: [UInt8]) throws(PasskeyReason) -> [UInt8] {
        guard let data = PasskeyClientData(parsing: clientData) else { throw .malformedClientData }
        return data.challenge
    }

    /// Verifies a registration whose challenge was given out (WebAuthn §7.1).
    ///
    /// - Returns: the key, to be kept.
    /// - Throws: the first reason against it, in the order of the steps.
    public func verify(_ registration: Registration, challenge: [UInt8]) throws(PasskeyReason) -> Credential {
        // 5–12: the client data.
        try verify(clientData: registration.clientData, .registration, challenge: challenge)
        // 13–14: the attestation object.
        guard let object = CBORReader.value(registration.attestationObject),
            let format = object["fmt"]?.textValue, let statement = object["attStmt"],
            let bytes = object["authData"]?.bytesValue
        else { throw .malformedAttestation }
        let data = try verifiedData(bytes, needsVerification: false)
        // 20: the algorithm is one that was asked for, or the key could not have been read.
        guard let credential = data.credential else { throw .malformedAuthenticatorData }
        guard credential.id == registration.credentialID else { throw .otherCredential }
        // 21–24: none was asked for.
        guard format == "none", statement == .map([]) else { throw .attestationUnknown }
        return Credential(publicKey: credential.publicKey, signCount: data.signCount)
    }

    /// Verifies a sign-in whose challenge was given out (WebAuthn §7.2).
    ///
    /// - Parameters:
    ///   - credential: what is kept of the passkey.
    ///   - userHandle: of the user who has it.
    /// - Returns: the same with the new count.
    /// - Throws: the first reason against it, in the order of the steps.
    public func verify(
        _ assertion: Assertion, by credential: Credential, of userHandle: [UInt8], challenge: [UInt8]
    ) throws(PasskeyReason) -> Credential {
        // 6: the user.
        if let told = assertion.userHandle, told != userHandle { throw .otherUser }
        // 8–14: the client data.
        try verify(clientData: assertion.clientData, .signIn, challenge: challenge)
        // 15–19: the authenticator's data.
        let data = try verifiedData(assertion.authenticatorData, needsVerification: true)
        // 20–21: the signature.
        let signed = assertion.authenticatorData + Array(SHA256.hash(data: assertion.clientData))
        guard credential.publicKey.check(assertion.signature, of: signed) == .matches else { throw .signatureDiffers }
        // 22: an authenticator that counts must have counted on.
        guard data.signCount > credential.signCount || (data.signCount == 0 && credential.signCount == 0) else {
            throw .counterStands
        }
        return Credential(publicKey: credential.publicKey, signCount: data.signCount)
    }

    private func verify(
        clientData bytes: [UInt8], _ ceremony: PasskeyClientData.Ceremony, challenge: [UInt8]
    ) throws(PasskeyReason) {
        guard let data = PasskeyClientData(parsing: bytes) else { throw .malformedClientData }
        guard data.ceremony == ceremony.rawValue else { throw .otherCeremony }
        guard data.challenge == challenge else { throw .otherChallenge }
        guard takes(origin: data.origin) else { throw .otherOrigin }
        guard !data.isCrossOrigin else { throw .crossOrigin }
    }

    private func verifiedData(
        _ bytes: [UInt8], needsVerification: Bool
    ) throws(PasskeyReason) -> AuthenticatorData {
        guard let data = AuthenticatorData(parsing: bytes) else { throw .malformedAuthenticatorData }
        guard data.relyingPartyHash == Array(SHA256.hash(data: Array(id.utf8))) else { throw .otherRelyingParty }
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
        guard !needsVerification || data.flags.contains(.userVerified) else { throw .userNotVerified }
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
            throw .backupFlagsContradict
        }
        return data
    }

    /// Whether a page or an app of this origin may use the passkeys: over HTTPS, from the domain or one under it, at any
    /// port; over HTTP on this machine only, as browsers allow it.
    func takes(origin: String) -> Bool {
        let bytes = Array(origin.utf8)
        for scheme in ["https", "http"] {
            let start = Array("\(scheme)://".utf8)
            guard bytes.starts(with: start) else { continue }
            let authority = bytes[start.count...]
            let host = authority.prefix { $0 != UInt8(ascii: ":") }
            let port = authority[host.endIndex...].dropFirst()
            guard !host.isEmpty, host.allSatisfy(Self.isHostByte), port.count <= 5,
                port.allSatisfy({ ASCIIText.isDigit($0) }), port.isEmpty == (host.endIndex == authority.endIndex)
            else { return false }
            let name = String(decoding: host, as: UTF8.self)
            let isLocal = name == "localhost" || name.hasSuffix(".localhost")
            return (scheme == "https" || isLocal) && (name == id || name.hasSuffix("." + id))
        }
        return false
    }

    /// Origins are serialized in lower case.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) && byte & 0x20 != 0 || ASCIIText.isDigit(byte)
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}
