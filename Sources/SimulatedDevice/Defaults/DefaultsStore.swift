import BridgePrimitives

/// The preferences in an app's container: a domain for each name, among them the app's own, named by its bundle id.
///
/// They go with the container, when the app is removed.
final class DefaultsStore: Sendable {
    private let domains = Mutex<[String: [String: PropertyValue]]>([:])

    func values(of domain: String) -> [String: PropertyValue] { domains.withLock { $0[domain] ?? [:] } }

    func value(_ key: String, in domain: String) -> PropertyValue? { domains.withLock { $0[domain]?[key] } }

    /// Nil removes.
    func set(_ value: PropertyValue?, for key: String, in domain: String) {
        domains.withLock { domains in
            domains[domain, default: [:]][key] = value
            if domains[domain]?.isEmpty == true { domains[domain] = nil }
        }
    }

    func setAll(_ values: [String: PropertyValue], in domain: String) {
        domains.withLock { $0[domain] = values.isEmpty ? nil : values }
    }

    /// Names of the domains that have values, in alphabetical order.
    var names: [String] { domains.withLock { $0.keys.sorted() } }

    // MARK: Snapshot

    var json: JSONValue {
        let domains = domains.withLock { $0 }
        return .object(
            JSONObject(domains.sorted { $0.key < $1.key }.map { ($0.key, PropertyValue.dictionary($0.value).json) }))
    }

    init() {}

    /// Nil for anything but what ``json`` gives.
    convenience init?(json: JSONValue) {
        guard let members = json.objectValue else { return nil }
        self.init()
        for (name, value) in members {
            guard case .dictionary(let values)? = PropertyValue(json: value) else { return nil }
            setAll(values, in: name)
        }
    }
}
