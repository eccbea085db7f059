/// What an authenticator says about itself and the user, and signs (WebAuthn §6.1).
public struct AuthenticatorData: Hashable, Sendable {
    /// What was the case when the authenticator answered.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Somebody was there.
        public static let userPresent = Self(rawValue: 1)
        /// It was the owner: a face, a finger or a code.
        public static let userVerified = Self(rawValue: 1 << 2)
        /// The key may be copied to the owner's other devices.
        public static let backupEligible = Self(rawValue: 1 << 3)
        public static let backedUp = Self(rawValue: 1 << 4)
        static let attestedCredential = Self(rawValue: 1 << 6)
        static let extensions = Self(rawValue: 1 << 7)
    }

    /// A new key, in the data of a registration (WebAuthn §6.5.1).
    public struct Credential: Hashable, Sendable {
        /// The model of the authenticator, 16 bytes; zeros for one that does not say.
        public let model: [UInt8]
        public let id: [UInt8]
        public let publicKey: PasskeyPublicKey

        public init(model: [UInt8], id: [UInt8], publicKey: PasskeyPublicKey) {
            (self.model, self.id, self.publicKey) = (model, id, publicKey)
        }
    }

    /// SHA-256 of the relying party's id, 32 bytes.
    public let relyingPartyHash: [UInt8]
    public var flags: Flags
    /// How often the key has signed; zero for authenticators that do not count.
    public let signCount: UInt32
    public let credential: Credential?

    public init(relyingPartyHash: [UInt8], flags: Flags, signCount: UInt32, credential: Credential? = nil) {
        (self.relyingPartyHash, self.signCount, self.credential) = (relyingPartyHash, signCount, credential)
        self.flags = credential == nil ? flags : flags.union(.attestedCredential)
    }

    public static let modelLength = 16
    /// WebAuthn §7.1, step 25.
    public static let idLimit = 1023

    /// Nil for bytes that are not whole, that go on after the end, and for keys of unknown kinds. Extensions are skipped.
    ///
    /// - Complexity: O(n) in bytes.
    public init?(parsing bytes: [UInt8]) {
        guard bytes.count >= 37 else { return nil }
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        if flags.contains(.attestedCredential) {
            guard rest.count >= Self.modelLength + 2 else { return nil }
            let model = Array(rest.prefix(Self.modelLength))
            rest = rest.dropFirst(Self.modelLength)
            let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(2)
            guard (1...Self.idLimit).contains(length), rest.count >= length else { return nil }
            let id = Array(rest.prefix(length))
            var reader = CBORReader(rest.dropFirst(length))
            guard let key = reader.next().flatMap({ PasskeyPublicKey($0) }) else { return nil }
            credential = Credential(model: model, id: id, publicKey: key)
            rest = reader.rest
        } else {
            credential = nil
        }
        if flags.contains(.extensions) {
            var reader = CBORReader(rest)
            guard case .map? = reader.next() else { return nil }
            rest = reader.rest
        }
        guard rest.isEmpty else { return nil }
    }

    /// The bytes that are signed.
    public var bytes: [UInt8] {
        var output = relyingPartyHash + [flags.rawValue]
        for shift in [24, 16, 8, 0] as [UInt32] { output.append(UInt8(truncatingIfNeeded: signCount >> shift)) }
        if let credential {
            output += credential.model
            output += [
                UInt8(truncatingIfNeeded: credential.id.count >> 8), UInt8(truncatingIfNeeded: credential.id.count),
            ]
            output += credential.id + credential.publicKey.cose.encoded
        }
        return output
    }
}
