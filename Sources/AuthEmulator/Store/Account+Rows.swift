import BridgePrimitives
import GRDB

// Columns are read and written by place: the order is that of the lists in ``AccountTransaction``.

extension Account {
    init(row: Row) {
        self.init(localID: row[0], createdAt: Instant(millisecondsSinceEpoch: row[10]))
        email = row[1]
        emailVerified = row[2]
        displayName = row[3]
        photoURL = row[4]
        phoneNumber = row[5]
        disabled = row[6]
        password = (row[7] as String?).flatMap(StoredPassword.init(encoded:))
        passwordUpdatedAt = row.instant(8)
        validSince = row.instant(9)
        lastLoginAt = row.instant(11)
        lastRefreshAt = row.instant(12)
        customAttributes = row[13]
        customAuth = row[14]
        emailLinkSignin = row[15]
        initialEmail = row[16]
        if let text = row[17] as String?, let details = (try? JSONValue(parsing: text))?.objectValue {
            take(details: details)
        }
    }

    /// As SQLite has them: an import makes nineteen of them a row, for which boxes would cost more than the row.
    var values: [DatabaseValue] {
        let details = details
        return [
            localID.databaseValue, .of(email), .of(emailVerified), .of(displayName), .of(photoURL), .of(phoneNumber),
            .of(disabled), .of(password?.encoded), .of(passwordUpdatedAt), .of(validSince), .of(createdAt),
            .of(lastLoginAt), .of(lastRefreshAt), .of(customAttributes), .of(customAuth), .of(emailLinkSignin),
            .of(initialEmail), details.isEmpty ? .null : JSONValue.object(details).text().databaseValue,
        ]
    }

    /// Members that few accounts have, kept as JSON in one column.
    private var details: JSONObject {
        var details = JSONObject()
        if let secondFactors { details["mfaInfo"] = .array(secondFactors.map { .object($0.storedForm) }) }
        details["passkeyInfo"] = passkeys.map { .array($0.map { .object($0.wireForm) }) }
        if !profile.isEmpty { details["profile"] = .object(profile) }
        guard providerOrder != nil else { return details }
        let order = allIdentities.map(\.providerID)
        // The usual order need not be kept; that the last row went must.
        if order.isEmpty || order != unorderedIdentities.map(\.providerID) {
            details["providers"] = .array(order.map { .string($0) })
        }
        return details
    }

    /// What was not kept, because it is the usual order, once the identities are there.
    mutating func fillProviderOrder() {
        guard providerOrder == nil else { return }
        let order = unorderedIdentities.map(\.providerID)
        providerOrder = order.isEmpty ? nil : order
    }

    private mutating func take(details: JSONObject) {
        secondFactors = details["mfaInfo"]?.arrayValue?.compactMap { row in
            row.objectValue.flatMap(SecondFactor.init(storedForm:))
        }
        passkeys = details["passkeyInfo"]?.arrayValue?.compactMap { row in
            row.objectValue.flatMap(Passkey.init(wireForm:))
        }
        profile = details["profile"]?.objectValue ?? JSONObject()
        providerOrder = details["providers"]?.arrayValue?.compactMap(\.stringValue)
    }
}

extension ProviderIdentity {
    init(row: Row) {
        self.init(
            providerID: row[0], rawID: row[1], federatedID: row[2], email: row[3], displayName: row[4],
            photoURL: row[5], screenName: row[6], phoneNumber: row[7])
    }

    var values: [DatabaseValue] {
        [
            providerID.databaseValue, rawID.databaseValue, .of(federatedID), .of(email), .of(displayName),
            .of(photoURL), .of(screenName), .of(phoneNumber),
        ]
    }
}

extension DatabaseValue {
    fileprivate static func of(_ text: String?) -> DatabaseValue { text?.databaseValue ?? .null }
    fileprivate static func of(_ flag: Bool?) -> DatabaseValue { flag?.databaseValue ?? .null }
    fileprivate static func of(_ time: Instant?) -> DatabaseValue {
        time?.millisecondsSinceEpoch.databaseValue ?? .null
    }

    /// Whether it is a text that would come back cut short: SQLite's end at a NUL.
    var holdsNUL: Bool { if case .string(let text) = storage { text.utf8.contains(0) } else { false } }
}

extension Row {
    fileprivate func instant(_ index: Int) -> Instant? {
        (self[index] as Int64?).map(Instant.init(millisecondsSinceEpoch:))
    }
}

extension StatementArguments {
    /// GRDB reads a sequence of one type through a key path, which costs more than storing the row; boxes it takes as they
    /// are.
    init(boxing values: [DatabaseValue]) { self.init(values.map { $0 as (any DatabaseValueConvertible)? }) }
}
