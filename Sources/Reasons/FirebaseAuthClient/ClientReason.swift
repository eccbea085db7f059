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
}
