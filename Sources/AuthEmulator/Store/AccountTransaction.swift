import BridgePrimitives
import GRDB

/// What can be asked of and done to the accounts inside one transaction.
///
/// Statements carry no tenant yet but the project's own; the column is there for them.
struct AccountTransaction {
    let database: Database

    // MARK: - Finding

    func account(localID: String) throws -> Account? { try account(where: "localID = ?", localID) }

    /// - Parameter email: lower-cased.
    func account(email: String) throws -> Account? { try account(where: "email = ?", email) }

    func account(phoneNumber: String) throws -> Account? { try account(where: "phoneNumber = ?", phoneNumber) }

    func account(providerID: String, rawID: String) throws -> Account? {
        let statement = try database.cachedStatement(
            sql: "SELECT localID FROM identity WHERE tenant = '' AND providerID = ? AND rawID = ?")
        return try String.fetchOne(statement, arguments: [providerID, rawID]).flatMap { try account(localID: $0) }
    }

    func contains(localID: String) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM account WHERE tenant = '' AND localID = ?")
        return try Int.fetchOne(statement, arguments: [localID]) != nil
    }

    func accountCount() throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM account")) ?? 0
    }

    private func account(where condition: String, _ value: String) throws -> Account? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM account WHERE tenant = '' AND \(condition)")
        guard let row = try Row.fetchOne(statement, arguments: [value]) else { return nil }
        var account = Account(row: row)
        account.identities = try identities(of: account.localID)
        return account
    }

    private func identities(of localID: String) throws -> [ProviderIdentity] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT providerID, rawID, federatedID, email, displayName, photoURL, screenName, phoneNumber
                FROM identity WHERE tenant = '' AND localID = ? ORDER BY rowid
                """)
        return try Row.fetchAll(statement, arguments: [localID]).map(ProviderIdentity.init(row:))
    }

    // MARK: - Changing

    /// - Throws: GRDB's error when a unique value is taken; the rules look before they store.
    func insert(_ account: Account) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO account (\(Self.columns), tenant)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')
                """
        ).execute(arguments: StatementArguments(account.values))
        try insertIdentities(of: account)
    }

    /// Stores all of the account anew.
    func update(_ account: Account) throws {
        try database.cachedStatement(
            sql: """
                UPDATE account SET (\(Self.columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                WHERE tenant = '' AND localID = ?
                """
        ).execute(arguments: StatementArguments(account.values + [account.localID]))
        guard try identities(of: account.localID) != account.identities else { return }
        try database.cachedStatement(sql: "DELETE FROM identity WHERE tenant = '' AND localID = ?")
            .execute(arguments: [account.localID])
        try insertIdentities(of: account)
    }

    /// Only the times of signing in, the one change of most sign-ins.
    func noteSignIn(_ account: Account) throws {
        try database.cachedStatement(
            sql: """
                UPDATE account SET lastLoginAt = ?, lastRefreshAt = ?, customAuth = ?
                WHERE tenant = '' AND localID = ?
                """
        ).execute(arguments: [
            account.lastLoginAt?.millisecondsSinceEpoch, account.lastRefreshAt?.millisecondsSinceEpoch,
            account.customAuth, account.localID,
        ])
    }

    /// Identities go with the account; its sessions stay, orphaned.
    func delete(localID: String) throws {
        try database.cachedStatement(sql: "DELETE FROM account WHERE tenant = '' AND localID = ?")
            .execute(arguments: [localID])
        try database.cachedStatement(sql: "UPDATE session SET isOrphaned = 1 WHERE tenant = '' AND localID = ?")
            .execute(arguments: [localID])
    }

    /// Accounts and sessions, all of them.
    func deleteAll() throws {
        for table in ["identity", "account", "session"] { try database.execute(sql: "DELETE FROM \(table)") }
    }

    private func insertIdentities(of account: Account) throws {
        for identity in account.identities {
            try database.cachedStatement(
                sql: """
                    INSERT INTO identity (localID, providerID, rawID, federatedID, email, displayName, photoURL,
                        screenName, phoneNumber) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: StatementArguments([account.localID] + identity.values))
        }
    }

    private static let columns = """
        localID, email, emailVerified, displayName, photoURL, phoneNumber, disabled, password, passwordUpdatedAt,
        validSince, createdAt, lastLoginAt, lastRefreshAt, customAttributes, customAuth, emailLinkSignin, initialEmail
        """
}

// Columns are read and written by place: the order is that of the lists above.

extension Account {
    fileprivate init(row: Row) {
        self.init(localID: row[0], createdAt: Instant(millisecondsSinceEpoch: row[10]))
        email = row[1]
        emailVerified = row[2]
        displayName = row[3]
        photoURL = row[4]
        phoneNumber = row[5]
        disabled = row[6]
        password = (row[7] as String?).flatMap(PasswordHash.init(encoded:))
        passwordUpdatedAt = row.instant(8)
        validSince = row.instant(9)
        lastLoginAt = row.instant(11)
        lastRefreshAt = row.instant(12)
        customAttributes = row[13]
        customAuth = row[14]
        emailLinkSignin = row[15]
        initialEmail = row[16]
    }

    fileprivate var values: [(any DatabaseValueConvertible)?] {
        [
            localID, email, emailVerified, displayName, photoURL, phoneNumber, disabled, password?.encoded,
            passwordUpdatedAt?.millisecondsSinceEpoch, validSince?.millisecondsSinceEpoch,
            createdAt.millisecondsSinceEpoch, lastLoginAt?.millisecondsSinceEpoch,
            lastRefreshAt?.millisecondsSinceEpoch, customAttributes, customAuth, emailLinkSignin, initialEmail,
        ]
    }
}

extension ProviderIdentity {
    fileprivate init(row: Row) {
        self.init(
            providerID: row[0], rawID: row[1], federatedID: row[2], email: row[3], displayName: row[4],
            photoURL: row[5], screenName: row[6], phoneNumber: row[7])
    }

    fileprivate var values: [(any DatabaseValueConvertible)?] {
        [providerID, rawID, federatedID, email, displayName, photoURL, screenName, phoneNumber]
    }
}

extension Row {
    fileprivate func instant(_ index: Int) -> Instant? {
        (self[index] as Int64?).map(Instant.init(millisecondsSinceEpoch:))
    }
}
