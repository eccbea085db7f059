public import BridgePrimitives
public import Cookies
import GRDB
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The cookies of a device's named stores, in a SQLite file that outlives the process.
///
/// Each call is one transaction: whoever opens the file after a crash finds all of it or nothing. One connection,
/// used by one caller at a time. The file is readable for its owner only.
public final class CookieDatabase: Sendable {
    public let path: String
    /// Nil once closed: GRDB must not be asked again. The lock is held while it answers, which nothing can call back.
    private let queue: Mutex<DatabaseQueue?>

    /// How large the file may become, in bytes.
    public static let sizeLimit = 1 << 28

    /// Opens the file, or makes it (mode 0600). Two more files lie beside it while it is open (write-ahead log).
    ///
    /// - Parameters:
    ///   - path: its folder must exist.
    ///   - sizeLimit: in bytes; a save that does not fit fails as on a full disk.
    /// - Throws: ``CookieDatabaseReason`` as a failure that names the file.
    public init(path: String, sizeLimit: Int = CookieDatabase.sizeLimit) throws(BridgeFailure) {
        self.path = path
        try Self.makeFile(path)
        do {
            var configuration = Configuration()
            configuration.label = "cookies"
            configuration.busyMode = .timeout(5)
            configuration.journalMode = .wal
            configuration.prepareDatabase { database in
                let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
                try database.execute(sql: "PRAGMA max_page_count = \(max(1, sizeLimit / max(1, pageSize)))")
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read(Self.checkOrigin)
            try CookieSchema.migrator.migrate(queue)
            self.queue = Mutex(queue)
        } catch {
            throw Self.failure(error, path: path)
        }
    }

    /// The names of the stores that were saved, in alphabetical order.
    public func stores() throws(BridgeFailure) -> [String] {
        try perform { try $0.read { try String.fetchAll($0, sql: "SELECT name FROM store ORDER BY name") } }
    }

    /// The cookies of a store in the order in which they were saved; none for a store that was not.
    ///
    /// They are as they were, so ``CookieJar/restore(_:now:)`` takes them.
    public func load(store: String) throws(BridgeFailure) -> [Cookie] {
        try perform { queue in try queue.read { try Self.rows(of: store, in: $0).map(\.cookie) } }
    }

    /// Makes `cookies` all that the store has. Rows that stay the same are not written.
    ///
    /// - Parameters:
    ///   - cookies: of two of one identity the later one counts.
    ///   - store: not empty, without NUL.
    /// - Complexity: O(n) in the store's cookies.
    public func save(_ cookies: [Cookie], store: String) throws(BridgeFailure) {
        precondition(!store.isEmpty && !store.utf8.contains(0), "stores have names without NUL")
        try perform { queue in
            try queue.write { database in
                try database.execute(sql: "INSERT OR IGNORE INTO store (name) VALUES (?)", arguments: [store])
                let id = try Int64.fetchOne(database, sql: "SELECT id FROM store WHERE name = ?", arguments: [store])
                let changes = StoreChanges(from: try Self.rows(of: store, in: database), to: cookies)
                // All that go leave first: a row that moves up may take the place or the identity of another.
                let delete = try database.cachedStatement(sql: "DELETE FROM cookie WHERE store = ? AND position = ?")
                for position in changes.removed { try delete.execute(arguments: [id, position]) }
                let insert = try database.cachedStatement(
                    sql: """
                        INSERT INTO cookie (\(CookieRow.columns), store)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """)
                for row in changes.added { try insert.execute(arguments: StatementArguments(row.values + [id])) }
            }
        }
    }

    /// The device's relaunch: only cookies with an expiry remain.
    ///
    /// - Parameter store: nil for all stores.
    /// - Returns: how many cookies went.
    @discardableResult
    public func removeNonPersistent(store: String? = nil) throws(BridgeFailure) -> Int {
        try perform { queue in
            try queue.write { database in
                try database.execute(
                    sql: """
                        DELETE FROM cookie WHERE expiry IS NULL
                        AND (?1 IS NULL OR store = (SELECT id FROM store WHERE name = ?1))
                        """, arguments: [store])
                return database.changesCount
            }
        }
    }

    /// Removes a store with its cookies; nothing happens if there is none of that name.
    public func delete(store: String) throws(BridgeFailure) {
        try perform { queue in
            try queue.write { try $0.execute(sql: "DELETE FROM store WHERE name = ?", arguments: [store]) }
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

    private static func rows(of store: String, in database: Database) throws -> [CookieRow] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(CookieRow.columns) FROM cookie
                WHERE store = (SELECT id FROM store WHERE name = ?) ORDER BY position
                """)
        return try Row.fetchAll(statement, arguments: [store]).map { row in
            guard let row = CookieRow(row) else { throw DamagedRow() }
            return row
        }
    }
}

// Outside of the type, whose method hides the system's function of the same name.
private func closeFile(_ descriptor: Int32) { close(descriptor) }

// MARK: - Opening and failing

extension CookieDatabase {
    private struct DamagedRow: Error {}
    private struct ForeignFile: Error {}
    private struct NewerFile: Error {}
    private struct ClosedFile: Error {}

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

    /// Before SQLite does, which would make the file as readable as the process allows.
    private static func makeFile(_ path: String) throws(BridgeFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CookieDatabaseReason.notWritable.failure("\"\(path.filter { $0 != "\0" })\" is no path")
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CookieDatabaseReason.notWritable.failure(
                "\(path) cannot be opened (\(String(cString: strerror(errno))))")
        }
        defer { closeFile(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else {
            throw CookieDatabaseReason.notWritable.failure(
                "\(path) cannot be kept from other users (\(String(cString: strerror(errno))))")
        }
    }

    /// An empty file is a new one; any other must be ours, and of a version that we know.
    private static func checkOrigin(_ database: Database) throws {
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        let origin = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard isEmpty || origin == CookieSchema.applicationID else { throw ForeignFile() }
        if try CookieSchema.migrator.hasBeenSuperseded(database) { throw NewerFile() }
    }

    private static func failure(_ error: any Error, path: String) -> BridgeFailure {
        switch error {
        case is DamagedRow: return CookieDatabaseReason.damaged.failure("\(path) has a row that is no cookie")
        case is ForeignFile:
            return CookieDatabaseReason.notADatabase.failure("\(path) is another application's database")
        case is ClosedFile: return CookieDatabaseReason.failed.failure("\(path) was closed")
        case is NewerFile: return CookieDatabaseReason.newerSchema.failure("\(path) was written by a later version")
        default: break
        }
        guard let error = error as? DatabaseError else {
            return CookieDatabaseReason.failed.failure("\(path): \(error)")
        }
        let reason: CookieDatabaseReason =
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notADatabase
            case .SQLITE_FULL: .diskFull
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable
            case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
            default: .failed
            }
        return reason.failure("\(path): \(error.message ?? "SQLite's error \(error.resultCode.rawValue)")")
    }
}
