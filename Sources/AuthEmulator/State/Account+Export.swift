import BridgePrimitives

/// Accounts as the emulator's `accounts.json` holds them, with members of this service's own where that form would
/// lose something: authenticators' secrets, hashes that were made here, how imported hashes were made.
extension Account {
    var exportedForm: JSONObject {
        var row = wireForm(showsHash: true, hidesNumbers: false)
        switch password {
        case .own(let hash)?:
            row["passwordHash"] = .string(hash.encoded)
            row["salt"] = nil
        case .imported(let imported)?:
            if !imported.scheme.algorithm.isEmpty { row["passwordScheme"] = .object(imported.scheme.json) }
        case nil: break
        }
        if let secondFactors { row["mfaInfo"] = .array(secondFactors.map { .object($0.storedForm) }) }
        return row
    }

    /// - Throws: `state/unreadable-export`, with the place of the member that is wrong.
    init(_ row: ExportedRow) throws(BridgeFailure) {
        self.init(localID: try row.requiredText("localId"), createdAt: try row.instant("createdAt") ?? .epoch)
        guard localID.utf16.count <= 128 else { throw row.refused("localId", "is longer than 128 characters") }
        for member in Self.members { try member.read(row, into: &self) }
        if let text = email {
            guard let address = EmailAddress(text, strictness: .lenient) else {
                throw row.refused("email", "is no address")
            }
            email = address.text
        }
        if customAttributes != nil { _ = try row.objectText("customAttributes") }
        password = try Self.password(row)
        try takeIdentities(row)
        try takeFactors(row)
        for name in Self.profileNames { profile[name] = try row.text(name).map { .string($0) } }
    }

    /// Rows of `password` and `phone` follow from the account.
    private mutating func takeIdentities(_ row: ExportedRow) throws(BridgeFailure) {
        if row.value("providerUserInfo") != nil { providerOrder = [] }
        for info in try row.rows("providerUserInfo") {
            let provider = try info.requiredText("providerId")
            providerOrder?.append(provider)
            guard provider != "password", provider != "phone" else { continue }
            var identity = ProviderIdentity(providerID: provider, rawID: try info.requiredText("rawId"))
            for member in ProviderIdentity.members { try member.read(info, into: &identity) }
            guard !identities.contains(where: { $0.providerID == provider }) else {
                throw info.refused("providerId", "the account has another identity there")
            }
            identities.append(identity)
        }
    }

    private mutating func takeFactors(_ row: ExportedRow) throws(BridgeFailure) {
        if row.value("mfaInfo") != nil {
            var factors: [SecondFactor] = []
            for info in try row.rows("mfaInfo") {
                let id = try info.requiredText("mfaEnrollmentId")
                for name in ["displayName", "phoneInfo", "unobfuscatedPhoneInfo"] { _ = try info.text(name) }
                _ = try info.moment("enrolledAt")
                guard let factor = SecondFactor(storedForm: info.members) else {
                    throw info.refused("phoneInfo", "there is neither a number nor an authenticator's key")
                }
                guard !factors.contains(where: { $0.enrollmentID == id }) else {
                    throw info.refused("mfaEnrollmentId", "is another factor's too")
                }
                factors.append(factor)
            }
            secondFactors = factors
        }
        guard row.value("passkeyInfo") != nil else { return }
        passkeys = []
        for info in try row.rows("passkeyInfo") {
            passkeys?.append(
                Passkey(credentialID: try info.requiredText("credentialId"), name: try info.text("name") ?? ""))
        }
    }

    private static func password(_ row: ExportedRow) throws(BridgeFailure) -> StoredPassword? {
        let (salt, scheme) = (try row.text("salt"), try row.object("passwordScheme"))
        guard let hash = try row.nonEmptyText("passwordHash") else { return nil }
        if let own = PasswordHash(encoded: hash) { return .own(own) }
        return .imported(
            ImportedPassword(hash: hash, salt: salt, scheme: PasswordScheme(json: scheme ?? JSONObject())))
    }
}
