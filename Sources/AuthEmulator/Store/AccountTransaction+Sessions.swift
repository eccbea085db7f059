import BridgePrimitives
import GRDB

extension AccountTransaction {
    func session(id: String) throws -> AuthSession? {
        let statement = try database.cachedStatement(
            sql: "SELECT localID, authTime, provider, claims, isOrphaned FROM session WHERE tenant = '' AND id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { row in
            AuthSession(
                id: id, localID: row[0], authTime: Instant(millisecondsSinceEpoch: row[1]), provider: row[2],
                claims: (try? JSONValue(parsing: row[3] as String))?.objectValue ?? JSONObject(), isOrphaned: row[4])
        }
    }

    /// - Throws: GRDB's error when the id is taken.
    func insert(_ session: AuthSession) throws {
        try database.cachedStatement(
            sql: "INSERT INTO session (id, localID, authTime, provider, claims) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            session.id, session.localID, session.authTime.millisecondsSinceEpoch, session.provider,
            session.claims.isEmpty ? "{}" : JSONValue.object(session.claims).text(),
        ])
    }
}
