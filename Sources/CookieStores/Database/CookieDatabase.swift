public import BridgePrimitives
public import Cookies
import Databases
import GRDB

/// The cookies of a device's named stores, in a SQLite file that outlives the process.
///
/// Each call is one transaction: whoever opens the file after a crash finds all of it or nothing. One connection,
/// used by one caller at a time. The file is readable for its owner only.
public final class CookieDatabase: Sendable {
    public let path: String
    private let file: DatabaseFile<CookieDatabaseContents>

    /// How large the file may become, in bytes.
    public static let sizeLimit = 1 << 28

    /// Opens the file, or makes it (mode 0600). Two more files lie beside it while it is open (write-ahead log).
    ///
    /// - Parameters:
    ///   - path: its folder must exist.
    ///   - sizeLimit: in bytes; a save that does not fit fails as on a full disk.
    ///   - patience: how long a call waits for another process that writes.
    /// - Throws: ``CookieDatabaseReason`` as a failure that names the file.
    public init(
        path: String, sizeLimit: Int = CookieDatabase.sizeLimit, patience: Duration = .seconds(5)
    ) throws(BridgeFailure) {
        self.path = path
        file = try DatabaseFile(
            path: path,
            schema: DatabaseSchema(
                applicationID: CookieSchema.applicationID, migrator: CookieSchema.migrator, tables: ["store", "cookie"]),
            sizeLimit: sizeLimit, patience: patience)
    }

    /// The names of the stores that were saved, in alphabetical order.
    public func stores() throws(BridgeFailure) -> [String] {
        try file.read { try String.fetchAll($0, sql: "SELECT name FROM store ORDER BY name") }
    }

    /// The cookies of a store in the order in which they were saved; none for a store that was not.
    ///
    /// They are as they were, so ``CookieJar/restore(_:now:)`` takes them.
    public func load(store: String) throws(BridgeFailure) -> [Cookie] {
        try file.read { try Self.rows(of: store, in: $0).map(\.cookie) }
    }

    /// Makes `cookies` all that the store has. Rows that stay the same are not written.
    ///
    /// - Parameters:
    ///   - cookies: of two of one identity the later one counts.
    ///   - store: not empty, without NUL.
    /// - Complexity: O(n) in the store's cookies.
    public func save(_ cookies: [Cookie], store: String) throws(BridgeFailure) {
        precondition(!store.isEmpty && !store.utf8.contains(0), "stores have names without NUL")
        try file.write { database in
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

    /// The device's relaunch: only cookies with an expiry remain.
    ///
    /// - Parameter store: nil for all stores.
    /// - Returns: how many cookies went.
    @discardableResult
    public func removeNonPersistent(store: String? = nil) throws(BridgeFailure) -> Int {
        try file.write { database in
            try database.execute(
                sql: """
                    DELETE FROM cookie WHERE expiry IS NULL
                    AND (?1 IS NULL OR store = (SELECT id FROM store WHERE name = ?1))
                    """, arguments: [store])
            return database.changesCount
        }
    }

    /// Removes a store with its cookies; nothing happens if there is none of that name.
    public func delete(store: String) throws(BridgeFailure) {
        try file.write { try $0.execute(sql: "DELETE FROM store WHERE name = ?", arguments: [store]) }
    }

    /// Closes the file; what was saved is in it. Later calls fail.
    public func close() throws(BridgeFailure) { try file.close() }

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
