import BridgePrimitives
import Crypto
import Tokens

/// The passkeys of one device, and what they sign: the platform and its authenticator in one (WebAuthn §5, §6; CTAP 2.1
/// §6.1, §6.2).
///
/// Keys are P-256, attestation is "none", the counter of a key goes up by one with each use. A value: a copy is a clone
/// of the device's keys, which a relying party tells by the counter.
public struct VirtualAuthenticator: Sendable {
    /// Who is in front of the device.
    public enum Presence: Sendable {
        /// Somebody who touches it and no more.
        case someone
        /// The owner, by face, finger or code.
        case owner
    }

    /// A key, and whom it signs in where.
    public struct Credential: Sendable {
        public let id: [UInt8]
        public let relyingPartyID: String
        public let userHandle: [UInt8]
        public let userName: String
        /// How often it has signed.
        public internal(set) var signCount: UInt32
        let privateKey: P256.Signing.PrivateKey
    }

    public private(set) var credentials: [Credential] = []
    public var presence = Presence.owner

    public init() {}

    /// Makes a key and answers with it. A key for the same user at the same relying party is replaced.
    ///
    /// - Parameters:
    ///   - origin: of the page; nil for an app, which speaks for the relying party's own domain.
    ///   - random: that many bytes which nobody can foresee.
    /// - Throws: `passkey/…` of ``PasskeyRefusal``.
    public mutating func register(
        _ options: PasskeyCreationOptions, origin: String? = nil, random: (Int) -> [UInt8]
    ) throws(PasskeyRefusal) -> PasskeyRegistration {
        guard options.algorithms.isEmpty || options.algorithms.contains(PasskeyPublicKey.Algorithm.es256) else {
            throw .noCommonAlgorithm
        }
        guard (1...64).contains(options.userHandle.count) else { throw .badUserHandle }
        let privateKey = try Self.privateKey(random)
        let credential = Credential(
            id: random(Self.idLength), relyingPartyID: options.relyingPartyID, userHandle: options.userHandle,
            userName: options.userName, signCount: 0, privateKey: privateKey)
        credentials.removeAll {
            $0.relyingPartyID == options.relyingPartyID && $0.userHandle == options.userHandle
        }
        credentials.append(credential)
        let point = privateKey.publicKey.rawRepresentation
        let data = AuthenticatorData(
            relyingPartyHash: Array(SHA256.hash(data: Array(options.relyingPartyID.utf8))), flags: flags,
            signCount: 0,
            credential: .init(
                model: Array(repeating: 0, count: AuthenticatorData.modelLength), id: credential.id,
                publicKey: .es256(x: Array(point.prefix(32)), y: Array(point.suffix(32)))))
        let clientData = PasskeyClientData(
            .registration, challenge: options.challenge, origin: origin ?? "https://\(options.relyingPartyID)")
        return PasskeyRegistration(
            credentialID: credential.id, clientData: clientData.bytes,
            attestationObject: CBORValue.map([
                .init(.text("fmt"), .text("none")), .init(.text("attStmt"), .map([])),
                .init(.text("authData"), .bytes(data.bytes)),
            ]).encoded)
    }

    /// Signs in with the latest passkey of the relying party.
    ///
    /// - Parameter origin: as of ``register(_:origin:random:)``.
    /// - Throws: `passkey/no-credential` where there is none.
    public mutating func signIn(
        _ options: PasskeyRequestOptions, origin: String? = nil
    ) throws(PasskeyRefusal) -> PasskeyAssertion {
        guard let position = credentials.lastIndex(where: { $0.relyingPartyID == options.relyingPartyID }) else {
            throw .noCredential
        }
        credentials[position].signCount += 1
        let credential = credentials[position]
        let data = AuthenticatorData(
            relyingPartyHash: Array(SHA256.hash(data: Array(options.relyingPartyID.utf8))), flags: flags,
            signCount: credential.signCount
        ).bytes
        let clientData = PasskeyClientData(
            .signIn, challenge: options.challenge, origin: origin ?? "https://\(options.relyingPartyID)"
        ).bytes
        guard let signature = try? credential.privateKey.signature(for: data + SHA256.hash(data: clientData)) else {
            throw .signingFailed
        }
        return PasskeyAssertion(
            credentialID: credential.id, clientData: clientData, authenticatorData: data,
            signature: Array(signature.derRepresentation), userHandle: credential.userHandle)
    }

    /// Forgets a passkey, as its owner does in the device's settings. The relying party is not told.
    public mutating func remove(_ credentialID: [UInt8]) { credentials.removeAll { $0.id == credentialID } }

    private static let idLength = 20

    private var flags: AuthenticatorData.Flags {
        presence == .owner
            ? [.userPresent, .userVerified, .backupEligible, .backedUp] : [.userPresent, .backupEligible]
    }

    /// One number in 2³² is none of the curve's: the next is tried.
    private static func privateKey(_ random: (Int) -> [UInt8]) throws(PasskeyRefusal) -> P256.Signing.PrivateKey {
        for _ in 0..<8 {
            if let key = try? P256.Signing.PrivateKey(rawRepresentation: random(32)) { return key }
        }
        throw .signingFailed
    }
}

extension VirtualAuthenticator.Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the key.
    public var description: String { "passkey for \(relyingPartyID), used \(signCount) times" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
