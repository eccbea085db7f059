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

    /// Nil for a store in memory.
    var path: String? { file.path }

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

    /// Copies the file of a store that may be in use, by this process or another.
    ///
    /// - Parameter copy: where no file is yet.
    /// - Throws: ``AccountDatabaseReason`` as a failure that names the file.
    /// - Complexity: O(*n*) in the file's size.
    public static func copy(_ path: String, to copy: String) throws(BridgeFailure) {
        try DatabaseFile<AccountDatabaseContents>.copy(path, to: copy, schema: AccountSchema.schema)
    }

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
        } catch { throw Self.isFailureOfFile(answer) ? error : answer ?? error }
    }

    /// Runs `body` alone, for looking only.
    func read<Value>(in scope: AuthScope = .project, _ body: (AccountTransaction) throws -> Value) throws -> Value {
        var answer: (any Error)?
        do {
            return try file.read { database in
                try Self.noting(&answer) { try body(AccountTransaction(database: database, tenant: scope.column)) }
            }
        } catch { throw Self.isFailureOfFile(answer) ? error : answer ?? error }
    }

    /// Empties every table, all at once; which ids were given is remembered.
    func removeAll() throws {
        let epoch = try read { try $0.nextIDEpoch() }
        try file.removeAll { database in
            try AccountTransaction(database: database, tenant: AuthScope.project.column).setNextIDEpoch(epoch)
        }
    }

    /// Empties every table and puts in what `body` does, or, when it throws, changes nothing. Which ids were given is
    /// remembered.
    ///
    /// - Complexity: O(n) in what was there.
    func removingAll(_ body: (AccountTransaction) throws -> Void) throws {
        var answer: (any Error)?
        do {
            try file.writeWithoutForeignKeys { database in
                let transaction = AccountTransaction(database: database, tenant: AuthScope.project.column)
                let epoch = try transaction.nextIDEpoch()
                for table in AccountSchema.tables { try database.execute(sql: "DELETE FROM \(table)") }
                try transaction.setNextIDEpoch(epoch)
                try Self.noting(&answer) { try body(transaction) }
            }
        } catch { throw Self.isFailureOfFile(answer) ? error : answer ?? error }
    }

    /// Closes the file; what was committed is in it. Later calls fail.
    public func close() throws { try file.close() }

    /// What SQLite says is told in the file's words, not in its own.
    private static func isFailureOfFile(_ answer: (any Error)?) -> Bool { answer is DatabaseError }

    /// Keeps what `body` throws: it is the service's own answer, and no failure of the file.
    private static func noting<Value>(_ answer: inout (any Error)?, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            answer = error
            throw error
        }
    }
}
