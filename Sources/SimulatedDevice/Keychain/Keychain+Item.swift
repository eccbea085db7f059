public import BridgePrimitives

extension Keychain {
    /// `kSecClass`: what kind of password an item is.
    public enum ItemClass: String, CaseIterable, Sendable {
        case genericPassword = "genp", internetPassword = "inet"

        /// The attributes that tell two items of the class apart, beside access group and synchronization.
        var primary: [Attribute] {
            switch self {
            case .genericPassword: [.service, .account]
            case .internetPassword:
                [.server, .account, .securityDomain, .protocol, .authenticationType, .port, .path]
            }
        }
    }

    /// An item's attribute by the value of its `kSecAttr…` constant.
    public enum Attribute: String, CaseIterable, Sendable {
        case service = "svce", account = "acct", server = "srvr", securityDomain = "sdmn", `protocol` = "ptcl"
        case authenticationType = "atyp", port, path
        case label = "labl", description = "desc", comment = "icmt", generic = "gena", creator = "crtr", type
        case isInvisible = "invi", isNegative = "nega"
    }

    /// When an item can be read: `kSecAttrAccessible`.
    public enum Accessibility: String, CaseIterable, Sendable {
        case whenUnlocked, afterFirstUnlock, whenPasscodeSetThisDeviceOnly, whenUnlockedThisDeviceOnly
        case afterFirstUnlockThisDeviceOnly

        /// The value of the `kSecAttrAccessible…` constant.
        public var protectionClass: String {
            switch self {
            case .whenUnlocked: "ak"
            case .afterFirstUnlock: "ck"
            case .whenPasscodeSetThisDeviceOnly: "akpu"
            case .whenUnlockedThisDeviceOnly: "aku"
            case .afterFirstUnlockThisDeviceOnly: "cku"
            }
        }

        /// Whether an item of it stays on the device: no backup and no iCloud carries it elsewhere.
        public var isThisDeviceOnly: Bool {
            switch self {
            case .whenUnlocked, .afterFirstUnlock: false
            case .whenPasscodeSetThisDeviceOnly, .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly: true
            }
        }

        /// Nil for a class that the keychain does not know.
        public init?(protectionClass: String) {
            guard let value = Self.allCases.first(where: { $0.protectionClass == protectionClass }) else { return nil }
            self = value
        }
    }

    /// What finds an item; no two items of a keychain have the same.
    public struct ItemKey: Hashable, Comparable, Sendable {
        public let itemClass: ItemClass
        /// `kSecAttrAccessGroup`: `TEAM.BUNDLE`, or a group that several apps share.
        public let accessGroup: String
        /// `kSecAttrSynchronizable`: an item that iCloud carries to the user's other devices.
        public let isSynchronizable: Bool
        /// The primary attributes of the class that are not empty: no service and an empty one are the same.
        let attributes: [Attribute: PropertyValue]

        /// A generic password.
        public init(service: String, account: String, accessGroup: String, isSynchronizable: Bool = false) {
            self.init(
                .genericPassword, [.service: .string(service), .account: .string(account)], accessGroup: accessGroup,
                isSynchronizable: isSynchronizable)
        }

        /// - Parameter attributes: those that are not primary for the class are left out.
        public init(
            _ itemClass: ItemClass, _ attributes: [Attribute: PropertyValue], accessGroup: String,
            isSynchronizable: Bool = false
        ) {
            (self.itemClass, self.accessGroup, self.isSynchronizable) = (itemClass, accessGroup, isSynchronizable)
            let primary = itemClass.primary
            self.attributes = attributes.filter { primary.contains($0.key) && $0.value != .string("") }
        }

        /// `kSecAttrService`; empty for an internet password.
        public var service: String { text(.service) }
        public var account: String { text(.account) }
        /// `kSecAttrServer`; empty for a generic password.
        public var server: String { text(.server) }

        private func text(_ attribute: Attribute) -> String { attributes[attribute]?.stringValue ?? "" }

        public static func < (a: Self, b: Self) -> Bool {
            (a.accessGroup, a.itemClass.rawValue, a.service + a.server, a.account)
                < (b.accessGroup, b.itemClass.rawValue, b.service + b.server, b.account)
        }
    }

    /// One password with everything that is known about it.
    public struct Item: Sendable {
        public let key: ItemKey
        public let accessibility: Accessibility
        /// Beside the key's, those that an app gave: a label, a comment.
        public let attributes: [Attribute: PropertyValue]
        public let data: Secret<[UInt8]>
        /// When it was added and last changed, by the device's clock.
        public let creation: Instant, modification: Instant
        /// The order in which items were added.
        var sequence = 0

        /// All attributes, the key's too.
        public var allAttributes: [Attribute: PropertyValue] {
            attributes.merging(key.attributes) { _, primary in primary }
        }

        func changed(by changes: Changes, now: Instant) -> Item {
            let attributes = allAttributes.merging(changes.attributes) { _, new in new }
            let key = ItemKey(
                key.itemClass, attributes, accessGroup: changes.accessGroup ?? key.accessGroup,
                isSynchronizable: changes.isSynchronizable ?? key.isSynchronizable)
            return Item(
                key: key, accessibility: changes.accessibility ?? accessibility,
                attributes: attributes.filter { !key.itemClass.primary.contains($0.key) },
                data: changes.data ?? data, creation: creation, modification: now, sequence: sequence)
        }
    }
}
