import BridgePrimitives
import GRDB

extension AccountTransaction {
    func setting(_ name: String) throws -> JSONObject? {
        let statement = try database.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?")
        return try String.fetchOne(statement, arguments: [name]).flatMap { try? JSONValue(parsing: $0) }?.objectValue
    }

    func set(_ name: String, to value: JSONObject) throws {
        try database.cachedStatement(
            sql:
                """
                INSERT INTO setting (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """
        ).execute(arguments: [name, JSONValue.object(value).text()])
    }

    /// In the order of their ids.
    func tenants() throws -> [Tenant] {
        let statement = try database.cachedStatement(sql: "SELECT id, settings FROM tenant ORDER BY id")
        return try Row.fetchAll(statement).map { row in
            Tenant(id: row[0], json: (try? JSONValue(parsing: row[1] as String))?.objectValue ?? JSONObject())
        }
    }

    func store(_ tenant: Tenant) throws {
        try database.cachedStatement(
            sql:
                """
                INSERT INTO tenant (id, settings) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET settings = excluded.settings
                """
        ).execute(arguments: [tenant.id, JSONValue.object(tenant.json).text()])
    }

    /// The tenant with its users and codes.
    func deleteTenant(id: String) throws {
        for sql in [
            "DELETE FROM account WHERE tenant = ?", "DELETE FROM passkey WHERE tenant = ?",
            "DELETE FROM session WHERE tenant = ?", "DELETE FROM handle WHERE tenant = ?",
            "DELETE FROM provider WHERE tenant = ?",
            "DELETE FROM tenant WHERE id = ?",
        ] { try database.cachedStatement(sql: sql).execute(arguments: [id]) }
    }
}
