public import BridgePrimitives

/// Why a device does not do what it is told.
public enum DeviceReason: String, FailureReason {
    case appNotInstalled = "device/app-not-installed"
    case appAlreadyInstalled = "device/app-already-installed"
    case otherTeam = "device/other-team"
    case deviceLocked = "device/locked"
    case processEnded = "device/process-ended"
    case invalidBundle = "device/invalid-bundle"
    case noBackup = "device/no-backup"
    case unreadableState = "device/unreadable-state"
    case unreadableKeychain = "keychain/unreadable-snapshot"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .unreadableState, .unreadableKeychain: .unreadableInput
        case .appNotInstalled, .appAlreadyInstalled, .otherTeam, .deviceLocked, .processEnded, .invalidBundle,
            .noBackup:
            .usage
        }
    }

    public var meaning: String {
        switch self {
        case .appNotInstalled: "There is no app of that bundle id on the device."
        case .appAlreadyInstalled: "An app of that bundle id is on the device already."
        case .otherTeam: "The update is signed by another team than the app."
        case .deviceLocked: "Nobody can open an app on a locked device."
        case .processEnded: "The process has ended, so none of its code runs any more."
        case .invalidBundle: "The bundle has no usable team or bundle id."
        case .noBackup: "Nothing of the device was kept that could be put back."
        case .unreadableState: "The text is no saved state of a device."
        case .unreadableKeychain: "The text is no snapshot of a keychain."
        }
    }

    public var fix: String {
        switch self {
        case .appNotInstalled: "Install the app first."
        case .appAlreadyInstalled: "Update the app, or uninstall it first."
        case .otherTeam: "Transfer the app to the new team, or uninstall it first."
        case .deviceLocked: "Unlock the device, or let the system start the app (prewarm, background)."
        case .processEnded: "Launch the app again and run the code in the new process."
        case .invalidBundle: "Use letters, digits, hyphens and dots, such as TEAM123456 and com.example.shop."
        case .noBackup: "Back the device up first."
        case .unreadableState: "Remove it, and start with a new device."
        case .unreadableKeychain: "Remove it, and the device starts with an empty keychain."
        }
    }
}
