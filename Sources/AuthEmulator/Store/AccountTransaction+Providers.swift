import BridgePrimitives
import GRDB

extension AccountTransaction {
    /// A provider with the scope that it is of.
    struct ScopedProvider {
        let scope: AuthScope
        let config: ProviderConfig
    }

    /// Of all scopes, in the order of scopes and ids.
    func providers() throws -> [ScopedProvider] {
        let statement = try database.cachedStatement(
            sql: "SELECT tenant, id, settings FROM provider ORDER BY tenant, id")
        return try Row.fetchAll(statement).compactMap { row in
            let (tenant, id): (String, String) = (row[0], row[1])
            guard let collection = ProviderConfig.Collection(id: id) else { return nil }
            let json = (try? JSONValue(parsing: row[2] as String))?.objectValue ?? JSONObject()
            return ScopedProvider(
                scope: AuthScope(tenantID: tenant), config: ProviderConfig(collection, id: id, json: json))
        }
    }

    /// In the transaction's own scope.
    func store(_ config: ProviderConfig) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO provider (tenant, id, settings) VALUES (?, ?, ?)
                ON CONFLICT (tenant, id) DO UPDATE SET settings = excluded.settings
                """
        ).execute(arguments: [tenant, config.id, JSONValue.object(config.json).text()])
    }

    func deleteProvider(id: String) throws {
        try database.cachedStatement(sql: "DELETE FROM provider WHERE tenant = ? AND id = ?")
            .execute(arguments: [tenant, id])
    }
}
