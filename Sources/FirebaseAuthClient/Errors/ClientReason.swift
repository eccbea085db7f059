public import BridgePrimitives

/// What happens inside the client without becoming an error of the SDK.
public enum ClientReason: String, Reason {
    /// The app let go of its `OAuthProvider` while the user was on the web page.
    case providerReleased = "client/provider-released"
    /// The callback of the web sign-in is for another sign-in or another app.
    case foreignCallback = "client/foreign-callback"
    /// The environment shows no web pages.
    case noPresenter = "client/no-web-presenter"
    /// Neither the environment nor the app says where the auth service is.
    case noService = "client/no-service"
    /// An answer without what the service's answers have.
    case answerOfAnother = "client/answer-of-another"
    /// The stored user was refused and the client waits for the device to be unlocked.
    case waitingForUnlock = "client/waiting-for-unlock"
    /// What the keychain holds is no user.
    case archiveUnreadable = "client/archive-unreadable"

    public var meaning: String {
        switch self {
        case .providerReleased: "The app released its OAuthProvider before the web sign-in came back."
        case .foreignCallback: "The web sign-in came back with another sign-in's event or scheme."
        case .noPresenter: "The environment has nothing that shows a web page."
        case .noService: "Nobody said where the auth service is."
        case .answerOfAnother: "The answer is not one of the auth service: a proxy or another program gave it."
        case .waitingForUnlock: "The keychain is locked, so nobody is signed in until the device is unlocked."
        case .archiveUnreadable: "The stored user cannot be decoded, so nobody is signed in."
        }
    }

    public var fix: String {
        switch self {
        case .providerReleased: "Keep the provider in a property until the completion was called."
        case .foreignCallback: "Give the callback of the running sign-in."
        case .noPresenter: "Give the environment a web presenter."
        case .noService: "Call useEmulator(withHost:port:), or give the environment a service."
        case .answerOfAnother: "Look at what listens at that address, and at what is in between."
        case .waitingForUnlock: ""
        case .archiveUnreadable: "Sign in again."
        }
    }
}
