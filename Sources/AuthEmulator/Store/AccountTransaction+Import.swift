import GRDB

extension AccountTransaction {
    /// Stores an account of an import, a new one or one in the place of another with its uid.
    ///
    /// Most of an import are people whom nobody knows: it is stored as if the table were empty, and who has its uid,
    /// address or number already is only looked for when SQLite says that somebody has.
    ///
    /// - Parameters:
    ///   - read: the account, read as if there were no others; nil where something was wrong with it even so.
    ///   - compared: the same compared with the accounts of the transaction: what is wrong there may come first.
    /// - Returns: its uid.
    /// - Throws: what `compared` throws.
    func takeIn(_ read: Account?, compared: (AccountTransaction) throws -> Account) throws -> String {
        if let read, try insertIfFree(read) { return read.localID }
        let account = try compared(self)
        if try contains(localID: account.localID) { try update(account) } else { try insert(account) }
        return account.localID
    }

    /// - Returns: false when somebody has its uid, address or number, and when only looking can tell: of identities.
    private func insertIfFree(_ account: Account) throws -> Bool {
        guard account.identities.isEmpty, account.passkeys?.isEmpty != false else { return false }
        try database.cachedStatement(sql: Self.insertion + " ON CONFLICT DO NOTHING")
            .execute(arguments: StatementArguments(boxing: try storable(account) + [tenant.databaseValue]))
        return database.changesCount > 0
    }
}
