/// One domain of an app's preferences: its own (`UserDefaults.standard`), or another one by name.
///
/// Writes are there at once, for this process and the next. Those of a process that has ended are dropped.
public struct DefaultsDomain: Sendable {
    let store: DefaultsStore
    /// The app's bundle id, or the suite's name.
    public let name: String
    /// Whether the process that writes is alive; always true for whoever holds the device.
    let mayWrite: @Sendable () -> Bool

    init(store: DefaultsStore, name: String, mayWrite: @escaping @Sendable () -> Bool = { true }) {
        (self.store, self.name, self.mayWrite) = (store, name, mayWrite)
    }

    /// Setting nil removes the value.
    public subscript(key: String) -> PropertyValue? {
        get { store.value(key, in: name) }
        nonmutating set { if mayWrite() { store.set(newValue, for: key, in: name) } }
    }

    public func value(forKey key: String) -> PropertyValue? { self[key] }

    public func set(_ value: PropertyValue?, forKey key: String) { self[key] = value }

    public func removeValue(forKey key: String) { self[key] = nil }

    /// All of the domain; empty when there is none.
    public var values: [String: PropertyValue] { store.values(of: name) }

    /// Makes `values` all of the domain, as `setPersistentDomain(_:forName:)`.
    public func replaceAll(with values: [String: PropertyValue]) {
        if mayWrite() { store.setAll(values, in: name) }
    }

    /// As `removePersistentDomain(forName:)`.
    public func removeAll() { replaceAll(with: [:]) }

    /// Another domain in the same app's container.
    public func domain(named name: String) -> DefaultsDomain {
        DefaultsDomain(store: store, name: name, mayWrite: mayWrite)
    }
}
