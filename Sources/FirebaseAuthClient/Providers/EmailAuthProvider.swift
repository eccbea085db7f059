import BridgePrimitives

/// Addresses: with a password, or with a link that comes by mail.
public enum EmailAuthProvider: Sendable {
    public static let id = "password"

    public static func credential(withEmail email: String, password: String) -> AuthCredential {
        EmailAuthCredential(email: email, proof: .password(Secret(password)))
    }

    /// - Parameter link: the URL that the app was opened with.
    public static func credential(withEmail email: String, link: String) -> AuthCredential {
        EmailAuthCredential(email: email, proof: .link(Secret(link)))
    }
}

/// What the SDK calls ``EmailAuthProvider/id`` elsewhere, and the ids of the others.
public let EmailAuthProviderID = EmailAuthProvider.id
public let PhoneAuthProviderID = PhoneAuthProvider.id
public let TwitterAuthProviderID = TwitterAuthProvider.id
public let GoogleAuthProviderID = GoogleAuthProvider.id
public let FacebookAuthProviderID = FacebookAuthProvider.id
public let GitHubAuthProviderID = GitHubAuthProvider.id
public let GameCenterAuthProviderID = GameCenterAuthProvider.id
