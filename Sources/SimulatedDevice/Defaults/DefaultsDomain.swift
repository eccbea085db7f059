/// One domain of an app's preferences: its own (`UserDefaults.standard`), or another one by name.
///
/// Writes are there at once, for this process and the next. Those of a process that has ended are dropped. To a process
/// before the first unlock the file is still encrypted: it reads nothing, and what it writes is lost (assumed).
public struct DefaultsDomain: Sendable {
    let store: DefaultsStore
    /// The app's bundle id, or the suite's name.
    public let name: String
    /// Whose view it is; nil for whoever holds the device.
    private let process: ProcessRecord?
    private let protection: DataProtection?

    /// As whoever holds the device sees it: always there.
    init(store: DefaultsStore, name: String) { self.init(store: store, name: name, process: nil, protection: nil) }

    init(store: DefaultsStore, name: String, process: ProcessRecord?, protection: DataProtection?) {
        (self.store, self.name, self.process, self.protection) = (store, name, process, protection)
    }

    private var isReadable: Bool { protection?.state != .beforeFirstUnlock }
    private var isWritable: Bool { isReadable && process?.phase != .ended }

    /// Setting nil removes the value.
    public subscript(key: String) -> PropertyValue? {
        get { isReadable ? store.value(key, in: name) : nil }
        nonmutating set { if isWritable { store.set(newValue, for: key, in: name) } }
    }

    public func value(forKey key: String) -> PropertyValue? { self[key] }

    public func set(_ value: PropertyValue?, forKey key: String) { self[key] = value }

    public func removeValue(forKey key: String) { self[key] = nil }

    /// All of the domain; empty when there is none.
    public var values: [String: PropertyValue] { isReadable ? store.values(of: name) : [:] }

    /// Makes `values` all of the domain, as `setPersistentDomain(_:forName:)`.
    public func replaceAll(with values: [String: PropertyValue]) {
        if isWritable { store.setAll(values, in: name) }
    }

    /// As `removePersistentDomain(forName:)`.
    public func removeAll() { replaceAll(with: [:]) }

    /// Another domain in the same app's container.
    public func domain(named name: String) -> DefaultsDomain {
        DefaultsDomain(store: store, name: name, process: process, protection: protection)
    }
}
