import Databases
import GRDB

/// The table of ``UserStore``, version by version. Migrations are only ever appended.
enum UserSchema: Sendable {
    /// "sbus".
    private static let applicationID: Int32 = 0x7362_7573

    static let schema: DatabaseSchema = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: users") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: first)
        }
        return DatabaseSchema(applicationID: applicationID, migrator: migrator, tables: ["user"])
    }()

    /// Texts are bytes: as text they would end at a NUL, which a uid may have, and two users would be one. The time is
    /// in milliseconds since the epoch.
    private static let first = """
        CREATE TABLE user (
            id INTEGER PRIMARY KEY,
            uid BLOB NOT NULL UNIQUE CHECK (uid <> x''),
            name BLOB,
            email BLOB,
            picture BLOB,
            signInProvider BLOB,
            createdAt INTEGER NOT NULL
        ) STRICT;
        """
}
