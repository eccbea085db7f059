public import AppFrameworks
public import FirebaseAuthClient

/// Signs in with a link in a mail. The address is kept until the link comes back: the link alone does not name it, so that
/// a stolen one signs nobody in.
@MainActor
public struct EmailLinkSignIn {
    /// Where the app keeps the address meanwhile.
    public static let addressKey = "emailForSignIn"

    private let continueURL: URL
    private let defaults: UserDefaults

    /// - Parameter continueURL: what the link leads to beside the sign-in; its domain must be one of the project's.
    public init(continueURL: URL, defaults: UserDefaults = .standard) {
        (self.continueURL, self.defaults) = (continueURL, defaults)
    }

    /// Has the mail sent.
    public func sendLink(to email: String) async throws {
        let settings = ActionCodeSettings()
        settings.url = continueURL
        settings.handleCodeInApp = true
        try await Auth.auth().sendSignInLink(toEmail: email, actionCodeSettings: settings)
        defaults.set(email, forKey: Self.addressKey)
    }

    /// Takes the link that the app was opened with.
    ///
    /// - Throws: `invalidActionCode` for another link, and where this app has sent none; `expiredActionCode` for a used one.
    @discardableResult
    public func open(_ link: String) async throws -> AuthDataResult {
        guard Auth.auth().isSignIn(withEmailLink: link), let email = defaults.string(forKey: Self.addressKey) else {
            throw AuthErrorCode.invalidActionCode
        }
        let result = try await Auth.auth().signIn(withEmail: email, link: link)
        defaults.removeObject(forKey: Self.addressKey)
        return result
    }
}
