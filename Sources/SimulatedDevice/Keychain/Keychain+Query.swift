public import BridgePrimitives

extension Keychain {
    /// Which items are meant: all of a class that have the attributes named.
    public struct Query: Sendable {
        public var itemClass: ItemClass
        /// Each must be equal; an empty text also matches an item without the attribute.
        public var attributes: [Attribute: PropertyValue]
        /// Nil for every group that the app belongs to.
        public var accessGroup: String?
        /// Nil for both kinds (`kSecAttrSynchronizableAny`). A query that does not say looks at local items only.
        public var isSynchronizable: Bool?
        public var accessibility: Accessibility?

        public init(
            _ itemClass: ItemClass = .genericPassword, _ attributes: [Attribute: PropertyValue] = [:],
            accessGroup: String? = nil, isSynchronizable: Bool? = false, accessibility: Accessibility? = nil
        ) {
            (self.itemClass, self.attributes, self.accessGroup) = (itemClass, attributes, accessGroup)
            (self.isSynchronizable, self.accessibility) = (isSynchronizable, accessibility)
        }

        public init(service: String, account: String, accessGroup: String? = nil) {
            self.init(
                .genericPassword, [.service: .string(service), .account: .string(account)], accessGroup: accessGroup)
        }

        func matches(_ item: Item) -> Bool {
            guard item.key.itemClass == itemClass, accessGroup.map({ $0 == item.key.accessGroup }) ?? true,
                isSynchronizable.map({ $0 == item.key.isSynchronizable }) ?? true,
                accessibility.map({ $0 == item.accessibility }) ?? true
            else { return false }
            let known = item.allAttributes
            return attributes.allSatisfy { attribute, value in (known[attribute] ?? .string("")) == value }
        }
    }

    /// What an update writes; what is nil stays.
    public struct Changes: Sendable {
        public var data: Secret<[UInt8]>?
        public var accessibility: Accessibility?
        public var accessGroup: String?
        public var isSynchronizable: Bool?
        public var attributes: [Attribute: PropertyValue]

        public init(
            data: Secret<[UInt8]>? = nil, accessibility: Accessibility? = nil, accessGroup: String? = nil,
            isSynchronizable: Bool? = nil, attributes: [Attribute: PropertyValue] = [:]
        ) {
            (self.data, self.accessibility, self.accessGroup) = (data, accessibility, accessGroup)
            (self.isSynchronizable, self.attributes) = (isSynchronizable, attributes)
        }
    }
}
