import BridgePrimitives
import BridgeTrace
import SimulatedDevice

// The four functions of SecItem.h, on the keychain of the device that the calling app runs on. They must be called from
// an app's code, in `AppProcess.run(_:)`: anything else is a programmer's error and stops the program.
//
// Items are generic and internet passwords. Keys for certificates, references and access control are not declared.

/// Adds one item.
///
/// - Parameters:
///   - attributes: class, attributes and `kSecValueData`; without `kSecAttrAccessible` the item can be read while the
///     device is unlocked.
///   - result: gets what `kSecReturnData` and `kSecReturnAttributes` ask for; may be nil.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let keychain = AppProcess.required(by: "SecItemAdd").keychain
    return status(.add, keychain) { () throws(KeychainReason) in
        let request = try SecItemRequest(attributes)
        guard let itemClass = request.itemClass, request.limit == nil, request.synchronizable != .any else {
            throw .param
        }
        let isSynchronizable = request.synchronizable == .yes
        let accessibility = request.accessibility ?? .whenUnlocked
        // What stays on this device cannot be carried to others.
        guard !isSynchronizable || !accessibility.isThisDeviceOnly else { throw .param }
        let group = request.accessGroup ?? keychain.defaultAccessGroup
        let reason = keychain.add(
            itemClass, request.attributes, data: request.data ?? Secret([]), accessGroup: group,
            isSynchronizable: isSynchronizable, accessibility: accessibility)
        guard reason == nil else { return reason }
        guard request.returnsData || request.returnsAttributes else { return nil }
        var query = try request.query()
        query.accessGroup = group
        return SecItemAnswer(request).give(keychain.items(matching: query), to: result)
    }
}

/// Finds items, the oldest first.
///
/// - Parameters:
///   - query: the class, attributes to match, `kSecMatchLimit` (one, when it does not say) and what to return.
///   - result: `Data` for `kSecReturnData`, `[String: Any]` for `kSecReturnAttributes` or both, nothing for neither; an
///     array of these for a limit above one.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let keychain = AppProcess.required(by: "SecItemCopyMatching").keychain
    return status(.copyMatching, keychain) { () throws(KeychainReason) in
        let request = try SecItemRequest(query)
        guard request.data == nil else { throw .param }
        return SecItemAnswer(request).give(keychain.items(matching: try request.query()), to: result)
    }
}

/// Changes all items that match.
///
/// - Parameters:
///   - query: what to match; with `kSecMatchLimit` or `kSecReturn…` it is ``errSecParam``.
///   - attributesToUpdate: without a class.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    let keychain = AppProcess.required(by: "SecItemUpdate").keychain
    return status(.update, keychain) { () throws(KeychainReason) in
        let request = try SecItemRequest(query)
        let update = try SecItemRequest(attributesToUpdate)
        guard request.isPlainQuery, update.isPlain, update.itemClass == nil, update.synchronizable != .any else {
            throw .param
        }
        return keychain.update(
            matching: try request.query(),
            with: Keychain.Changes(
                data: update.data, accessibility: update.accessibility, accessGroup: update.accessGroup,
                isSynchronizable: update.synchronizable.map { $0 == .yes }, attributes: update.attributes))
    }
}

/// Deletes all items that match.
///
/// - Parameter query: what to match; with `kSecMatchLimit` or `kSecReturn…` it is ``errSecParam``.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    let keychain = AppProcess.required(by: "SecItemDelete").keychain
    return status(.delete, keychain) { () throws(KeychainReason) in
        let request = try SecItemRequest(query)
        guard request.isPlainQuery else { throw .param }
        return keychain.removeItems(matching: try request.query())
    }
}

/// Does it, and turns a refusal into its number. What the keychain never heard of because the dictionary made no sense
/// is traced here.
private func status(
    _ operation: KeychainEvent.Operation, _ keychain: AppKeychain,
    _ body: () throws(KeychainReason) -> KeychainReason?
) -> OSStatus {
    do throws(KeychainReason) {
        return try body()?.status ?? errSecSuccess
    } catch {
        keychain.refuse(operation, error)
        return error.status
    }
}

extension SecItemRequest {
    fileprivate var isPlain: Bool { limit == nil && !returnsData && !returnsAttributes }
    fileprivate var isPlainQuery: Bool { isPlain && data == nil }
}
