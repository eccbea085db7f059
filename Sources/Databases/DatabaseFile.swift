public import BridgePrimitives
import Files
public import GRDB

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The tables of a database, and the mark by which its files are known.
public struct DatabaseSchema: Sendable {
    /// Stands in the file's header, so that no other application's database is taken over; the first migration writes
    /// it.
    let applicationID: Int32
    let migrator: DatabaseMigrator

    /// A migration that files of ours have had since before they were marked; nil when all are marked.
    let unmarkedMigration: String?

    /// What a file of ours has when all migrations are done.
    let tables: [String]

    /// What each database in memory starts from.
    let empty: EmptyDatabase

    /// - Parameters:
    ///   - applicationID: four ASCII letters as a number; not 0, which is what other files have.
    ///   - migrator: migrations are only ever appended.
    ///   - unmarkedMigration: a file without a mark that has had this migration is ours; a later one marks it.
    ///   - tables: those that the migrations make; a file that lacks one is refused.
    public init(
        applicationID: Int32, migrator: DatabaseMigrator, unmarkedMigration: String? = nil, tables: [String]
    ) {
        (self.applicationID, self.migrator) = (applicationID, migrator)
        (self.unmarkedMigration, self.tables) = (unmarkedMigration, tables)
        empty = EmptyDatabase(migrator)
    }
}

/// A row that cannot have been saved by us; thrown from the bodies of ``DatabaseFile``.
public struct DamagedRow: Error {
    public init() {}
}

/// A SQLite database of ours, in a file that outlives the process or in memory.
///
/// Each call is one transaction: whoever opens the file after a crash finds all of it or nothing. One connection,
/// used by one caller at a time. The file is readable for its owner only. Failures name the file, never a value.
public final class DatabaseFile<Contents: DatabaseContents>: Sendable {
    /// Nil for a database in memory.
    public let path: String?
    /// Nil once closed: GRDB must not be asked again. The lock is held while it answers, which nothing can call back.
    private let queue: Mutex<DatabaseQueue?>
    private let schema: DatabaseSchema

    private typealias Failure = DatabaseReason<Contents>
    private struct MissingTable: Error { let name: String }
    private struct ClosedFile: Error {}

    /// Opens the file, or makes it. It is for its owner only from then on (mode 0600), and so are the two files that lie
    /// beside it while it is open (write-ahead log). A file that is not ours stays as it is.
    ///
    /// - Parameters:
    ///   - path: its folder must exist; nil for a database that is gone with the process.
    ///   - sizeLimit: in bytes; a write that does not fit fails as on a full disk.
    ///   - patience: how long a call waits for another process that writes.
    /// - Throws: ``DatabaseReason`` as a failure that names the file.
    public init(
        path: String?, schema: DatabaseSchema, sizeLimit: Int, patience: Duration = .seconds(5)
    ) throws(BridgeFailure) {
        (self.path, self.schema) = (path, schema)
        do {
            if let path { try Self.prepareFile(path, schema) }
            var configuration = Configuration()
            configuration.label = Contents.plural
            configuration.busyMode = .timeout(patience / .seconds(1))
            if path != nil { configuration.journalMode = .wal }
            configuration.prepareDatabase { database in
                let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
                try database.execute(sql: "PRAGMA max_page_count = \(max(1, sizeLimit / max(1, pageSize)))")
            }
            guard let path else {
                let queue = try DatabaseQueue(configuration: configuration)
                try schema.empty.copy(to: queue)
                self.queue = Mutex(queue)
                return
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { try DatabaseOrigin.check($0, schema) }
            try schema.migrator.migrate(queue)
            try queue.read { try Self.checkTables($0, schema) }
            self.queue = Mutex(queue)
        } catch {
            throw Self.failure(error, path: path)
        }
    }

    /// Runs `body` for looking only: what it changed by mistake is undone.
    public func read<Value>(_ body: (Database) throws -> Value) throws(BridgeFailure) -> Value {
        // Not GRDB's own `read`: its `PRAGMA query_only` has SQLite compile every statement anew.
        try perform { queue in
            try queue.unsafeRead { database in
                try database.beginTransaction(.deferred)
                defer { try? database.rollback() }
                return try body(database)
            }
        }
    }

    /// Runs `body`; all of its changes happen or, when it throws, none.
    public func write<Value>(_ body: (Database) throws -> Value) throws(BridgeFailure) -> Value {
        try perform { try $0.write(body) }
    }

    /// The same, with foreign keys not enforced meanwhile: with them SQLite deletes the rows of a table one by one,
    /// without them page by page.
    public func writeWithoutForeignKeys(_ body: (Database) throws -> Void) throws(BridgeFailure) {
        try perform { queue in
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA foreign_keys = OFF")
                defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
                try database.inTransaction {
                    try body(database)
                    return .commit
                }
            }
        }
    }

    /// Empties every table, all at once.
    ///
    /// An empty database is copied over this one, which then forgets its pages without looking at them: a hundred
    /// thousand rows take milliseconds. A crash leaves all of them or none.
    ///
    /// - Parameter fill: puts into the empty database what is to be there at once.
    public func removeAll(andFill fill: (Database) throws -> Void = { _ in }) throws(BridgeFailure) {
        try perform { queue in
            let empty = try DatabaseQueue()
            try schema.empty.copy(to: empty)
            try empty.write(fill)
            try empty.backup(to: queue)
        }
    }

    /// Closes the file; what was saved is in it. Later calls fail.
    public func close() throws(BridgeFailure) {
        do {
            try queue.withLock { queue in
                try queue?.close()
                queue = nil
            }
        } catch {
            throw Self.failure(error, path: path)
        }
    }

    private func perform<Value>(_ body: (DatabaseQueue) throws -> Value) throws(BridgeFailure) -> Value {
        do {
            return try queue.withLock { queue in
                guard let queue else { throw ClosedFile() }
                return try body(queue)
            }
        } catch {
            throw Self.failure(error, path: path)
        }
    }

    // MARK: - Opening

    /// Before SQLite opens it, which would make a new file as readable as the process allows, and the files beside it as
    /// readable as that one.
    private static func prepareFile(_ path: String, _ schema: DatabaseSchema) throws {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw Failure.notWritable.failure("\"\(path.filter { $0 != "\0" })\" is no path")
        }
        guard case .file(let file, let before) = try OutputPlace(path) else {
            throw Failure.notWritable.failure("\(path) is a device or a pipe")
        }
        if let before, before.size > 0 { try DatabaseOrigin.check(file, schema) }
        let opened = try OpenFile(opening: file, flags: O_RDWR | O_CREAT, permissions: 0o600)
        if before != nil { try opened.setPermissions(0o600) }
        for suffix in ["-wal", "-shm"] where try FileStatus(of: file + suffix) != nil {
            try OpenFile(opening: file + suffix, flags: O_RDWR | O_NOFOLLOW).setPermissions(0o600)
        }
    }

    /// Migrations look at what was done, not at what is there: somebody may have taken a table away.
    private static func checkTables(_ database: Database, _ schema: DatabaseSchema) throws {
        for name in schema.tables where try !database.tableExists(name) { throw MissingTable(name: name) }
    }

    // MARK: - Failing

    static func failure(_ error: any Error, path: String?) -> BridgeFailure {
        let place = path ?? "the database in memory"
        switch error {
        case let failure as BridgeFailure: return failure
        case let failure as SystemFailure:
            let reason: Failure = failure.isLackOfRoom ? .diskFull : .notWritable
            return reason.failure("\(place) cannot be opened (\(failure.words))")
        case is DamagedRow: return Failure.damaged.failure("\(place) has a row that is no \(Contents.singular)")
        case is DatabaseOrigin.ForeignFile:
            return Failure.notADatabase.failure("\(place) is another application's, or no database")
        case is ClosedFile: return Failure.failed.failure("\(place) was closed")
        case let missing as MissingTable:
            return Failure.incomplete.failure("\(place) lacks the table \(missing.name)")
        case is DatabaseOrigin.NewerFile: return Failure.newerSchema.failure("\(place) was written by a later version")
        default: break
        }
        guard let error = error as? DatabaseError else { return Failure.failed.failure("\(place) cannot be used") }
        var reason: Failure =
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notADatabase
            case .SQLITE_FULL: .diskFull
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable
            case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
            default: .failed
            }
        // A file that SQLite needs besides, its log or that log's index, does not fit: it says only that it failed.
        if [.failed, .notWritable].contains(reason), let path, Folders.isFull(OutputPlace.folder(of: path)) {
            reason = .diskFull
        }
        // SQLite's own words may quote statements and name columns: its number says as much to who looks it up.
        return reason.failure("\(place) \(reason.clause) (SQLite's code \(error.extendedResultCode.rawValue))")
    }
}
