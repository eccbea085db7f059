public import BridgePrimitives

/// Something happened to a device or to an app on it.
public struct DeviceEvent: Hashable, Sendable {
    public enum Action: String, CaseIterable, Sendable {
        case install, update, transfer, uninstall
        case launch
        /// The app was running already.
        case open
        case foreground, background, end
        case lock, unlock, passcode, reboot
        case updateSystem = "update-system"
        case erase, restore
    }
    public let action: Action
    /// The device's name.
    public let device: String
    /// The bundle id; nil when it concerns all apps.
    public let app: String?
    /// Who launched, from which version to which; may be empty.
    public let detail: String

    public init(_ action: Action, device: String, app: String? = nil, detail: String = "") {
        (self.action, self.device, self.app, self.detail) = (action, device, app, detail)
    }
}

/// An app asked the keychain for something. What the items hold is never part of it.
public struct KeychainEvent: Hashable, Sendable {
    public enum Operation: String, CaseIterable, Sendable {
        case copyMatching = "copy-matching"
        case add, update, delete
    }
    public let operation: Operation
    /// The bundle id of the app that asks.
    public let app: String
    /// `kSecAttrService`, or `kSecAttrServer`.
    public let service: MaskedText
    public let account: MaskedText
    /// The group named in the question, or the one that an item was found in; nil for all that the app has.
    public let accessGroup: String?
    /// `OSStatus`; 0 is `errSecSuccess`.
    public let status: Int32
    public let reasons: [ReasonCode]

    public init(
        _ operation: Operation, app: String, service: MaskedText, account: MaskedText, accessGroup: String?,
        status: Int32, reasons: [ReasonCode] = []
    ) {
        (self.operation, self.app, self.service, self.account) = (operation, app, service, account)
        (self.accessGroup, self.status, self.reasons) = (accessGroup, status, reasons)
    }
}
