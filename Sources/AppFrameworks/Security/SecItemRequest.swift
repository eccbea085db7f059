import BridgePrimitives
import SimulatedDevice

/// A dictionary of SecItem.h, read once: which items are meant, what is written, what is to come back.
struct SecItemRequest {
    var itemClass: Keychain.ItemClass?
    var attributes: [Keychain.Attribute: PropertyValue] = [:]
    var accessGroup: String?
    var accessibility: Keychain.Accessibility?
    /// Nil when the dictionary does not say.
    var synchronizable: Synchronizable?
    var data: Secret<[UInt8]>?
    var returnsData = false
    var returnsAttributes = false
    /// Nil when the dictionary does not say.
    var limit: Int?

    enum Synchronizable: Equatable { case no, yes, any }

    /// - Throws: ``KeychainReason/param`` for a value of a wrong type or an unknown constant,
    ///   ``KeychainReason/noSuchAttribute`` for a key that is unknown or that the class does not have.
    init(_ dictionary: CFDictionary) throws(KeychainReason) {
        for (key, value) in dictionary { try read(key, value) }
        guard let itemClass else { return }
        let other: Keychain.ItemClass = itemClass == .genericPassword ? .internetPassword : .genericPassword
        let foreign = Set(other.ownAttributes)
        guard foreign.isDisjoint(with: attributes.keys) else { throw .noSuchAttribute }
    }

    private mutating func read(_ key: String, _ value: Any) throws(KeychainReason) {
        switch key {
        case kSecClass: itemClass = try Self.constant(value, Keychain.ItemClass.init(rawValue:))
        case kSecAttrAccessGroup: accessGroup = try Self.cast(value)
        case kSecAttrAccessible:
            accessibility = try Self.constant(value, Keychain.Accessibility.init(protectionClass:))
        case kSecAttrSynchronizable:
            if value as? String == kSecAttrSynchronizableAny {
                synchronizable = .any
            } else {
                synchronizable = try Self.flag(value) ? .yes : .no
            }
        case kSecValueData: data = Secret(Array(try Self.cast(value) as Data))
        case kSecReturnData: returnsData = try Self.flag(value)
        case kSecReturnAttributes: returnsAttributes = try Self.flag(value)
        case kSecMatchLimit: limit = try Self.limit(value)
        case kSecUseDataProtectionKeychain: _ = try Self.flag(value)
        default:
            guard let attribute = Keychain.Attribute(rawValue: key) else { throw .noSuchAttribute }
            guard let value = PropertyValue(any: value) else { throw .param }
            attributes[attribute] = value
        }
    }

    /// The query in the keychain's own form.
    func query() throws(KeychainReason) -> Keychain.Query {
        guard let itemClass else { throw .param }
        let isSynchronizable: Bool? =
            switch synchronizable {
            case nil, .no: false
            case .yes: true
            case .any: nil
            }
        return Keychain.Query(
            itemClass, attributes, accessGroup: accessGroup, isSynchronizable: isSynchronizable,
            accessibility: accessibility)
    }

    // MARK: Values

    private static func cast<Value>(_ value: Any) throws(KeychainReason) -> Value {
        guard let value = value as? Value else { throw .param }
        return value
    }

    private static func constant<Value>(_ value: Any, _ make: (String) -> Value?) throws(KeychainReason) -> Value {
        guard let value = (value as? String).flatMap(make) else { throw .param }
        return value
    }

    private static func flag(_ value: Any) throws(KeychainReason) -> Bool {
        switch PropertyValue(any: value) {
        case .bool(let flag): return flag
        case .integer(let number): return number != 0
        default: throw .param
        }
    }

    private static func limit(_ value: Any) throws(KeychainReason) -> Int {
        switch value as? String {
        case kSecMatchLimitOne: return 1
        case kSecMatchLimitAll: return .max
        default:
            guard case .integer(let number) = PropertyValue(any: value), number > 0 else { throw .param }
            return Int(clamping: number)
        }
    }
}

extension Keychain.ItemClass {
    /// Attributes that the other class does not have.
    fileprivate var ownAttributes: [Keychain.Attribute] {
        switch self {
        case .genericPassword: [.service, .generic]
        case .internetPassword: [.server, .securityDomain, .protocol, .authenticationType, .port, .path]
        }
    }
}
