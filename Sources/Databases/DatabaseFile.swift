public import BridgePrimitives
public import GRDB
import Synchronization

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
    private struct ForeignFile: Error {}
    private struct MissingTable: Error { let name: String }
    private struct NewerFile: Error {}
    private struct ClosedFile: Error {}

    /// Opens the file, or makes it (mode 0600). Two more files lie beside it while it is open (write-ahead log).
    ///
    /// - Parameters:
    ///   - path: its folder must exist; nil for a database that is gone with the process.
    ///   - sizeLimit: in bytes; a write that does not fit fails as on a full disk.
    /// - Throws: ``DatabaseReason`` as a failure that names the file.
    public init(path: String?, schema: DatabaseSchema, sizeLimit: Int) throws(BridgeFailure) {
        (self.path, self.schema) = (path, schema)
        if let path { try Self.makeFile(path) }
        do {
            var configuration = Configuration()
            configuration.label = Contents.plural
            configuration.busyMode = .timeout(5)
            if path != nil { configuration.journalMode = .wal }
            configuration.prepareDatabase { database in
                let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
                try database.execute(sql: "PRAGMA max_page_count = \(max(1, sizeLimit / max(1, pageSize)))")
            }
            let queue =
                if let path { try DatabaseQueue(path: path, configuration: configuration) } else {
                    try DatabaseQueue(configuration: configuration)
                }
            try queue.read { try Self.checkOrigin($0, schema) }
            try schema.migrator.migrate(queue)
            try queue.read { try Self.checkTables($0, schema) }
            self.queue = Mutex(queue)
        } catch {
            throw Self.failure(error, path: path)
        }
    }

    /// Runs `body` for looking only.
    public func read<Value>(_ body: (Database) throws -> Value) throws(BridgeFailure) -> Value {
        try perform { try $0.read(body) }
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
            try schema.migrator.migrate(empty)
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

    /// Before SQLite does, which would make the file as readable as the process allows.
    private static func makeFile(_ path: String) throws(BridgeFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw Failure.notWritable.failure("\"\(path.filter { $0 != "\0" })\" is no path")
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure.notWritable.failure("\(path) cannot be opened (\(String(cString: strerror(errno))))")
        }
        defer { closeFile(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else {
            throw Failure.notWritable.failure(
                "\(path) cannot be kept from other users (\(String(cString: strerror(errno))))")
        }
    }

    /// An empty file is a new one; any other must be ours, and of a version that we know.
    private static func checkOrigin(_ database: Database, _ schema: DatabaseSchema) throws {
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        let origin = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let isUnmarked =
            try origin == 0
            && schema.unmarkedMigration.map { try schema.migrator.appliedIdentifiers(database).contains($0) } ?? false
        guard isEmpty || origin == schema.applicationID || isUnmarked else { throw ForeignFile() }
        if try schema.migrator.hasBeenSuperseded(database) { throw NewerFile() }
    }

    /// Migrations look at what was done, not at what is there: somebody may have taken a table away.
    private static func checkTables(_ database: Database, _ schema: DatabaseSchema) throws {
        for name in schema.tables where try !database.tableExists(name) { throw MissingTable(name: name) }
    }

    // MARK: - Failing

    private static func failure(_ error: any Error, path: String?) -> BridgeFailure {
        let place = path ?? "the database in memory"
        switch error {
        case is DamagedRow: return Failure.damaged.failure("\(place) has a row that is no \(Contents.singular)")
        case is ForeignFile: return Failure.notADatabase.failure("\(place) is another application's database")
        case is ClosedFile: return Failure.failed.failure("\(place) was closed")
        case let missing as MissingTable:
            return Failure.incomplete.failure("\(place) lacks the table \(missing.name)")
        case is NewerFile: return Failure.newerSchema.failure("\(place) was written by a later version")
        default: break
        }
        guard let error = error as? DatabaseError else { return Failure.failed.failure("\(place) cannot be used") }
        let reason: Failure =
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notADatabase
            case .SQLITE_FULL: .diskFull
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable
            case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
            default: .failed
            }
        // SQLite's own words may quote statements and name columns: its number says as much to who looks it up.
        return reason.failure("\(place) \(reason.clause) (SQLite's code \(error.extendedResultCode.rawValue))")
    }
}

// Outside of the type, whose method hides the system's function of the same name.
private func closeFile(_ descriptor: Int32) { close(descriptor) }
