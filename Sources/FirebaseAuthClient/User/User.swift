public import Foundation
import BridgePrimitives

/// A signed-in user: an object that stays valid, and tells what is known now.
///
/// One object stands for one sign-in; two of one user are different objects.
public final class User: UserInfo {
    let auth: Auth
    let session: UserSession

    init(auth: Auth, session: UserSession) { (self.auth, self.session) = (auth, session) }

    var profile: UserProfile { session.profile }

    public var uid: String { profile.uid }
    public var email: String? { profile.email }
    public var displayName: String? { profile.displayName }
    public var photoURL: URL? { profile.photoURL.flatMap { URL(string: $0) } }
    /// As in E.164.
    public var phoneNumber: String? { profile.phoneNumber }
    public var isEmailVerified: Bool { profile.isEmailVerified }
    /// Whether the user has neither a password nor an identity anywhere.
    public var isAnonymous: Bool { profile.isAnonymous }
    /// `Firebase`: the user as a whole; the identities are in ``providerData``.
    public var providerID: String { "Firebase" }
    /// The identities, one for each provider.
    public var providerData: [any UserInfo] { profile.identities }
    public var tenantID: String? { profile.tenantID }
    /// The long-lived secret of the session.
    public var refreshToken: String? { session.tokens.refreshToken.reveal() }

    public var metadata: UserMetadata {
        let profile = profile
        return UserMetadata(lastSignInDate: profile.lastSignInDate?.date, creationDate: profile.creationDate?.date)
    }

    /// The second factors, and how to add and remove them.
    public var multiFactor: MultiFactor { MultiFactor(user: self) }
}

extension User: Equatable {
    /// The same sign-in of the same user.
    public static func == (a: User, b: User) -> Bool { a.session === b.session }
}

extension User: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(session)) }
}

extension User: CustomStringConvertible {
    /// The id alone: no address, no token.
    public var description: String { "User(\(uid))" }
}
