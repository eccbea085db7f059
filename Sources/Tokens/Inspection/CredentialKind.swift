/// What a text is that somebody took for a token, by what it says of itself: nothing of it is checked.
public enum CredentialKind: String, CaseIterable, Sendable {
    case idToken = "id-token"
    case customToken = "custom-token"
    case sessionCookie = "session-cookie"
    case emulatorRefreshToken = "emulator-refresh-token"
    case refreshToken = "refresh-token"
    case appleIdentityToken = "apple-identity-token"
    case googleIdentityToken = "google-identity-token"
    case accessToken = "access-token"
    case serviceAccountAssertion = "service-account-assertion"
    case unknownJWT = "unknown-jwt"
    case noToken = "no-token"

    /// With its article, as it stands in a sentence.
    public var words: String {
        switch self {
        case .idToken: "a Firebase ID token"
        case .customToken: "a Firebase custom token"
        case .sessionCookie: "a Firebase session cookie"
        case .emulatorRefreshToken: "a refresh token of the Auth Emulator"
        case .refreshToken: "a Firebase refresh token"
        case .appleIdentityToken: "an identity token of Apple's"
        case .googleIdentityToken: "an identity token of Google's"
        case .accessToken: "an access token of Google's"
        case .serviceAccountAssertion: "a service account's assertion"
        case .unknownJWT: "a JWT of nobody that is known here"
        case .noToken: "no token"
        }
    }

    /// One sentence: whom it is for, and what it does not do.
    public var use: String {
        switch self {
        case .idToken: "It is for a server that calls verifyIdToken; no client can sign in with it."
        case .customToken:
            "It is for a client that calls signInWithCustomToken, within its hour; no server verifies it."
        case .sessionCookie: "It is for a server that calls verifySessionCookie; no client can sign in with it."
        case .emulatorRefreshToken, .refreshToken:
            "It is for the token endpoint, which answers with a fresh ID token; it belongs on the device alone."
        case .appleIdentityToken, .googleIdentityToken:
            "It is for accounts:signInWithIdp, which answers with Firebase's own tokens; for Apple's also with the nonce."
        case .accessToken: "It is for Google's own interfaces, as a bearer token of a service account or a user."
        case .serviceAccountAssertion: "It is for Google's token endpoint, which answers with an access token."
        case .unknownJWT: "Nothing of Firebase's takes it."
        case .noToken: "Nothing takes it."
        }
    }

    /// Whom a token of this kind is for, as far as there is a verifier of it.
    package var reader: TokenReader {
        switch self {
        case .customToken: .signInWithCustomToken
        case .sessionCookie: .verifySessionCookie
        default: .verifyIDToken
        }
    }
}
