public import BridgePrimitives
package import BridgeTrace

/// The keychain as one process of an app sees it: items of the app's groups, as far as the device's lock lets it.
///
/// Each call is decided anew: a lock, an update or the end of the process shows in the next answer. Answers are traced.
public struct AppKeychain: Sendable {
    let process: AppProcess

    private var keychain: Keychain { process.device.keychain }

    /// The groups whose items the app may have; the first is where items go that name none.
    public var accessGroups: [String] { process.app.bundle.accessGroups }
    public var defaultAccessGroup: String { process.app.bundle.defaultAccessGroup }

    // MARK: Generic passwords

    /// - Parameter accessGroup: nil to look in all groups of the app.
    public func item(service: String, account: String, accessGroup: String? = nil) -> Keychain.Lookup {
        let query = Keychain.Query(service: service, account: account, accessGroup: accessGroup)
        return switch items(matching: query) {
        case .refused(let reason): .refused(reason)
        case .found(let items): items.first.map { .found($0.data) } ?? .refused(.itemNotFound)
        }
    }

    /// Adds the item or, if it is there, gives it new data and a new accessibility.
    ///
    /// - Parameter accessGroup: nil for the app's default group.
    /// - Returns: nil when it is written.
    public func set(
        _ data: Secret<[UInt8]>, service: String, account: String, accessGroup: String? = nil,
        accessibility: Keychain.Accessibility
    ) -> KeychainReason? {
        let attributes: [Keychain.Attribute: PropertyValue] = [
            .service: .string(service), .account: .string(account),
        ]
        let group = accessGroup ?? defaultAccessGroup
        let reason = add(
            .genericPassword, attributes, data: data, accessGroup: group, accessibility: accessibility)
        guard reason == .duplicateItem else { return reason }
        return update(
            matching: Keychain.Query(service: service, account: account, accessGroup: group),
            with: Keychain.Changes(data: data, accessibility: accessibility))
    }

    /// - Parameter accessGroup: nil to remove it from all groups of the app.
    /// - Returns: nil when it is gone, also when it was not there.
    public func remove(service: String, account: String, accessGroup: String? = nil) -> KeychainReason? {
        let reason = removeItems(
            matching: Keychain.Query(service: service, account: account, accessGroup: accessGroup))
        return reason == .itemNotFound ? nil : reason
    }

    /// Returns once protected data is available (first unlock); at once when it is.
    ///
    /// Also when the task is cancelled or the process ends: the next read tells.
    public func waitForProtectedData() async {
        let process = process
        await keychain.protection.waitForFirstUnlock(owner: process.id) { process.isEnded }
    }

    // MARK: Any item, as SecItem.h

    /// `SecItemAdd`.
    ///
    /// - Parameter accessGroup: nil for the app's default group.
    public func add(
        _ itemClass: Keychain.ItemClass, _ attributes: [Keychain.Attribute: PropertyValue], data: Secret<[UInt8]>,
        accessGroup: String? = nil, isSynchronizable: Bool = false, accessibility: Keychain.Accessibility
    ) -> KeychainReason? {
        let key = Keychain.ItemKey(
            itemClass, attributes, accessGroup: accessGroup ?? defaultAccessGroup,
            isSynchronizable: isSynchronizable)
        let now = process.device.now
        let item = Keychain.Item(
            key: key, accessibility: accessibility,
            attributes: attributes.filter { !itemClass.primary.contains($0.key) }, data: data, creation: now,
            modification: now)
        let reason = process.isEnded ? .processEnded : keychain.add(item, groups: accessGroups)
        record(.add, key.attributes, key.accessGroup, reason)
        return reason
    }

    /// `SecItemCopyMatching`, with all that matches.
    public func items(matching query: Keychain.Query) -> Keychain.Matches {
        let matches: Keychain.Matches =
            process.isEnded ? .refused(.processEnded) : keychain.matches(query, groups: accessGroups)
        switch matches {
        case .found(let items): record(.copyMatching, query.attributes, items.first?.key.accessGroup, nil)
        case .refused(let reason): record(.copyMatching, query.attributes, query.accessGroup, reason)
        }
        return matches
    }

    /// `SecItemUpdate`: nil when all that matches is changed.
    public func update(matching query: Keychain.Query, with changes: Keychain.Changes) -> KeychainReason? {
        let reason =
            process.isEnded
            ? .processEnded
            : keychain.update(query, with: changes, groups: accessGroups, now: process.device.now)
        record(.update, query.attributes, query.accessGroup, reason)
        return reason
    }

    /// `SecItemDelete`: nil when something was there and all of it is gone.
    public func removeItems(matching query: Keychain.Query) -> KeychainReason? {
        let reason = process.isEnded ? .processEnded : keychain.remove(query, groups: accessGroups)
        record(.delete, query.attributes, query.accessGroup, reason)
        return reason
    }

    /// Traces a question that made no sense and was never put to the keychain.
    package func refuse(_ operation: KeychainEvent.Operation, _ reason: KeychainReason) {
        record(operation, [:], nil, reason)
    }

    /// Names only: what an item holds is in no trace, not even as a fingerprint.
    private func record(
        _ operation: KeychainEvent.Operation, _ attributes: [Keychain.Attribute: PropertyValue], _ group: String?,
        _ reason: KeychainReason?
    ) {
        let trace = process.device.trace
        func text(_ names: Keychain.Attribute...) -> MaskedText {
            trace.masking.text(names.compactMap { attributes[$0]?.stringValue }.first ?? "")
        }
        trace.record(
            .keychain(
                KeychainEvent(
                    operation, app: process.app.bundle.bundleID, service: text(.service, .server),
                    account: text(.account), accessGroup: group, status: reason?.status ?? 0,
                    reasons: reason.map { [$0.code] } ?? [])), by: .app)
    }
}
