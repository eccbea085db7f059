import BridgePrimitives
import GRDB

// Columns are read and written by place, in the order of `columns`.

extension Account {
    static let columns = "localID, createdAt, password, details, " + members.map(\.column).joined(separator: ", ")

    init(row: Row) {
        self.init(localID: row[0], createdAt: Instant(millisecondsSinceEpoch: row[1]))
        password = (row[2] as String?).flatMap(StoredPassword.init(encoded:))
        if let text = row[3] as String?, let details = (try? JSONValue(parsing: text))?.objectValue {
            take(details: details)
        }
        for (index, member) in Self.members.enumerated() { member.read(row, at: 4 + index, into: &self) }
    }

    /// As SQLite has them: an import makes nineteen of them a row, for which boxes would cost more than the row.
    var values: [DatabaseValue] {
        let details = details
        return [
            localID.databaseValue, createdAt.millisecondsSinceEpoch.databaseValue,
            password?.encoded.databaseValue ?? .null,
            details.isEmpty ? .null : JSONValue.object(details).text().databaseValue,
        ] + Self.members.map { $0.databaseValue(of: self) }
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
    static let columns = "providerID, rawID, " + members.map(\.column).joined(separator: ", ")

    init(row: Row) {
        self.init(providerID: row[0], rawID: row[1])
        for (index, member) in Self.members.enumerated() { member.read(row, at: 2 + index, into: &self) }
    }

    var values: [DatabaseValue] {
        [providerID.databaseValue, rawID.databaseValue] + Self.members.map { $0.databaseValue(of: self) }
    }
}

extension DatabaseValue {
    /// Whether it is a text that would come back cut short: SQLite's end at a NUL.
    var holdsNUL: Bool { if case .string(let text) = storage { text.utf8.contains(0) } else { false } }
}

extension StatementArguments {
    /// GRDB reads a sequence of one type through a key path, which costs more than storing the row; boxes it takes as they
    /// are.
    init(boxing values: [DatabaseValue]) { self.init(values.map { $0 as (any DatabaseValueConvertible)? }) }
}
