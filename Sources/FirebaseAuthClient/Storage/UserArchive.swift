import BridgePrimitives

/// A user in the form in which the client keeps it between launches; the names are those of the iOS SDK's archive.
enum UserArchive: Sendable {
    static func bytes(of session: UserSession, _ configuration: FirebaseConfiguration) -> Secret<[UInt8]> {
        let (profile, tokens) = session.state.withLock { ($0.profile, $0.tokens) }
        var user = JSONObject([
            ("userID", .string(profile.uid)), ("anonymous", .bool(profile.isAnonymous)),
            ("hasEmailPassword", .bool(profile.hasPassword)), ("emailVerified", .bool(profile.isEmailVerified)),
            ("providerData", .array(profile.identities.map(row))), ("APIKey", .string(configuration.apiKey)),
            ("firebaseAppID", .string(configuration.googleAppID)),
            ("multiFactor", .array(profile.factors.map(row))),
        ])
        user["email"] = profile.email.map { .string($0) }
        user["displayName"] = profile.displayName.map { .string($0) }
        user["photoURL"] = profile.photoURL.map { .string($0) }
        user["phoneNumber"] = profile.phoneNumber.map { .string($0) }
        user["tenantID"] = profile.tenantID.map { .string($0) }
        var metadata = JSONObject()
        metadata["creationDate"] = profile.creationDate.map { .integer($0.millisecondsSinceEpoch) }
        metadata["lastSignInDate"] = profile.lastSignInDate.map { .integer($0.millisecondsSinceEpoch) }
        user["metadata"] = .object(metadata)
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
        profile.hasPassword = user["hasEmailPassword"]?.boolValue ?? false
        profile.isEmailVerified = user["emailVerified"]?.boolValue ?? false
        profile.identities = (user["providerData"]?.arrayValue ?? []).compactMap(identity)
        profile.factors = (user["multiFactor"]?.arrayValue ?? []).compactMap(factor)
        profile.email = user["email"]?.stringValue
        profile.displayName = user["displayName"]?.stringValue
        profile.photoURL = user["photoURL"]?.stringValue
        profile.phoneNumber = user["phoneNumber"]?.stringValue
        profile.tenantID = user["tenantID"]?.stringValue
        profile.creationDate = date(user["metadata"]?["creationDate"])
        profile.lastSignInDate = date(user["metadata"]?["lastSignInDate"])
        let expiry = date(user["tokenService"]?["accessTokenExpirationDate"])
        return UserSession(
            profile: profile,
            tokens: SessionTokens(idToken: Secret(access), refreshToken: Secret(refresh), expiry: expiry))
    }

    private static func row(_ identity: UserIdentity) -> JSONValue {
        var row = JSONObject([("providerID", .string(identity.providerID)), ("userID", .string(identity.uid))])
        row["displayName"] = identity.displayName.map { .string($0) }
        row["photoURL"] = identity.photo.map { .string($0) }
        row["email"] = identity.email.map { .string($0) }
        row["phoneNumber"] = identity.phoneNumber.map { .string($0) }
        return .object(row)
    }

    private static func identity(_ row: JSONValue) -> UserIdentity? {
        guard let provider = row["providerID"]?.stringValue else { return nil }
        return UserIdentity(
            providerID: provider, uid: row["userID"]?.stringValue ?? "", displayName: row["displayName"]?.stringValue,
            photo: row["photoURL"]?.stringValue, email: row["email"]?.stringValue,
            phoneNumber: row["phoneNumber"]?.stringValue)
    }

    private static func row(_ factor: EnrolledFactor) -> JSONValue {
        var row = JSONObject([
            ("uid", .string(factor.uid)), ("enrollmentDate", .integer(factor.enrolledAt.millisecondsSinceEpoch)),
        ])
        row["displayName"] = factor.displayName.map { .string($0) }
        row["phoneNumber"] = factor.phoneNumber.map { .string($0) }
        return .object(row)
    }

    private static func factor(_ row: JSONValue) -> EnrolledFactor? {
        guard let uid = row["uid"]?.stringValue, let enrolledAt = date(row["enrollmentDate"]) else { return nil }
        return EnrolledFactor(
            uid: uid, displayName: row["displayName"]?.stringValue, enrolledAt: enrolledAt,
            phoneNumber: row["phoneNumber"]?.stringValue)
    }

    private static func date(_ value: JSONValue?) -> Instant? {
        value?.integerValue.map { Instant(millisecondsSinceEpoch: $0) }
    }
}
