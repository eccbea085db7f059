public import BridgePrimitives
import BridgeTrace

extension Device {
    /// What the device keeps when its power goes: keychain, apps with their preferences and persistent cookies, lock.
    ///
    /// Cookies without an expiry, stores in memory and processes are not among it; nor are service workers and what
    /// tracking prevention has counted. It holds every secret of the device.
    public var snapshot: Secret<JSONValue> {
        Secret([
            "version": .integer(Self.snapshotVersion), "protection": .string(protection.state.rawValue),
            "hasPasscode": .bool(protection.hasPasscode), "keychain": keychain.snapshot.reveal(),
            "apps": .array(containers.map { $0.snapshot.reveal() }),
        ])
    }

    /// Makes the device what it was: whatever was on it goes, running processes end. ``services`` stay.
    ///
    /// - Throws: `device/unreadable-state` for anything but what ``snapshot`` gives; the device stays as it is then.
    public func restore(_ snapshot: Secret<JSONValue>) throws(BridgeFailure) {
        let json = snapshot.reveal()
        guard json["version"]?.integerValue == Self.snapshotVersion else {
            throw DeviceReason.unreadableState.failure("the state has no version, or not \(Self.snapshotVersion)")
        }
        guard let state = json["protection"]?.stringValue.flatMap(DataProtection.State.init(rawValue:)),
            let hasPasscode = json["hasPasscode"]?.boolValue, hasPasscode || state == .unlocked
        else { throw DeviceReason.unreadableState.failure("the state does not say whether the device is locked") }
        guard let rows = json["apps"]?.arrayValue, rows.count <= Self.appLimit else {
            throw DeviceReason.unreadableState.failure("the state has no list of at most \(Self.appLimit) apps")
        }
        let items: [Keychain.Item]
        do throws(BridgeFailure) { items = try Keychain.items(snapshot: Secret(json["keychain"] ?? .null)) } catch {
            throw DeviceReason.unreadableState.failure("its keychain cannot be read")
        }
        var containers: [AppContainer] = []
        for (index, row) in rows.enumerated() {
            guard let container = AppContainer(snapshot: row, surroundings: surroundings) else {
                throw DeviceReason.unreadableState.failure("its app \(index + 1) of \(rows.count) cannot be read")
            }
            do throws(BridgeFailure) { try check(container.bundle) } catch {
                throw DeviceReason.unreadableState.failure("its app \(index + 1): \(error.cause)")
            }
            containers.append(container)
        }
        guard Set(containers.map(\.bundle.bundleID)).count == containers.count else {
            throw DeviceReason.unreadableState.failure("it has two apps of one bundle id")
        }
        for old in replaceAll(with: containers) { old.remove(protection: protection) }
        keychain.replaceAll(with: items)
        protection.set(hasPasscode: hasPasscode)
        protection.set(state)
        record(.restore)
    }

    private static let snapshotVersion: Int64 = 1
    private static let appLimit = 1000
}
