import GRDB

/// The tables of ``CookieDatabase``, version by version. Migrations are only ever appended.
enum CookieSchema: Sendable {
    /// Marks the file as one of ours ("sbck"), so that no other application's database is taken over.
    static let applicationID: Int32 = 0x7362_636B

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: stores and cookies") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: first)
        }
        return migrator
    }

    /// Name, value and path are bytes: text would end at a NUL, and a collation could take two spellings of one letter
    /// for the same name. Times are milliseconds since the epoch.
    private static let first = """
        CREATE TABLE store (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE CHECK (name <> '')
        ) STRICT;

        CREATE TABLE cookie (
            store INTEGER NOT NULL REFERENCES store (id) ON DELETE CASCADE,
            -- The order in which a jar lists them.
            position INTEGER NOT NULL CHECK (position >= 0),
            name BLOB NOT NULL,
            value BLOB NOT NULL,
            domain TEXT NOT NULL,
            isHostOnly INTEGER NOT NULL CHECK (isHostOnly IN (0, 1)),
            path BLOB NOT NULL,
            isSecure INTEGER NOT NULL CHECK (isSecure IN (0, 1)),
            isHTTPOnly INTEGER NOT NULL CHECK (isHTTPOnly IN (0, 1)),
            sameSite TEXT NOT NULL CHECK (sameSite IN ('strict', 'lax', 'none', 'unspecified')),
            creation INTEGER NOT NULL,
            lastAccess INTEGER NOT NULL,
            -- NULL for a non-persistent cookie.
            expiry INTEGER,
            isPartitioned INTEGER NOT NULL CHECK (isPartitioned IN (0, 1)),
            -- NULL outside partitions.
            partitionKey TEXT,
            isScriptWritten INTEGER NOT NULL CHECK (isScriptWritten IN (0, 1)),
            PRIMARY KEY (store, position)
        ) STRICT, WITHOUT ROWID;

        -- SQLite holds two NULLs to be distinct; a number is distinct from every text.
        CREATE UNIQUE INDEX cookie_identity
            ON cookie (store, domain, name, path, isHostOnly, ifnull(partitionKey, 0));
        """
}
