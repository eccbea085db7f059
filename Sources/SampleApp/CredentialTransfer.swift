public import AppFrameworks
import Crypto

/// Carries a signed-in user across an app's transfer to another team, whose keychain groups are others.
///
/// Four steps: the last version of the old team keeps a copy of Firebase's keychain item in the preferences, which stay;
/// the app is transferred; the first version of the new team writes the copy into its own keychain, before
/// `FirebaseApp.configure()`; and whoever signs out takes the copy along. The copy is encrypted: preferences go into
/// backups as they are.
public struct CredentialTransfer: Sendable {
    /// The key under which the copy is kept.
    public static let key = "transferredCredential"

    private let service: String
    private let secret: SymmetricKey
    private let defaults: UserDefaults

    /// - Parameters:
    ///   - googleAppID: of the Firebase app; part of the item's service.
    ///   - secret: what both versions of the app know and its preferences do not.
    public init(googleAppID: String, secret: String, defaults: UserDefaults = .standard) {
        service = "firebase_auth_\(googleAppID)"
        self.secret = SymmetricKey(data: SHA256.hash(data: Data(secret.utf8)))
        self.defaults = defaults
    }

    /// Step 1, at each start of the old team's last version.
    public func keepCopy() -> CredentialTransferReason {
        var query = item
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess: break
        case errSecItemNotFound: return .nobodyToKeep
        default: return .keychainRefused
        }
        // The service's name is authenticated with it: a copy of another app's user does not open.
        guard let user = result as? Data,
            let box = try? AES.GCM.seal(user, using: secret, authenticating: Data(service.utf8)).combined
        else { return .keychainRefused }
        defaults.set(box, forKey: Self.key)
        return .keptCopy
    }

    /// Step 3, at each start of the new team's versions, before `FirebaseApp.configure()`.
    public func restore() -> CredentialTransferReason {
        guard let copy = defaults.data(forKey: Self.key) else { return .noCopy }
        guard let box = try? AES.GCM.SealedBox(combined: copy),
            let user = try? AES.GCM.open(box, using: secret, authenticating: Data(service.utf8))
        else { return .copyUnreadable }
        var attributes = item
        attributes[kSecValueData as String] = user
        attributes[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        switch SecItemAdd(attributes as CFDictionary, nil) {
        case errSecSuccess: return .restored
        case errSecDuplicateItem: return .alreadySignedIn
        default: return .keychainRefused
        }
    }

    /// Step 4, with the sign-out.
    @discardableResult
    public func deleteCopy() -> CredentialTransferReason {
        defaults.removeObject(forKey: Self.key)
        return .deletedCopy
    }

    /// The query that finds Firebase's item.
    private var item: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: "firebase_auth_1___FIRAPP_DEFAULT_firebase_user",
        ]
    }
}
