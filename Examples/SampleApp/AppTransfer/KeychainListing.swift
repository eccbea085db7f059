import AppFrameworks

/// What the app finds in its keychain, listed: the first thing to look at when a user is not found there.
///
/// Services and accounts only. What an item holds stays in the keychain.
public struct KeychainListing: Sendable {
    public struct Item: Hashable, Sendable {
        public let service: String
        public let account: String
        /// The team's, or that of an app group: `TEAM123456.com.example.shop`.
        public let accessGroup: String
    }

    /// The oldest first.
    public let items: [Item]
    /// `errSecSuccess`, or why there is nothing: `errSecItemNotFound` for an empty keychain, and
    /// `errSecInteractionNotAllowed` before the first unlock.
    public let status: OSStatus

    /// Asks for all generic passwords that the app may read, in whatever group.
    public init() {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecMatchLimit as String: kSecMatchLimitAll,
            kSecReturnAttributes as String: true,
        ]
        var result: CFTypeRef?
        status = SecItemCopyMatching(query as CFDictionary, &result)
        items = (result as? [[String: Any]] ?? []).map { attributes in
            Item(
                service: attributes[kSecAttrService as String] as? String ?? "",
                account: attributes[kSecAttrAccount as String] as? String ?? "",
                accessGroup: attributes[kSecAttrAccessGroup as String] as? String ?? "")
        }
    }

    /// The users that Firebase's SDK keeps, whatever the app's id and name: `firebase_auth_1_NAME_firebase_user`.
    public var firebaseUsers: [Item] {
        items.filter { $0.account.hasPrefix("firebase_auth_1_") && $0.account.hasSuffix("_firebase_user") }
    }
}
