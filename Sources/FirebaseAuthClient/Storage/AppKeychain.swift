public import BridgePrimitives
public import SimulatedDevice

extension Keychain {
    public enum Accessibility: String, CaseIterable, Sendable {
        case whenUnlocked, afterFirstUnlock, whenPasscodeSetThisDeviceOnly, whenUnlockedThisDeviceOnly
        case afterFirstUnlockThisDeviceOnly
    }
}

/// The keychain as one app sees it.
public struct AppKeychain: Sendable {
    let keychain: Keychain
    let group: String
    public init(keychain: Keychain, accessGroup: String) { (self.keychain, group) = (keychain, accessGroup) }

    public func item(service: String, account: String, accessGroup: String? = nil) -> Keychain.Lookup {
        keychain.item(
            for: .init(service: service, account: account, accessGroup: accessGroup ?? group), entitledTo: group)
    }
    public func set(
        _ data: Secret<[UInt8]>, service: String, account: String, accessGroup: String? = nil,
        accessibility: Keychain.Accessibility
    ) -> KeychainReason? {
        keychain.set(data, for: .init(service: service, account: account, accessGroup: accessGroup ?? group))
        return nil
    }
    public func remove(service: String, account: String, accessGroup: String? = nil) -> KeychainReason? {
        keychain.removeItem(for: .init(service: service, account: account, accessGroup: accessGroup ?? group))
        return nil
    }
    public func waitForProtectedData() async {}
}
