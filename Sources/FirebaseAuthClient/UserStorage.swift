import BridgePrimitives
import SimulatedDevice

/// The client's place in the keychain, under the names that the iOS SDK uses.
struct UserStorage: Sendable {
    private let keychain: Keychain
    private let key: Keychain.ItemKey

    init(keychain: Keychain, accessGroup: String, configuration: FirebaseConfiguration) {
        self.keychain = keychain
        key = Keychain.ItemKey(
            service: "firebase_auth_\(configuration.googleAppID)",
            account: "firebase_auth_1_\(configuration.appName)_firebase_user", accessGroup: accessGroup)
    }

    /// Nil when there is no item, none that this app may read, or none that makes sense.
    func load() -> UserSession? {
        guard case .found(let bytes) = keychain.item(for: key, entitledTo: key.accessGroup) else { return nil }
        return UserArchive.session(from: bytes.reveal())
    }

    func save(_ session: UserSession) { keychain.set(UserArchive.bytes(of: session), for: key) }

    func remove() { keychain.removeItem(for: key) }
}
