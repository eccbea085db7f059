import BridgePrimitives

/// Accounts as the emulator's `accounts.json` holds them, with members of this service's own where that form would
/// lose something: authenticators' secrets, hashes that were made here, how imported hashes were made.
extension Account {
    var exportedForm: JSONObject {
        var row = wireForm(showsHash: true, hidesNumbers: false)
        if emailVerified == nil { row["emailVerified"] = nil }
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

    /// Nil for a row without `localId`.
    init?(exportedForm row: JSONObject) {
        guard let localID = row["localId"]?.stringValue, !localID.isEmpty else { return nil }
        func milliseconds(_ name: String) -> Instant? {
            let value = row[name]
            return (value?.integerValue ?? value?.stringValue.flatMap { Int64($0) })
                .map(Instant.init(millisecondsSinceEpoch:))
        }
        self.init(localID: localID, createdAt: milliseconds("createdAt") ?? .epoch)
        email = row["email"]?.stringValue.flatMap { EmailAddress($0, strictness: .lenient)?.text }
        emailVerified = row["emailVerified"]?.boolValue
        displayName = row["displayName"]?.stringValue
        photoURL = row["photoUrl"]?.stringValue
        phoneNumber = row["phoneNumber"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        disabled = row["disabled"]?.boolValue
        (passwordUpdatedAt, lastLoginAt) = (milliseconds("passwordUpdatedAt"), milliseconds("lastLoginAt"))
        lastRefreshAt = row["lastRefreshAt"]?.stringValue.flatMap(Instant.init(rfc3339:))
        validSince = (row["validSince"]?.integerValue ?? row["validSince"]?.stringValue.flatMap { Int64($0) })
            .map(Instant.init(secondsSinceEpoch:))
        customAttributes = row["customAttributes"]?.stringValue
        customAuth = row["customAuth"]?.boolValue ?? false
        emailLinkSignin = row["emailLinkSignin"]?.boolValue ?? false
        initialEmail = row["initialEmail"]?.stringValue
        takePassword(row)
        for info in row["providerUserInfo"]?.arrayValue ?? [] {
            guard let provider = info["providerId"]?.stringValue, let raw = info["rawId"]?.stringValue,
                !provider.isEmpty, !raw.isEmpty, provider != "password", provider != "phone"
            else { continue }
            identities.append(
                ProviderIdentity(
                    providerID: provider, rawID: raw, federatedID: info["federatedId"]?.stringValue,
                    email: info["email"]?.stringValue, displayName: info["displayName"]?.stringValue,
                    photoURL: info["photoUrl"]?.stringValue, screenName: info["screenName"]?.stringValue,
                    phoneNumber: info["phoneNumber"]?.stringValue))
        }
        secondFactors = row["mfaInfo"]?.arrayValue?.compactMap { factor in
            factor.objectValue.flatMap(SecondFactor.init(storedForm:))
        }
        passkeys = (row["passkeyInfo"]?.arrayValue ?? []).compactMap { passkey in
            passkey["credentialId"]?.stringValue.map {
                Passkey(credentialID: $0, name: passkey["name"]?.stringValue ?? "")
            }
        }
        for name in Self.profileNames { profile[name] = row[name] }
    }

    private mutating func takePassword(_ row: JSONObject) {
        guard let hash = row["passwordHash"]?.stringValue, !hash.isEmpty else { return }
        if let own = PasswordHash(encoded: hash) {
            password = .own(own)
        } else {
            password = .imported(
                ImportedPassword(
                    hash: hash, salt: row["salt"]?.stringValue,
                    scheme: PasswordScheme(json: row["passwordScheme"]?.objectValue ?? JSONObject())))
        }
    }
}
