public import BridgePrimitives

/// A device's keychain: passwords by class, service and account, kept apart by access group.
///
/// Items outlive the app's process and its removal. Apps reach them through ``AppKeychain``, which asks for what the
/// app's entitlements and the device's lock let it have.
public final class Keychain: Sendable {
    /// Whether the device is locked, by which items can be read or not.
    public let protection: DataProtection

    fileprivate struct State {
        var items: [ItemKey: Item] = [:]
        var nextSequence = 0
    }
    private let state = Mutex(State())

    /// Bytes that one item holds at most, and items that a keychain holds at most; beyond them an item is refused with
    /// ``KeychainReason/param``.
    public static let dataLimit = 1 << 20, itemLimit = 100_000

    public init(protection: DataProtection = DataProtection()) { self.protection = protection }

    /// What came of looking an item up, in the words of `OSStatus`.
    public enum Lookup: Sendable {
        case found(Secret<[UInt8]>)
        case refused(KeychainReason)
    }

    /// What came of a query.
    public enum Matches: Sendable {
        /// At least one item, the oldest first.
        case found([Item])
        case refused(KeychainReason)
    }

    // MARK: As whoever holds the device

    /// Adds the item or replaces what was under its key, whatever the app and the lock say.
    public func set(
        _ data: Secret<[UInt8]>, for key: ItemKey, accessibility: Accessibility = .afterFirstUnlockThisDeviceOnly
    ) {
        state.withLock { state in
            let old = state.items[key]
            state.items[key] = Item(
                key: key, accessibility: accessibility, attributes: old?.attributes ?? [:], data: data,
                creation: old?.creation ?? .epoch, modification: old?.modification ?? .epoch,
                sequence: old?.sequence ?? state.takeSequence())
        }
    }

    /// - Parameter accessGroup: the access group of whoever asks.
    public func item(for key: ItemKey, entitledTo accessGroup: String) -> Lookup {
        guard key.accessGroup == accessGroup else { return .refused(.missingEntitlement) }
        guard let item = state.withLock({ $0.items[key] }) else { return .refused(.itemNotFound) }
        guard protection.state.allows(item.accessibility) else { return .refused(.interactionNotAllowed) }
        return .found(item.data)
    }

    /// Does nothing when there is no such item.
    public func removeItem(for key: ItemKey) {
        state.withLock { $0.items[key] = nil }
    }

    /// Keys without their data, in a fixed order, for listings.
    public var keys: [ItemKey] { items.map(\.key).sorted() }

    /// All items, whoever may read them, the oldest first.
    var items: [Item] {
        state.withLock { Array($0.items.values) }.sorted { $0.sequence < $1.sequence }
    }

    /// Makes `items` all that there is.
    func replaceAll(with items: [Item]) {
        state.withLock { state in
            state = State()
            for var item in items {
                item.sequence = state.takeSequence()
                state.items[item.key] = item
            }
        }
    }

    func removeAll(where isLeaving: (Item) -> Bool) {
        state.withLock { state in
            for (key, item) in state.items where isLeaving(item) { state.items[key] = nil }
        }
    }

    // MARK: As an app, see SecItem.h

    /// - Parameter groups: the access groups that the app belongs to.
    func add(_ item: Item, groups: [String]) -> KeychainReason? {
        guard groups.contains(item.key.accessGroup) else { return .missingEntitlement }
        guard item.data.reveal().count <= Self.dataLimit else { return .param }
        if let reason = protection.refusal(writing: item.accessibility) { return reason }
        return state.withLock { state in
            guard state.items[item.key] == nil else { return .duplicateItem }
            guard state.items.count < Self.itemLimit else { return .param }
            var item = item
            item.sequence = state.takeSequence()
            state.items[item.key] = item
            return nil
        }
    }

    /// Items that cannot be read now are left out; only when that leaves none is the query refused (assumed).
    func matches(_ query: Query, groups: [String]) -> Matches {
        switch found(query, groups: groups) {
        case .refused(let reason): return .refused(reason)
        case .found(let items):
            let protection = protection.state
            let readable = items.filter { protection.allows($0.accessibility) }
            return readable.isEmpty ? .refused(.interactionNotAllowed) : .found(readable)
        }
    }

    /// All or none: one item that may not be changed, or that would take another's place, and nothing is written.
    func update(_ query: Query, with changes: Changes, groups: [String], now: Instant) -> KeychainReason? {
        guard (changes.data?.reveal().count ?? 0) <= Self.dataLimit else { return .param }
        guard changes.accessGroup.map({ groups.contains($0) }) ?? true else { return .missingEntitlement }
        let items: [Item]
        switch found(query, groups: groups) {
        case .refused(let reason): return reason
        case .found(let found): items = found
        }
        let protection = protection
        return state.withLock { state in
            var changed = state
            for old in items {
                guard let current = changed.items[old.key] else { continue }
                guard protection.state.allows(current.accessibility) else { return .interactionNotAllowed }
                let item = current.changed(by: changes, now: now)
                if let reason = protection.refusal(writing: item.accessibility) { return reason }
                changed.items[old.key] = nil
                guard changed.items[item.key] == nil else { return .duplicateItem }
                changed.items[item.key] = item
            }
            state = changed
            return nil
        }
    }

    /// Items go whether the device is locked or not: nothing needs to be decrypted for that (assumed).
    func remove(_ query: Query, groups: [String]) -> KeychainReason? {
        switch found(query, groups: groups) {
        case .refused(let reason): return reason
        case .found(let items):
            state.withLock { state in for item in items { state.items[item.key] = nil } }
            return nil
        }
    }

    private func found(_ query: Query, groups: [String]) -> Matches {
        if let group = query.accessGroup, !groups.contains(group) { return .refused(.missingEntitlement) }
        let groups = Set(groups)
        let matching = items.filter { groups.contains($0.key.accessGroup) && query.matches($0) }
        return matching.isEmpty ? .refused(.itemNotFound) : .found(matching)
    }
}

extension Keychain.State {
    fileprivate mutating func takeSequence() -> Int {
        defer { nextSequence += 1 }
        return nextSequence
    }
}
