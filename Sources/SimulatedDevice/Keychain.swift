public import BridgePrimitives
import Synchronization

/// The part of the iOS keychain that a signed-in app relies on: generic passwords by service and account, kept apart
/// by access group.
///
/// Items outlive the app's process and its removal; only whoever belongs to the access group reads them.
public final class Keychain: Sendable {
    /// What finds an item: `kSecAttrService`, `kSecAttrAccount` and `kSecAttrAccessGroup`.
    public struct ItemKey: Hashable, Sendable {
        public let service: String
        public let account: String
        /// `TEAM.BUNDLE`.
        public let accessGroup: String

        public init(service: String, account: String, accessGroup: String) {
            (self.service, self.account, self.accessGroup) = (service, account, accessGroup)
        }
    }

    /// What came of looking an item up, in the words of `OSStatus`.
    public enum Lookup: Sendable {
        case found(Secret<[UInt8]>)
        case refused(KeychainReason)
    }

    private let items = Mutex<[ItemKey: Secret<[UInt8]>]>([:])

    public init() {}

    /// Adds the item or replaces what was under its key.
    public func set(_ data: Secret<[UInt8]>, for key: ItemKey) {
        items.withLock { $0[key] = data }
    }

    /// - Parameter entitledTo: the access group of the app that asks.
    public func item(for key: ItemKey, entitledTo accessGroup: String) -> Lookup {
        guard key.accessGroup == accessGroup else { return .refused(.missingEntitlement) }
        return items.withLock { $0[key] }.map { .found($0) } ?? .refused(.itemNotFound)
    }

    /// Does nothing when there is no such item.
    public func removeItem(for key: ItemKey) {
        items.withLock { $0[key] = nil }
    }

    /// Keys without their data, in a fixed order, for listings.
    public var keys: [ItemKey] {
        items.withLock { Array($0.keys) }.sorted {
            ($0.accessGroup, $0.service, $0.account) < ($1.accessGroup, $1.service, $1.account)
        }
    }
}

/// Why the keychain gave no item.
public enum KeychainReason: String, Reason {
    /// `errSecItemNotFound`, -25300.
    case itemNotFound = "keychain/item-not-found"
    /// `errSecMissingEntitlement`, -34018.
    case missingEntitlement = "keychain/missing-entitlement"

    public var meaning: String {
        switch self {
        case .itemNotFound: "The keychain has no item of that service and account."
        case .missingEntitlement: "The app does not belong to the item's access group."
        }
    }

    public var mend: String {
        switch self {
        case .itemNotFound: "Sign in once, so that the client keeps its user."
        case .missingEntitlement: "Give the app the access group of the app that wrote the item."
        }
    }
}
