import BridgePrimitives

/// One user of a `batchCreate`, read, and compared with the accounts that are there.
struct ImportedRow: Sendable {
    let localID: String
    let account: Account

    /// Why a row is left out; the others go in all the same.
    struct Problem: Error, Hashable, Sendable {
        let message: String
        init(_ message: String) { self.message = message }
    }

    /// What one import says of all its rows.
    struct Rules {
        /// How the hashes were made.
        let scheme: PasswordScheme
        let scope: AuthScope
        let strictness: Strictness
        let now: Instant
        let overwrites: Bool
        /// Whether somebody else's address is told as such (`sanityCheck`, one account for each address).
        let isSane: Bool
        let freshID: () -> String
    }

    /// Reads a row and looks for what stands in its way, in the protocol's order; it stops at the first.
    ///
    /// - Parameter transaction: where the accounts are; nil to read the row as if there were none.
    /// - Throws: a ``Problem``; an ``AuthRefusal`` for members of the wrong type, which ends the whole import.
    init(_ row: WireBody, rules: Rules, in transaction: AccountTransaction?) throws {
        let (scope, strictness, now) = (rules.scope, rules.strictness, rules.now)
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
        account.disabled = try row.bool("disabled") ?? false
        account.validSince = now
        if let hash = try row.nonEmptyString("passwordHash") {
            account.password = .imported(
                ImportedPassword(hash: hash, salt: try row.nonEmptyString("salt"), scheme: rules.scheme))
            account.passwordUpdatedAt = now
        }
        func isOthers(_ owner: Account?) -> Bool { owner.map { $0.localID != localID } ?? false }
        try Self.takeIdentities(row, into: &account)
        for identity in account.identities
        where isOthers(try transaction?.account(providerID: identity.providerID, rawID: identity.rawID)) {
            throw Problem("raw id exists in other account in database")
        }
        if let number = try row.nonEmptyString("phoneNumber") {
            guard let number = PhoneNumber(number, strictness: strictness) else {
                throw Problem("phone number format is invalid")
            }
            guard !isOthers(try transaction?.account(phoneNumber: number.text)) else {
                throw Problem("phone number exists in other account in database")
            }
            account.phoneNumber = number.text
        }
        if let email = try row.nonEmptyString("email") {
            guard let address = EmailAddress(email, strictness: strictness) else { throw Problem("email is invalid") }
            guard !isOthers(try transaction?.account(email: address.text)) else {
                throw Problem(
                    rules.isSane
                        ? "email exists in other account in database"
                        : "((Auth Emulator does not support importing duplicate email: \(address.text)))")
            }
            account.email = address.text
        }
        account.emailLinkSignin = try row.bool("emailLinkSignin") ?? false
        try Self.takeFactors(row, into: &account, rules)
        if try !rules.overwrites && transaction?.contains(localID: localID) == true {
            throw Problem("localId belongs to an existing account - can not overwrite.")
        }
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

    /// Rows of `password` and `phone` follow from the account; the second of one provider replaces the first. The
    /// others are kept as they are sent.
    private static func takeIdentities(_ row: WireBody, into account: inout Account) throws {
        for info in try row.objects("providerUserInfo") {
            let provider = try info.nonEmptyString("providerId")
            if provider == "password" || provider == "phone" { continue }
            let federated = try info.nonEmptyString("federatedId")
            guard let provider, let raw = try info.nonEmptyString("rawId") else {
                // The row's error as the wire has it: no provider is read out of a `federatedId`.
                throw Problem(
                    federated == nil
                        ? "federatedId or (providerId & rawId) is required"
                        : "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId as a workaround.))"
                )
            }
            account.identities.removeAll { $0.providerID == provider }
            account.identities.append(
                ProviderIdentity(
                    providerID: provider, rawID: raw, federatedID: federated, email: try info.nonEmptyString("email"),
                    displayName: try info.string("displayName"), photoURL: try info.string("photoUrl"),
                    screenName: try info.string("screenName")))
        }
    }

    private static func takeFactors(
        _ row: WireBody, into account: inout Account, _ rules: Rules
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
            let id = try info.nonEmptyString("mfaEnrollmentId") ?? rules.freshID()
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
                guard let number = PhoneNumber(phone, strictness: rules.strictness) else {
                    throw Problem("Phone number format is invalid")
                }
                guard !factors.contains(where: { $0.phoneNumber == number.text }) else {
                    throw Problem("INTERNAL_ERROR : MFA Enrollment Phone Numbers must be unique.")
                }
                kind = .phone(number.text)
            }
            factors.append(
                SecondFactor(
                    enrollmentID: id, displayName: try info.string("displayName"),
                    enrolledAt: try info.string("enrolledAt").flatMap(Instant.init(rfc3339:)) ?? rules.now,
                    kind: kind))
        }
        account.secondFactors = factors
    }
}
