import BridgePrimitives
import Synchronization

/// A user in the form in which the client keeps it between launches; the names are those of the iOS SDK's archive.
enum UserArchive: Sendable {
    static func bytes(of session: UserSession) -> Secret<[UInt8]> {
        let state = session.state.withLock { $0 }
        let (profile, tokens) = (state.profile, state.tokens)
        var user = JSONObject([
            ("userID", .string(profile.uid)), ("anonymous", .bool(profile.isAnonymous)),
            ("emailVerified", .bool(profile.isEmailVerified)),
            ("providerIDs", .array(profile.providerIDs.map { .string($0) })),
        ])
        user["email"] = profile.email.map { .string($0) }
        user["displayName"] = profile.displayName.map { .string($0) }
        user["photoURL"] = profile.photoURL.map { .string($0) }
        user["phoneNumber"] = profile.phoneNumber.map { .string($0) }
        user["creationDate"] = profile.creationDate.map { .integer($0.millisecondsSinceEpoch) }
        user["lastSignInDate"] = profile.lastSignInDate.map { .integer($0.millisecondsSinceEpoch) }
        var service = JSONObject([
            ("accessToken", .string(tokens.idToken.reveal())), ("refreshToken", .string(tokens.refreshToken.reveal())),
        ])
        service["accessTokenExpirationDate"] = tokens.expiry.map { .integer($0.millisecondsSinceEpoch) }
        user["tokenService"] = .object(service)
        return Secret(JSONValue.object(user).bytes())
    }

    /// Returns nil when user id or tokens are missing: then nobody is signed in.
    static func session(from bytes: [UInt8]) -> UserSession? {
        guard let user = try? JSONValue(parsing: bytes), let uid = user["userID"]?.stringValue, !uid.isEmpty,
            let access = user["tokenService"]?["accessToken"]?.stringValue,
            let refresh = user["tokenService"]?["refreshToken"]?.stringValue
        else { return nil }
        var profile = UserProfile(uid: uid)
        profile.isAnonymous = user["anonymous"]?.boolValue ?? false
        profile.isEmailVerified = user["emailVerified"]?.boolValue ?? false
        profile.providerIDs = (user["providerIDs"]?.arrayValue ?? []).compactMap(\.stringValue)
        profile.email = user["email"]?.stringValue
        profile.displayName = user["displayName"]?.stringValue
        profile.photoURL = user["photoURL"]?.stringValue
        profile.phoneNumber = user["phoneNumber"]?.stringValue
        profile.creationDate = date(user["creationDate"])
        profile.lastSignInDate = date(user["lastSignInDate"])
        let expiry = date(user["tokenService"]?["accessTokenExpirationDate"])
        return UserSession(
            profile: profile, tokens: .init(idToken: Secret(access), refreshToken: Secret(refresh), expiry: expiry))
    }

    private static func date(_ value: JSONValue?) -> Instant? {
        value?.integerValue.map { Instant(millisecondsSinceEpoch: $0) }
    }
}
