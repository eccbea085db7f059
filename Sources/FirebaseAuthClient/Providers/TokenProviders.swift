import BridgePrimitives

/// Twitter, whose tokens are OAuth 1.0's.
public enum TwitterAuthProvider: Sendable {
    public static let id = "twitter.com"

    public static func credential(withToken token: String, secret: String) -> AuthCredential {
        OAuthCredential(providerID: id, tokens: .init(accessToken: Secret(token), secret: Secret(secret)))
    }
}

public enum GoogleAuthProvider: Sendable {
    public static let id = "google.com"

    public static func credential(withIDToken idToken: String, accessToken: String) -> AuthCredential {
        OAuthCredential(providerID: id, tokens: .init(idToken: Secret(idToken), accessToken: Secret(accessToken)))
    }
}

public enum FacebookAuthProvider: Sendable {
    public static let id = "facebook.com"

    public static func credential(withAccessToken accessToken: String) -> AuthCredential {
        OAuthCredential(providerID: id, tokens: .init(accessToken: Secret(accessToken)))
    }
}

public enum GitHubAuthProvider: Sendable {
    public static let id = "github.com"

    public static func credential(withToken token: String) -> AuthCredential {
        OAuthCredential(providerID: id, tokens: .init(accessToken: Secret(token)))
    }
}
