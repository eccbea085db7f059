import BridgePrimitives

/// One user of a `batchCreate`, read but not yet compared with the accounts that are there.
struct ImportedRow: Sendable {
    let localID: String
    let account: Account

    /// Why a row is left out; the others go in all the same.
    struct Problem: Error, Hashable, Sendable {
        let message: String
        init(_ message: String) { self.message = message }
    }

    /// - Parameter scheme: how the import's hashes were made.
    /// - Throws: a ``Problem``; an ``AuthRefusal`` for members of the wrong type, which ends the whole import.
    init(
        _ row: WireBody, scheme: PasswordScheme, scope: AuthScope, strictness: Strictness, now: Instant,
        freshID: () -> String
    ) throws {
        guard let localID = try row.nonEmptyString("localId") else { throw Problem("localId is missing") }
        if let tenant = try row.nonEmptyString("tenantId"), tenant != scope.tenantID {
            throw Problem("Tenant id in userInfo does not match the tenant id in request.")
        }
        self.localID = localID
        let created = try? row.integer("createdAt")
        var account = Account(
            localID: localID, createdAt: created.map(Instant.init(millisecondsSinceEpoch:)) ?? now)
        account.customAttributes = try row.nonEmptyString("customAttributes")
        if let attributes = account.customAttributes { try Self.check(attributes) }
        account.lastLoginAt = try row.integer("lastLoginAt").map(Instant.init(millisecondsSinceEpoch:))
        account.displayName = try row.string("displayName")
        account.photoURL = try row.string("photoUrl")
        account.emailVerified = try row.bool("emailVerified") ?? false
        if try row.bool("disabled") == true { account.disabled = true }
        account.initialEmail = try row.nonEmptyString("initialEmail")
        account.validSince = now
        for name in Account.profileNames { account.profile[name] = try row.string(name).map { .string($0) } }
        if let hash = try row.nonEmptyString("passwordHash") {
            account.password = .imported(
                ImportedPassword(hash: hash, salt: try row.nonEmptyString("salt"), scheme: scheme))
            account.passwordUpdatedAt = now
        }
        try Self.takeIdentities(row, into: &account)
        if let number = try row.nonEmptyString("phoneNumber") ?? account.phoneNumber {
            guard let number = PhoneNumber(number, strictness: strictness) else {
                throw Problem("phone number format is invalid")
            }
            account.phoneNumber = number.text
        }
        if let email = try row.nonEmptyString("email") {
            guard let address = EmailAddress(email, strictness: strictness) else { throw Problem("email is invalid") }
            account.email = address.text
        }
        account.emailLinkSignin = try row.bool("emailLinkSignin") ?? false
        try Self.takeFactors(row, into: &account, strictness: strictness, now: now, freshID: freshID)
        self.account = account
    }

    private static func check(_ attributes: String) throws {
        do { try CustomAttributes.check(attributes) } catch {
            switch error.reason {
            case .claimsTooLarge: throw Problem("Custom claims provided are too large.")
            case .forbiddenClaim: throw Problem("Custom claims provided include a reserved claim.")
            default: throw Problem("Invalid custom claims provided.")
            }
        }
    }

    /// Rows of `password` and `phone` follow from the account; the second of one provider replaces the first.
    private static func takeIdentities(_ row: WireBody, into account: inout Account) throws {
        for info in try row.objects("providerUserInfo") {
            let provider = try info.nonEmptyString("providerId")
            if provider == "password" { continue }
            if provider == "phone" {
                account.phoneNumber = try info.nonEmptyString("phoneNumber") ?? account.phoneNumber
                continue
            }
            let federated = try info.nonEmptyString("federatedId")
            guard let provider, let raw = try info.nonEmptyString("rawId") ?? federated else {
                throw Problem("federatedId or (providerId & rawId) is required")
            }
            account.identities.removeAll { $0.providerID == provider }
            account.identities.append(
                ProviderIdentity(
                    providerID: provider, rawID: raw, federatedID: federated ?? raw,
                    email: try info.nonEmptyString("email").flatMap { EmailAddress($0, strictness: .lenient)?.text },
                    displayName: try info.string("displayName"), photoURL: try info.string("photoUrl"),
                    screenName: try info.string("screenName")))
        }
    }

    private static func takeFactors(
        _ row: WireBody, into account: inout Account, strictness: Strictness, now: Instant, freshID: () -> String
    ) throws {
        let rows = try row.objects("mfaInfo")
        guard !rows.isEmpty else { return }
        guard account.email != nil else {
            throw Problem("Second factor account requires email to be presented.")
        }
        guard account.emailVerified == true else {
            throw Problem("Second factor account requires email to be verified.")
        }
        var factors: [SecondFactor] = []
        for info in rows {
            let id = try info.nonEmptyString("mfaEnrollmentId") ?? freshID()
            guard !factors.contains(where: { $0.enrollmentID == id }) else {
                throw Problem("Enrollment id already exists.")
            }
            let kind: SecondFactor.Kind
            if let secret = try info.object("totpInfo")?.string("sharedSecretKey").flatMap(TOTPSecret.init(base32:)) {
                kind = .totp(secret, lastStep: nil)
            } else {
                guard let phone = try info.string(of: "unobfuscatedPhoneInfo", "phoneInfo") else {
                    throw Problem("Second factor not supported.")
                }
                guard let number = PhoneNumber(phone, strictness: strictness) else {
                    throw Problem("Phone number format is invalid")
                }
                kind = .phone(number.text)
            }
            factors.append(
                SecondFactor(
                    enrollmentID: id, displayName: try info.string("displayName"),
                    enrolledAt: try info.string("enrolledAt").flatMap(Instant.init(rfc3339:)) ?? now, kind: kind))
        }
        account.secondFactors = factors
    }
}
