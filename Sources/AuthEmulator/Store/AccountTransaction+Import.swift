import GRDB

extension AccountTransaction {
    /// Stores an account of an import, a new one or one in the place of another with its uid.
    ///
    /// Most of an import are people whom nobody knows: it is stored as if the table were empty, and who has its uid,
    /// address or number already is only looked for when SQLite says that somebody has.
    ///
    /// - Parameter read: the account as it is to be stored, compared with the accounts of the transaction; with none
    ///   for nil.
    /// - Returns: its uid.
    /// - Throws: what `read` throws when it looks at the accounts.
    func takeIn(_ read: (AccountTransaction?) throws -> Account) throws -> String {
        do {
            let account = try read(nil)
            if try insertIfFree(account) { return account.localID }
        } catch is ImportedRow.Problem {
            // Another one may come first, and be the one to tell.
        }
        let account = try read(self)
        if try contains(localID: account.localID) { try update(account) } else { try insert(account) }
        return account.localID
    }

    /// - Returns: false when somebody has its uid, address or number, and when only looking can tell: of identities.
    private func insertIfFree(_ account: Account) throws -> Bool {
        guard account.identities.isEmpty, account.passkeys?.isEmpty != false else { return false }
        try database.cachedStatement(sql: Self.insertion + " ON CONFLICT DO NOTHING")
            .execute(arguments: StatementArguments(try storable(account) + [tenant]))
        return database.changesCount > 0
    }
}
