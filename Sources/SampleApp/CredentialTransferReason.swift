public import BridgePrimitives

/// What became of the copy of a signed-in user that an app keeps for its transfer to another team.
public enum CredentialTransferReason: String, Reason {
    case keptCopy = "transfer/kept-copy"
    case nobodyToKeep = "transfer/nobody-to-keep"
    case restored = "transfer/restored"
    case noCopy = "transfer/no-copy"
    case copyUnreadable = "transfer/copy-unreadable"
    case alreadySignedIn = "transfer/already-signed-in"
    case restoredTooLate = "transfer/restored-too-late"
    case keychainRefused = "transfer/keychain-refused"
    case deletedCopy = "transfer/deleted-copy"

    public var meaning: String {
        switch self {
        case .keptCopy: "An encrypted copy of the signed-in user is in the preferences."
        case .nobodyToKeep: "Nobody was signed in, so there is no user to keep a copy of."
        case .restored: "The copy is in the new team's keychain."
        case .noCopy:
            "The preferences hold no copy: the version that keeps one was never started, or nobody was signed in."
        case .copyUnreadable: "The copy in the preferences was changed, or was made for another app."
        case .alreadySignedIn: "The keychain has a user already, so the copy is not needed."
        case .restoredTooLate:
            "The user was written back after FirebaseApp.configure(), which had read the keychain by then."
        case .keychainRefused: "The keychain did not take or give the user."
        case .deletedCopy: "The copy was deleted with the sign-out."
        }
    }

    public var fix: String {
        switch self {
        case .keptCopy, .nobodyToKeep, .restored, .alreadySignedIn, .deletedCopy: ""
        case .noCopy:
            "Release the version that keeps the copy long before the transfer, and ask others to sign in again."
        case .copyUnreadable: "Ask the user to sign in again."
        case .restoredTooLate: "Write the user back before FirebaseApp.configure()."
        case .keychainRefused: "Try again once the device has been unlocked."
        }
    }
}
