import BridgePrimitives
import GRDB

/// What can be asked of and done to the accounts of one scope inside one transaction.
struct AccountTransaction {
    let database: Database
    /// The scope's column: the empty string for the project itself.
    let tenant: String

    /// The same transaction, looking at another scope's accounts.
    func scoped(to scope: AuthScope) -> AccountTransaction {
        AccountTransaction(database: database, tenant: scope.column)
    }

    // MARK: - Finding

    func account(localID: String) throws -> Account? { try account(where: "localID = ?", localID) }

    /// - Parameter email: lower-cased.
    func account(email: String) throws -> Account? { try account(where: "email = ?", email) }

    func account(phoneNumber: String) throws -> Account? { try account(where: "phoneNumber = ?", phoneNumber) }

    /// The account that once had this address, and has another now.
    func account(initialEmail: String) throws -> Account? { try account(where: "initialEmail = ?", initialEmail) }

    func account(providerID: String, rawID: String) throws -> Account? {
        guard !providerID.utf8.contains(0), !rawID.utf8.contains(0) else { return nil }
        let statement = try database.cachedStatement(
            sql: "SELECT localID FROM identity WHERE tenant = ? AND providerID = ? AND rawID = ?")
        return try String.fetchOne(statement, arguments: [tenant, providerID, rawID])
            .flatMap { try account(localID: $0) }
    }

    func account(passkey credentialID: String) throws -> Account? {
        guard !credentialID.utf8.contains(0) else { return nil }
        let statement = try database.cachedStatement(
            sql: "SELECT localID FROM passkey WHERE tenant = ? AND credentialID = ?")
        return try String.fetchOne(statement, arguments: [tenant, credentialID]).flatMap { try account(localID: $0) }
    }

    /// Accounts that have an identity with this address at a provider.
    func accounts(identityEmail: String) throws -> [Account] {
        let statement = try database.cachedStatement(
            sql: "SELECT DISTINCT localID FROM identity WHERE tenant = ? AND email = ? ORDER BY localID")
        return try String.fetchAll(statement, arguments: [tenant, identityEmail])
            .compactMap { try account(localID: $0) }
    }

    /// Identities at one provider, in the order in which they were linked.
    func identities(at providerID: String, limit: Int) throws -> [ProviderIdentity] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(ProviderIdentity.columns)
                FROM identity WHERE tenant = ? AND providerID = ? ORDER BY rowid LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [tenant, providerID, limit]).map(ProviderIdentity.init(row:))
    }

    func contains(localID: String) throws -> Bool {
        guard !localID.utf8.contains(0) else { return false }
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM account WHERE tenant = ? AND localID = ?")
        return try Int.fetchOne(statement, arguments: [tenant, localID]) != nil
    }

    /// - Complexity: O(n) in the accounts of the scope.
    func accountCount() throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT count(*) FROM account WHERE tenant = ?")
        return try Int.fetchOne(statement, arguments: [tenant]) ?? 0
    }

    /// Accounts in the order of their uids.
    ///
    /// - Parameter after: the uid before the first; empty for the beginning.
    /// - Complexity: O(limit), wherever the page begins.
    func accounts(after localID: String, limit: Int) throws -> [Account] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Account.columns) FROM account WHERE tenant = ? AND localID > ? ORDER BY localID LIMIT ?")
        return try Row.fetchAll(statement, arguments: [tenant, localID, limit]).map { try account(row: $0) }
    }

    /// - Complexity: O(n) in the accounts of the scope that have details: for listing, not for requests.
    func accountsWithSecondFactors() throws -> [Account] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(Account.columns) FROM account WHERE tenant = ? AND details IS NOT NULL ORDER BY localID LIMIT 1000
                """)
        return try Row.fetchAll(statement, arguments: [tenant]).map { try account(row: $0) }
            .filter { !($0.secondFactors ?? []).isEmpty }
    }

    private func account(where condition: String, _ value: String) throws -> Account? {
        // SQLite's texts end at a NUL: what stands before it would be found.
        guard !value.utf8.contains(0) else { return nil }
        let statement = try database.cachedStatement(
            sql: "SELECT \(Account.columns) FROM account WHERE tenant = ? AND \(condition)")
        return try Row.fetchOne(statement, arguments: [tenant, value]).map { try account(row: $0) }
    }

    func account(row: Row) throws -> Account {
        var account = Account(row: row)
        account.identities = try identities(of: account.localID)
        account.fillProviderOrder()
        return account
    }

    private func identities(of localID: String) throws -> [ProviderIdentity] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(ProviderIdentity.columns)
                FROM identity WHERE tenant = ? AND localID = ? ORDER BY rowid
                """)
        return try Row.fetchAll(statement, arguments: [tenant, localID]).map(ProviderIdentity.init(row:))
    }

    // MARK: - Changing

    /// - Throws: GRDB's error when a unique value is taken; the rules look before they store.
    func insert(_ account: Account) throws {
        let values = try storable(account)
        try database.cachedStatement(sql: Self.insertion).execute(
            arguments: StatementArguments(boxing: values + [tenant.databaseValue]))
        try insertIdentities(of: account)
        try insertPasskeys(of: account)
    }

    /// Stores all of the account anew.
    func update(_ account: Account) throws {
        let values = try storable(account)
        try database.cachedStatement(
            sql: """
                UPDATE account SET (\(Account.columns)) = (\(Self.places(Account.columns)))
                WHERE tenant = ? AND localID = ?
                """
        ).execute(
            arguments: StatementArguments(boxing: values + [tenant.databaseValue, account.localID.databaseValue]))
        try database.cachedStatement(sql: "DELETE FROM passkey WHERE tenant = ? AND localID = ?")
            .execute(arguments: [tenant, account.localID])
        try insertPasskeys(of: account)
        guard try identities(of: account.localID) != account.identities else { return }
        try database.cachedStatement(sql: "DELETE FROM identity WHERE tenant = ? AND localID = ?")
            .execute(arguments: [tenant, account.localID])
        try insertIdentities(of: account)
    }

    /// Only the times of signing in, the one change of most sign-ins.
    func noteSignIn(_ account: Account) throws {
        try database.cachedStatement(
            sql: """
                UPDATE account SET lastLoginAt = ?, lastRefreshAt = ?, customAuth = ?
                WHERE tenant = ? AND localID = ?
                """
        ).execute(arguments: [
            account.lastLoginAt?.millisecondsSinceEpoch, account.lastRefreshAt?.millisecondsSinceEpoch,
            account.customAuth, tenant, account.localID,
        ])
    }

    /// Identities and passkeys go with the account; its sessions stay, orphaned.
    func delete(localID: String) throws {
        for sql in [
            "DELETE FROM account WHERE tenant = ? AND localID = ?",
            "DELETE FROM passkey WHERE tenant = ? AND localID = ?",
            "UPDATE session SET isOrphaned = 1 WHERE tenant = ? AND localID = ?",
        ] { try database.cachedStatement(sql: sql).execute(arguments: [tenant, localID]) }
    }

    /// All accounts of the scope; their sessions stay, orphaned, and codes that were given out stay too.
    ///
    /// - Complexity: O(n) in the accounts of the scope.
    func deleteAccounts() throws {
        for sql in [
            "DELETE FROM account WHERE tenant = ?", "DELETE FROM passkey WHERE tenant = ?",
            "UPDATE session SET isOrphaned = 1 WHERE tenant = ?",
        ] { try database.cachedStatement(sql: sql).execute(arguments: [tenant]) }
    }

    /// What is stored of the account itself.
    ///
    /// - Throws: `auth/invalid-argument` for a text with a NUL, which would come back cut short.
    func storable(_ account: Account) throws -> [DatabaseValue] {
        let values = account.values
        guard !values.contains(where: \.holdsNUL),
            !account.identities.contains(where: { $0.values.contains(where: \.holdsNUL) }),
            account.passkeys?.contains(where: { $0.credentialID.utf8.contains(0) }) != true
        else { throw AuthRefusal(.invalidArgument, "a text holds a NUL") }
        return values
    }

    private func insertIdentities(of account: Account) throws {
        for identity in account.identities {
            try database.cachedStatement(
                sql: """
                    INSERT INTO identity (tenant, localID, \(ProviderIdentity.columns))
                    VALUES (?, ?, \(Self.places(ProviderIdentity.columns)))
                    """
            ).execute(
                arguments: StatementArguments(
                    boxing: [tenant.databaseValue, account.localID.databaseValue] + identity.values))
        }
    }

    private func insertPasskeys(of account: Account) throws {
        for passkey in account.passkeys ?? [] {
            try database.cachedStatement(sql: "INSERT INTO passkey (tenant, credentialID, localID) VALUES (?, ?, ?)")
                .execute(arguments: [tenant, passkey.credentialID, account.localID])
        }
    }

    static let insertion = "INSERT INTO account (\(Account.columns), tenant) VALUES (\(places(Account.columns)), ?)"

    /// A question mark for each of the columns.
    private static func places(_ columns: String) -> String {
        columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    }
}

/// Which sequences of ids were used up: a uid that was given once must never be given again, or its unexpired tokens
/// would be somebody else's.
extension AccountTransaction {
    private static let name = "idEpoch"

    /// The first epoch that gave no ids yet.
    func nextIDEpoch() throws -> UInt64 {
        try setting(Self.name)?["next"]?.integerValue.flatMap { UInt64(exactly: $0) } ?? 0
    }

    func setNextIDEpoch(_ epoch: UInt64) throws {
        guard epoch > 0 else { return }
        try set(Self.name, to: JSONObject([("next", .integer(Int64(clamping: epoch)))]))
    }

    /// Uses up the next epoch, or `other` if that is later.
    ///
    /// - Parameter other: the first epoch that is free where imported ids come from.
    func takeIDEpoch(notBefore other: UInt64 = 0) throws -> UInt64 {
        let epoch = min(max(try nextIDEpoch(), other), UInt64(Int64.max - 1))
        try setNextIDEpoch(epoch + 1)
        return epoch
    }
}

extension AccountTransaction {
    /// Stores an account of an import, a new one or one in the place of another with its uid.
    ///
    /// Most accounts of an import are new, so each is stored without looking first. Only if SQLite reports a conflict is
    /// the account looked for that has its uid, address or number already.
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
