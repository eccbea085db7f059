/// Why a device refuses a command.
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
}
