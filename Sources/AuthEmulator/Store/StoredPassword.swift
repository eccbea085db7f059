public import BridgePrimitives

/// A password as an account keeps it: hashed here, or brought along by an import.
public enum StoredPassword: Hashable, Sendable {
    case own(PasswordHash)
    case imported(ImportedPassword)

    /// Whether `password` is the one; compares in constant time.
    public func matches(_ password: Secret<String>) throws(BridgeFailure) -> Bool {
        switch self {
        case .own(let hash): try hash.matches(password)
        case .imported(let hash): try hash.matches(password)
        }
    }

    /// The algorithm of an imported hash that is never verified: the account needs a new password.
    var unverifiedAlgorithm: String? {
        switch self {
        case .own: nil
        case .imported(let hash): hash.unverifiedAlgorithm
        }
    }

    /// What administrators see as `passwordHash` and `salt`, in base64 as it was imported, else in base64url.
    var shown: (hash: String, salt: String?) {
        switch self {
        case .own(let hash): (Base64URL.encode(hash.hash), Base64URL.encode(hash.salt))
        case .imported(let imported): (imported.hash, imported.salt)
        }
    }

    public var encoded: String {
        switch self {
        case .own(let hash): hash.encoded
        case .imported(let imported): imported.encoded
        }
    }

    /// Returns nil for anything but the form of ``encoded``.
    public init?(encoded: String) {
        if let own = PasswordHash(encoded: encoded) {
            self = .own(own)
        } else if let imported = ImportedPassword(encoded: encoded) {
            self = .imported(imported)
        } else {
            return nil
        }
    }
}
