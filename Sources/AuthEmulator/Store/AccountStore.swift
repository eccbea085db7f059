public import BridgePrimitives
public import Databases
import GRDB

/// Why accounts cannot be kept.
public typealias AccountDatabaseReason = DatabaseReason<AccountDatabaseContents>

/// Accounts, in the words of a database's failures.
public enum AccountDatabaseContents: DatabaseContents {
    public static var area: String { "account-database" }
    public static var singular: String { "account" }
    public static var plural: String { "accounts" }
}

/// Accounts and sessions in SQLite: in memory, or in a file that outlives the process.
///
/// One connection, used by one caller at a time; every statement is prepared once and kept. Nothing slow runs
/// inside a transaction: no hashing, no signing.
public final class AccountStore: Sendable {
    private let file: DatabaseFile<AccountDatabaseContents>

    /// How large the database may become, in bytes.
    public static let sizeLimit = 1 << 36

    /// A store that is gone when the process ends.
    ///
    /// - Throws: ``AccountDatabaseReason`` as a failure, which only a lack of memory causes.
    public static func inMemory() throws(BridgeFailure) -> AccountStore { try AccountStore(file: nil) }

    /// - Parameter path: the database's file, made when missing; its directory must exist. Two more files lie beside
    ///   it while it is open (write-ahead log).
    /// - Throws: ``AccountDatabaseReason`` as a failure that names the file.
    public convenience init(path: String) throws(BridgeFailure) { try self.init(file: path) }

    private init(file path: String?) throws(BridgeFailure) {
        file = try DatabaseFile(path: path, schema: AccountSchema.schema, sizeLimit: Self.sizeLimit)
    }

    /// Runs `body` alone; all of its changes happen, or, when it throws, none.
    func write<Value>(in scope: AuthScope = .project, _ body: (AccountTransaction) throws -> Value) throws -> Value {
        var answer: (any Error)?
        do {
            return try file.write { database in
                try Self.noting(&answer) { try body(AccountTransaction(database: database, tenant: scope.column)) }
            }
        } catch { throw answer ?? error }
    }

    /// Runs `body` alone, for looking only.
    func read<Value>(in scope: AuthScope = .project, _ body: (AccountTransaction) throws -> Value) throws -> Value {
        var answer: (any Error)?
        do {
            return try file.read { database in
                try Self.noting(&answer) { try body(AccountTransaction(database: database, tenant: scope.column)) }
            }
        } catch { throw answer ?? error }
    }

    /// Empties every table, all at once.
    func removeAll() throws { try file.removeAll() }

    /// Empties every table and puts in what `body` does, or, when it throws, changes nothing.
    ///
    /// - Complexity: O(n) in what was there.
    func removingAll(_ body: (AccountTransaction) throws -> Void) throws {
        var answer: (any Error)?
        do {
            try file.writeWithoutForeignKeys { database in
                for table in AccountSchema.tables { try database.execute(sql: "DELETE FROM \(table)") }
                try Self.noting(&answer) {
                    try body(AccountTransaction(database: database, tenant: AuthScope.project.column))
                }
            }
        } catch { throw answer ?? error }
    }

    /// Closes the file; what was committed is in it. Later calls fail.
    public func close() throws { try file.close() }

    /// Keeps what `body` throws: it is the service's own answer, and no failure of the file.
    private static func noting<Value>(_ answer: inout (any Error)?, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            answer = error
            throw error
        }
    }
}
