public import BridgePrimitives
import GRDB

/// Accounts and sessions in SQLite: in memory, or in a file that outlives the process.
///
/// One connection, used by one caller at a time; every statement is prepared once and kept. Nothing slow runs
/// inside a transaction: no hashing, no signing.
public final class AccountStore: Sendable {
    private let queue: DatabaseQueue

    /// A store that is gone when the process ends.
    ///
    /// - Throws: `state/unreadable-database`, which only a lack of memory causes.
    public static func inMemory() throws(BridgeFailure) -> AccountStore {
        do { return try AccountStore(queue: DatabaseQueue(configuration: configuration())) } catch {
            throw failure(error, path: ":memory:")
        }
    }

    /// - Parameter path: the database's file, made when missing; its directory must exist. Two more files lie beside
    ///   it while it is open (write-ahead log).
    /// - Throws: `state/unreadable-database` naming the file.
    public convenience init(path: String) throws(BridgeFailure) {
        do {
            var configuration = Self.configuration()
            // Readers never wait and a commit is one append; a crash of the process loses nothing.
            configuration.journalMode = .wal
            try self.init(queue: DatabaseQueue(path: path, configuration: configuration))
        } catch {
            throw Self.failure(error, path: path)
        }
    }

    private init(queue: DatabaseQueue) throws {
        self.queue = queue
        try AccountSchema.migrator.migrate(queue)
    }

    /// Runs `body` alone; all of its changes happen, or, when it throws, none.
    func write<Value>(in scope: AuthScope = .project, _ body: (AccountTransaction) throws -> Value) throws -> Value {
        try queue.write { try body(AccountTransaction(database: $0, tenant: scope.column)) }
    }

    /// Runs `body` alone, for looking only.
    func read<Value>(in scope: AuthScope = .project, _ body: (AccountTransaction) throws -> Value) throws -> Value {
        try queue.read { try body(AccountTransaction(database: $0, tenant: scope.column)) }
    }

    /// Empties every table, all at once; which ids were given is remembered.
    ///
    /// An empty database is copied over this one, which then forgets its pages without looking at them: a hundred
    /// thousand accounts take milliseconds. A crash leaves all of them or none.
    func removeAll() throws {
        let empty = try DatabaseQueue()
        try AccountSchema.migrator.migrate(empty)
        let epoch = try read { try $0.nextIDEpoch() }
        try empty.write {
            try AccountTransaction(database: $0, tenant: AuthScope.project.column).setNextIDEpoch(epoch)
        }
        try empty.backup(to: queue)
    }

    /// Empties every table and puts in what `body` does, or, when it throws, changes nothing. Which ids were given is
    /// remembered.
    ///
    /// Foreign keys are not enforced meanwhile: with them SQLite deletes row by row, without them page by page.
    /// - Complexity: O(n) in what was there.
    func removingAll(_ body: (AccountTransaction) throws -> Void) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
            try database.inTransaction {
                let transaction = AccountTransaction(database: database, tenant: AuthScope.project.column)
                let epoch = try transaction.nextIDEpoch()
                for table in AccountSchema.tables { try database.execute(sql: "DELETE FROM \(table)") }
                try transaction.setNextIDEpoch(epoch)
                try body(transaction)
                return .commit
            }
        }
    }

    /// Closes the file; what was committed is in it. Later calls fail.
    public func close() throws { try queue.close() }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "accounts"
        configuration.busyMode = .timeout(5)
        return configuration
    }

    private static func failure(_ error: any Error, path: String) -> BridgeFailure {
        BridgeFailure(
            AuthServiceReason.unreadableDatabase,
            cause: "the accounts in \(path) cannot be opened: \(error)")
    }
}
