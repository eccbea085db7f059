public import AppFrameworks

/// Carries a signed-in user across an app's transfer to another team, whose keychain groups are others.
///
/// Four steps: the last version of the old team keeps a copy of Firebase's keychain item in the preferences, which stay;
/// the app is transferred; the first version of the new team writes the copy into its own keychain, before
/// `FirebaseApp.configure()`; and whoever signs out takes the copy along.
public struct CredentialTransfer: Sendable {
    /// What became of the copy, as the app logs it.
    public enum Outcome: String, CaseIterable, Sendable {
        case keptCopy = "transfer/kept-copy"
        case nobodyToKeep = "transfer/nobody-to-keep"
        case otherKey = "transfer/other-key"
        case restored = "transfer/restored"
        case noCopy = "transfer/no-copy"
        case copyUnreadable = "transfer/copy-unreadable"
        case alreadySignedIn = "transfer/already-signed-in"
        case restoredTooLate = "transfer/restored-too-late"
        case keychainRefused = "transfer/keychain-refused"
        case deletedCopy = "transfer/deleted-copy"
    }

    /// The key under which the copy is kept.
    public static let key = "transferredCredential"
    /// The name of the app that `FirebaseApp.configure()` makes.
    public static let defaultAppName = "__FIRAPP_DEFAULT"

    private let service: String
    private let account: String
    private let secret: SymmetricKey?
    private let defaults: UserDefaults

    /// - Parameters:
    ///   - googleAppID: `GOOGLE_APP_ID` of the plist; the item's service ends with it.
    ///   - appName: the Firebase app's; a part of the item's account.
    ///   - secret: what both versions of the app know and its preferences do not. Without one the copy is what articles
    ///     keep: the refresh token as it is, in a file that goes into backups.
    public init(
        googleAppID: String, appName: String = defaultAppName, secret: String?, defaults: UserDefaults = .standard
    ) {
        service = "firebase_auth_\(googleAppID)"
        account = "firebase_auth_1_\(appName)_firebase_user"
        self.secret = secret.map { SymmetricKey(data: SHA256.hash(data: Data($0.utf8))) }
        self.defaults = defaults
    }

    /// Step 1, at each start and each sign-in of the old team's last version.
    public func keepCopy() -> Outcome {
        var query = item
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess: break
        case errSecItemNotFound: return KeychainListing().firebaseUsers.isEmpty ? .nobodyToKeep : .otherKey
        default: return .keychainRefused
        }
        guard let user = result as? Data, let copy = sealed(user) else { return .keychainRefused }
        defaults.set(copy, forKey: Self.key)
        return .keptCopy
    }

    /// Step 3, at each start of the new team's versions, before `FirebaseApp.configure()`.
    public func restore() -> Outcome {
        guard let copy = defaults.data(forKey: Self.key) else { return .noCopy }
        guard let user = opened(copy) else { return .copyUnreadable }
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
    public func deleteCopy() -> Outcome {
        defaults.removeObject(forKey: Self.key)
        return .deletedCopy
    }

    /// The query that finds Firebase's item.
    private var item: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: account,
        ]
    }

    /// Service and account are authenticated with the copy: one of another app's user does not open.
    private var label: Data { Data("\(service) \(account)".utf8) }

    private func sealed(_ user: Data) -> Data? {
        guard let secret else { return user }
        return try? AES.GCM.seal(user, using: secret, authenticating: label).combined
    }

    private func opened(_ copy: Data) -> Data? {
        guard let secret else { return copy }
        return (try? AES.GCM.SealedBox(combined: copy)).flatMap {
            try? AES.GCM.open($0, using: secret, authenticating: label)
        }
    }
}
