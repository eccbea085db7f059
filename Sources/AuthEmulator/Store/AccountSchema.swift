import Databases
import GRDB

/// The tables, version by version. Migrations are only ever appended.
enum AccountSchema: Sendable {
    static let tables = ["identity", "passkey", "account", "session", "tenant", "setting", "handle", "provider"]

    /// "sbac".
    private static let applicationID: Int32 = 0x7362_6163
    private static let firstMigration = "1: accounts, identities, sessions"

    static let schema: DatabaseSchema = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(firstMigration) { database in
            try database.execute(sql: first)
        }
        migrator.registerMigration("2: tenants, settings, codes") { database in
            try database.execute(sql: second)
        }
        migrator.registerMigration("3: the mark of our files") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        migrator.registerMigration("4: identity providers") { database in
            try database.execute(sql: fourth)
        }
        return DatabaseSchema(
            applicationID: applicationID, migrator: migrator, unmarkedMigration: firstMigration, tables: tables)
    }()

    /// `tenant` is the empty string for the project itself, not NULL: SQLite holds two NULLs to be distinct, and
    /// uniqueness would be lost. Times are milliseconds since the epoch.
    private static let first = """
        CREATE TABLE account (
            tenant TEXT NOT NULL DEFAULT '',
            localID TEXT NOT NULL CHECK (localID <> ''),
            email TEXT CHECK (email <> ''),
            emailVerified INTEGER,
            displayName TEXT,
            photoURL TEXT,
            phoneNumber TEXT CHECK (phoneNumber <> ''),
            disabled INTEGER,
            password TEXT,
            passwordUpdatedAt INTEGER,
            validSince INTEGER,
            createdAt INTEGER NOT NULL,
            lastLoginAt INTEGER,
            lastRefreshAt INTEGER,
            customAttributes TEXT,
            customAuth INTEGER NOT NULL DEFAULT 0,
            emailLinkSignin INTEGER NOT NULL DEFAULT 0,
            initialEmail TEXT,
            PRIMARY KEY (tenant, localID),
            UNIQUE (tenant, email),
            UNIQUE (tenant, phoneNumber)
        ) STRICT;
        CREATE INDEX account_by_initial_email ON account (tenant, initialEmail) WHERE initialEmail IS NOT NULL;

        CREATE TABLE identity (
            tenant TEXT NOT NULL DEFAULT '',
            localID TEXT NOT NULL,
            providerID TEXT NOT NULL CHECK (providerID <> ''),
            rawID TEXT NOT NULL CHECK (rawID <> ''),
            federatedID TEXT,
            email TEXT,
            displayName TEXT,
            photoURL TEXT,
            screenName TEXT,
            phoneNumber TEXT,
            PRIMARY KEY (tenant, localID, providerID),
            UNIQUE (tenant, providerID, rawID),
            FOREIGN KEY (tenant, localID) REFERENCES account (tenant, localID) ON DELETE CASCADE
        ) STRICT;

        -- No foreign key: a session outlives its account, so that its refresh token can be told why it is over.
        CREATE TABLE session (
            id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
            tenant TEXT NOT NULL DEFAULT '',
            localID TEXT NOT NULL,
            authTime INTEGER NOT NULL,
            provider TEXT NOT NULL,
            claims TEXT NOT NULL,
            isOrphaned INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX session_by_account ON session (tenant, localID);
        """

    /// `details` hold what few accounts and sessions have: a JSON object, or NULL. A handle is a text that was given
    /// out and that somebody may come back with: codes of e-mails and messages, sessions of a second factor.
    private static let second = """
        ALTER TABLE account ADD COLUMN details TEXT;
        ALTER TABLE session ADD COLUMN details TEXT;
        CREATE INDEX identity_by_email ON identity (tenant, email) WHERE email IS NOT NULL;

        CREATE TABLE passkey (
            tenant TEXT NOT NULL DEFAULT '',
            credentialID TEXT NOT NULL CHECK (credentialID <> ''),
            localID TEXT NOT NULL,
            PRIMARY KEY (tenant, credentialID)
        ) STRICT;
        CREATE INDEX passkey_by_account ON passkey (tenant, localID);

        CREATE TABLE tenant (
            id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
            settings TEXT NOT NULL
        ) STRICT;

        CREATE TABLE setting (
            name TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT;

        CREATE TABLE handle (
            text TEXT NOT NULL PRIMARY KEY CHECK (text <> ''),
            kind TEXT NOT NULL,
            tenant TEXT NOT NULL DEFAULT '',
            createdAt INTEGER NOT NULL,
            payload TEXT NOT NULL
        ) STRICT;
        CREATE INDEX handle_by_kind ON handle (kind, tenant);
        """

    /// How a project or tenant uses identity providers; `settings` is a JSON object.
    private static let fourth = """
        CREATE TABLE provider (
            tenant TEXT NOT NULL DEFAULT '',
            id TEXT NOT NULL CHECK (id <> ''),
            settings TEXT NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT;
        """
}
