import BridgePrimitives
import GRDB

// Sessions and codes as they are stored, of all scopes: for exports.
extension AccountTransaction {
    func sessionRows() throws -> [JSONValue] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id, tenant, localID, authTime, provider, claims, details, isOrphaned FROM session
                    ORDER BY rowid
                    """)
        ).map { row in
            [
                "id": .string(row[0]), "tenant": .string(row[1]), "localId": .string(row[2]),
                "authTime": .integer(row[3]), "provider": .string(row[4]), "claims": .string(row[5]),
                "details": (row[6] as String?).map { .string($0) } ?? .null, "isOrphaned": .bool(row[7]),
            ]
        }
    }

    func insert(_ session: ExportedState.Session) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO session (id, tenant, localID, authTime, provider, claims, details, isOrphaned)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            session.id, session.tenant, session.localID, session.authTime.millisecondsSinceEpoch, session.provider,
            session.claims, session.details, session.isOrphaned,
        ])
    }

    func handleRows() throws -> [JSONValue] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT text, kind, tenant, createdAt, payload FROM handle ORDER BY rowid")
        ).map { row in
            [
                "text": .string(row[0]), "kind": .string(row[1]), "tenant": .string(row[2]),
                "createdAt": .integer(row[3]), "payload": .string(row[4]),
            ]
        }
    }

    func insert(_ code: ExportedState.Code) throws {
        try database.cachedStatement(
            sql: "INSERT INTO handle (text, kind, tenant, createdAt, payload) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            code.text, code.kind, code.tenant, code.createdAt.millisecondsSinceEpoch, code.payload,
        ])
    }
}
