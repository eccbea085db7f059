import SimulatedDevice

/// An app's preferences, as Foundation's class of that name: kept in the app's container, gone when it is removed.
///
/// Made in an app's code, in `AppProcess.run(_:)`; anything else is a programmer's error and stops the program. Writes
/// are on disk at once. Each object belongs to the process that made it, and writes nothing once that has ended.
///
/// A file that imports all of Foundation sees its `UserDefaults` too; `import class AppFrameworks.UserDefaults` beside
/// it says which one is meant.
public final class UserDefaults: Sendable {
    private let process: AppProcess
    private let domain: DefaultsDomain

    private init(process: AppProcess, domain: DefaultsDomain) { (self.process, self.domain) = (process, domain) }

    /// The app's own domain, named by its bundle id.
    public static var standard: UserDefaults {
        let process = AppProcess.required(by: "UserDefaults.standard")
        return UserDefaults(process: process, domain: process.defaults)
    }

    /// Another domain in the app's container.
    ///
    /// - Parameter suiteName: nil for the app's own; its bundle id and `NSGlobalDomain` give nil, as on iOS.
    public convenience init?(suiteName: String?) {
        let process = AppProcess.required(by: "UserDefaults(suiteName:)")
        guard let suiteName else {
            self.init(process: process, domain: process.defaults)
            return
        }
        guard !suiteName.isEmpty, suiteName != process.defaults.name, suiteName != Self.globalDomain else {
            return nil
        }
        self.init(process: process, domain: process.defaults.domain(named: suiteName))
    }

    public static let globalDomain = "NSGlobalDomain"

    // MARK: Writing

    /// - Parameter value: of a property list's kinds; nil removes. Anything else is a programmer's error and stops the
    ///   program, as on iOS.
    public func set(_ value: Any?, forKey defaultName: String) {
        guard let value else { return domain.removeValue(forKey: defaultName) }
        domain.set(Self.propertyValue(value, forKey: defaultName), forKey: defaultName)
    }

    public func set(_ value: Int, forKey defaultName: String) {
        domain.set(.integer(Int64(value)), forKey: defaultName)
    }
    public func set(_ value: Bool, forKey defaultName: String) { domain.set(.bool(value), forKey: defaultName) }
    public func set(_ value: Double, forKey defaultName: String) { domain.set(.double(value), forKey: defaultName) }
    public func set(_ value: Float, forKey defaultName: String) {
        domain.set(.double(Double(value)), forKey: defaultName)
    }

    public func removeObject(forKey defaultName: String) { domain.removeValue(forKey: defaultName) }

    /// Values for keys that have none; for this process only.
    public func register(defaults registrationDictionary: [String: Any]) {
        for (key, value) in registrationDictionary {
            process.register(Self.propertyValue(value, forKey: key), forKey: key)
        }
    }

    /// Nothing waits to be written.
    ///
    /// - Returns: true.
    @discardableResult
    public func synchronize() -> Bool { true }

    private static func propertyValue(_ value: Any, forKey key: String) -> PropertyValue {
        guard let value = PropertyValue(any: value) else {
            crashApp(
                "UserDefaults was given a \(type(of: value)) for \"\(key)\": it keeps String, numbers, Bool, Data, "
                    + "Date, and arrays and dictionaries of these")
        }
        return value
    }

    // MARK: Reading

    private func value(_ key: String) -> PropertyValue? { domain[key] ?? process.registered(key) }

    public func object(forKey defaultName: String) -> Any? { value(defaultName)?.any }
    /// Numbers come as text.
    public func string(forKey defaultName: String) -> String? { value(defaultName)?.text }
    public func data(forKey defaultName: String) -> Data? { value(defaultName)?.dataValue.map { Data($0) } }
    public func array(forKey defaultName: String) -> [Any]? { object(forKey: defaultName) as? [Any] }
    public func dictionary(forKey defaultName: String) -> [String: Any]? {
        object(forKey: defaultName) as? [String: Any]
    }
    /// Nil unless all elements are texts.
    public func stringArray(forKey defaultName: String) -> [String]? {
        guard case .array(let elements)? = value(defaultName) else { return nil }
        let texts = elements.compactMap(\.stringValue)
        return texts.count == elements.count ? texts : nil
    }
    /// 0 when there is no number.
    public func integer(forKey defaultName: String) -> Int { value(defaultName)?.integer ?? 0 }
    public func double(forKey defaultName: String) -> Double { value(defaultName)?.number ?? 0 }
    public func float(forKey defaultName: String) -> Float { Float(double(forKey: defaultName)) }
    /// False when there is nothing that says yes.
    public func bool(forKey defaultName: String) -> Bool { value(defaultName)?.truth ?? false }

    /// Everything that a look-up finds, registered values too.
    public func dictionaryRepresentation() -> [String: Any] {
        process.registeredDefaults.merging(domain.values) { _, own in own }.mapValues(\.any)
    }

    // MARK: Domains

    /// Nil when it has no values.
    public func persistentDomain(forName domainName: String) -> [String: Any]? {
        let values = domain.domain(named: domainName).values
        return values.isEmpty ? nil : values.mapValues(\.any)
    }

    public func setPersistentDomain(_ values: [String: Any], forName domainName: String) {
        domain.domain(named: domainName).replaceAll(
            with: Dictionary(uniqueKeysWithValues: values.map { ($0, Self.propertyValue($1, forKey: $0)) }))
    }

    public func removePersistentDomain(forName domainName: String) {
        domain.domain(named: domainName).removeAll()
    }
}
