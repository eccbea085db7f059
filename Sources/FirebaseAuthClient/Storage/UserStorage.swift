import BridgePrimitives
import SimulatedDevice

/// The client's place in the keychain, under the names that the iOS SDK uses.
struct UserStorage: Sendable {
    /// What a look into the keychain gave.
    enum Loaded: Sendable {
        case user(UserSession)
        /// - Parameter reason: why, when there is something that was no good; nil for an empty keychain.
        case nobody(ReasonCode?)
        /// The device is locked, so nobody can tell.
        case locked
    }

    private let keychain: AppKeychain
    /// The domain of the client's one preference, which goes when the app is removed; nil when there are none.
    private let preferences: DefaultsDomain?
    private let configuration: FirebaseConfiguration
    private let service: String
    private let account: String

    private static let sharedAccount = "firebase_auth_firebase_user"
    private static let probeAccount = "firebase_auth_keychain_accessibility_check"
    private static let groupKey = "firebase_auth_stored_user_access_group"

    init(keychain: AppKeychain, defaults: DefaultsDomain?, configuration: FirebaseConfiguration) {
        (self.keychain, self.configuration) = (keychain, configuration)
        service = "firebase_auth_\(configuration.googleAppID)"
        account = "firebase_auth_1_\(configuration.appName)_firebase_user"
        preferences = defaults?.domain(named: "com.google.Firebase.Auth.\(service)")
    }

    // MARK: - The chosen access group

    /// The access group that the app chose in an earlier run; nil for the app's own item.
    var storedAccessGroup: String? {
        preferences?[Self.groupKey]?.dataValue.map { String(decoding: $0, as: UTF8.self) }
    }

    func storeAccessGroup(_ group: String?) { preferences?[Self.groupKey] = group.map { .data(Array($0.utf8)) } }

    // MARK: - The user

    /// Reads the user: the shared one of `group`, else the app's own, else one that an older SDK left.
    func load(accessGroup group: String?) -> Loaded {
        if let group {
            return loaded(
                keychain.item(service: configuration.apiKey, account: Self.sharedAccount, accessGroup: group))
        }
        let own = keychain.item(service: service, account: account)
        if case .refused(.itemNotFound) = own {
            if isLocked { return .locked }
            return loadLegacyItem()
        }
        return loaded(own)
    }

    private func loaded(_ lookup: Keychain.Lookup) -> Loaded {
        switch lookup {
        case .found(let bytes):
            UserArchive.session(from: bytes.reveal()).map { .user($0) } ?? .nobody(ClientReason.archiveUnreadable.code)
        case .refused(.itemNotFound): .nobody(nil)
        case .refused(let reason): reason == .interactionNotAllowed ? .locked : .nobody(reason.code)
        }
    }

    /// Whether an item is missing only because the device is locked: one that needs an unlocked device then cannot be
    /// written either. The item stays, as in the SDK.
    private var isLocked: Bool {
        keychain.set(
            Secret([0]), service: service, account: Self.probeAccount, accessibility: .whenUnlockedThisDeviceOnly)
            == .interactionNotAllowed
    }

    /// The item of the SDK's first releases has no service; it is rewritten under today's names, then deleted.
    private func loadLegacyItem() -> Loaded {
        let legacyAccount = "\(configuration.appName)_firebase_user"
        guard case .found(let bytes) = keychain.item(service: "", account: legacyAccount) else { return .nobody(nil) }
        guard let session = UserArchive.session(from: bytes.reveal()) else {
            return .nobody(ClientReason.archiveUnreadable.code)
        }
        if save(session, accessGroup: nil) == nil { _ = keychain.remove(service: "", account: legacyAccount) }
        return .user(session)
    }

    /// - Returns: why the keychain refused; nil when the user is kept.
    func save(_ session: UserSession, accessGroup group: String?) -> KeychainReason? {
        let (service, account) = group == nil ? (service, account) : (configuration.apiKey, Self.sharedAccount)
        return keychain.set(
            UserArchive.bytes(of: session, configuration), service: service, account: account, accessGroup: group,
            accessibility: .afterFirstUnlockThisDeviceOnly)
    }

    /// - Returns: why the keychain refused; nil when there is no user any more.
    func remove(accessGroup group: String?) -> KeychainReason? {
        let (service, account) = group == nil ? (service, account) : (configuration.apiKey, Self.sharedAccount)
        let refusal = keychain.remove(service: service, account: account, accessGroup: group)
        return refusal == .itemNotFound ? nil : refusal
    }

    func waitForProtectedData() async { await keychain.waitForProtectedData() }
}
