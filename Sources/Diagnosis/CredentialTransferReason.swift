public import BridgePrimitives
public import SampleApp

/// What became of the copy of a signed-in user that an app keeps for its transfer to another team: what the app itself
/// says of it, as the reasons that stand in a trace.
public typealias CredentialTransferReason = CredentialTransfer.Outcome

extension CredentialTransfer.Outcome: Reason {
    public var meaning: String {
        switch self {
        case .keptCopy: "An encrypted copy of the signed-in user is in the preferences."
        case .nobodyToKeep: "Nobody was signed in, so there is no user to keep a copy of."
        case .otherKey:
            "The keychain has a user of Firebase's, under another service or account than the one that is asked for."
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
        case .otherKey:
            "Ask for the service firebase_auth_GOOGLE-APP-ID and the account firebase_auth_1_APP-NAME_firebase_user,"
                + " with the values of the app that was configured."
        case .noCopy:
            "Release the version that keeps the copy long before the transfer, and ask others to sign in again."
        case .copyUnreadable: "Ask the user to sign in again."
        case .restoredTooLate: "Write the user back before FirebaseApp.configure()."
        case .keychainRefused: "Try again once the device has been unlocked."
        }
    }
}
