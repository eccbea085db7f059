public import Foundation
import BridgePrimitives
import IdentityProviders

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A user of Sign in with Apple, as the app is told.
public final class ASAuthorizationAppleIDCredential: ASAuthorizationCredential {
    /// The same for all apps of a team; the identity token's `sub`.
    public let user: String
    /// The request's.
    public let state: String?
    public let authorizedScopes: [ASAuthorization.Scope]
    /// UTF-8 text, good for five minutes and one exchange.
    public let authorizationCode: Data?
    /// A JWT in UTF-8.
    public let identityToken: Data?
    /// The first time only; a relay address when the user hides the own one.
    public let email: String?
    /// Nil when the name was not asked for; without any part after the first time.
    public let fullName: PersonNameComponents?
    public let realUserStatus: ASUserDetectionStatus

    init(_ credential: AppleIDCredential) {
        (user, state, email) = (credential.user, credential.state, credential.email)
        authorizedScopes = [
            credential.authorizedScopes.contains(.name) ? .fullName : nil,
            credential.authorizedScopes.contains(.email) ? .email : nil,
        ].compactMap { $0 }
        authorizationCode = Data(credential.authorizationCode.reveal().utf8)
        identityToken = Data(credential.identityToken.reveal().utf8)
        realUserStatus = ASUserDetectionStatus(rawValue: credential.realUserStatus.rawValue) ?? .unknown
        if credential.authorizedScopes.contains(.name) {
            var name = PersonNameComponents()
            (name.givenName, name.familyName) = (credential.firstName, credential.lastName)
            fullName = name
        } else {
            fullName = nil
        }
    }
}
