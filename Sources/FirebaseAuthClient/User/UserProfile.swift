import BridgePrimitives

/// What `accounts:lookup` says of a user, as the client keeps it.
struct UserProfile: Hashable, Sendable {
    let uid: String
    var email: String?
    var isEmailVerified = false
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var tenantID: String?
    /// Whether the user has neither a password nor an identity anywhere.
    var isAnonymous = false
    var hasPassword = false
    var identities: [UserIdentity] = []
    var factors: [EnrolledFactor] = []
    /// As of the last look-up: not kept between launches.
    var creationDate: Instant?
    var lastSignInDate: Instant?

    init(uid: String) { self.uid = uid }

    /// Reads `users[0]`; times count only when they are strings, as in the SDKs.
    ///
    /// - Parameter known: what is known already: a look-up without `mfaInfo` leaves the list of factors alone.
    /// - Returns: nil without a `localId`.
    init?(_ user: JSONValue, signInProvider: String?, known: UserProfile?, now: Instant) throws(AuthError) {
        guard let uid = user["localId"]?.stringValue, !uid.isEmpty else { return nil }
        self.uid = uid
        email = user["email"]?.stringValue
        isEmailVerified = user["emailVerified"]?.boolValue ?? false
        displayName = user["displayName"]?.stringValue
        photoURL = user["photoUrl"]?.stringValue
        phoneNumber = user["phoneNumber"]?.stringValue
        tenantID = user["tenantId"]?.stringValue
        hasPassword = user["passwordHash"]?.stringValue?.isEmpty == false
        for row in user["providerUserInfo"]?.arrayValue ?? [] { identities.append(try UserIdentity(row)) }
        isAnonymous = signInProvider == "anonymous" && email == nil && !hasPassword && identities.isEmpty
        if let rows = user["mfaInfo"]?.arrayValue {
            factors = try EnrolledFactor.list(rows, now: now)
        } else {
            factors = known?.factors ?? []
        }
        creationDate = Self.date(user["createdAt"])
        lastSignInDate = Self.date(user["lastLoginAt"])
    }

    private static func date(_ value: JSONValue?) -> Instant? {
        value?.stringValue.flatMap { Int64($0) }.map { Instant(millisecondsSinceEpoch: $0) }
    }
}

/// A second factor as the service lists it.
struct EnrolledFactor: Hashable, Sendable {
    let uid: String
    let displayName: String?
    let enrolledAt: Instant
    /// Obfuscated in a sign-in's list; nil for an authenticator app.
    let phoneNumber: String?

    init(uid: String, displayName: String?, enrolledAt: Instant, phoneNumber: String?) {
        (self.uid, self.displayName, self.enrolledAt) = (uid, displayName, enrolledAt)
        self.phoneNumber = phoneNumber
    }

    /// Reads `mfaInfo`: entries of unknown kinds are skipped.
    ///
    /// - Throws: for an entry without `mfaEnrollmentId`.
    static func list(_ rows: [JSONValue], now: Instant) throws(AuthError) -> [EnrolledFactor] {
        var factors: [EnrolledFactor] = []
        for row in rows {
            let phone = row["phoneInfo"]?.stringValue
            guard phone != nil || row["totpInfo"]?.objectValue != nil else { continue }
            guard let uid = row["mfaEnrollmentId"]?.stringValue else {
                throw AuthError.fatal("A second factor in the answer has no mfaEnrollmentId.")
            }
            // A date in any other form than with milliseconds and a zone counts as now.
            let date = row["enrolledAt"]?.stringValue.flatMap { Instant(sdkDate: $0) } ?? now
            factors.append(
                EnrolledFactor(
                    uid: uid, displayName: row["displayName"]?.stringValue, enrolledAt: date, phoneNumber: phone))
        }
        return factors
    }
}

extension Instant {
    /// A date as the SDK's formatter takes it: RFC 3339 with exactly three digits after the seconds.
    init?(sdkDate text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count > 23, bytes[19] == UInt8(ascii: "."),
            bytes[20..<23].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), !(0x30...0x39).contains(bytes[23])
        else { return nil }
        self.init(rfc3339: text)
    }
}
