public import BridgePrimitives

/// Why a device does not do what it is told.
public enum DeviceReason: String, Reason {
    case appNotInstalled = "device/app-not-installed"
    case appAlreadyInstalled = "device/app-already-installed"
    case otherTeam = "device/other-team"
    case deviceLocked = "device/locked"
    case processEnded = "device/process-ended"
    case invalidBundle = "device/invalid-bundle"
    case unreadableState = "device/unreadable-state"

    public var meaning: String {
        switch self {
        case .appNotInstalled: "There is no app of that bundle id on the device."
        case .appAlreadyInstalled: "An app of that bundle id is on the device already."
        case .otherTeam: "The update is signed by another team than the app."
        case .deviceLocked: "Nobody can open an app on a locked device."
        case .processEnded: "The process has ended, so none of its code runs any more."
        case .invalidBundle: "The bundle has no usable team or bundle id."
        case .unreadableState: "The text is no saved state of a device."
        }
    }

    public var fix: String {
        switch self {
        case .appNotInstalled: "install the app first"
        case .appAlreadyInstalled: "update the app, or uninstall it first"
        case .otherTeam: "transfer the app to the new team, or uninstall it first"
        case .deviceLocked: "unlock the device, or let the system start the app (prewarm, background)"
        case .processEnded: "launch the app again and run the code in the new process"
        case .invalidBundle: "use letters, digits, hyphens and dots, such as TEAM123456 and com.example.shop"
        case .unreadableState: "remove it, and start with a new device"
        }
    }

    func failure(_ cause: String) -> BridgeFailure {
        BridgeFailure(
            self == .unreadableState ? .unreadableInput : .usage, code: rawValue, cause: cause, fix: fix)
    }
}
