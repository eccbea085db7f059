import BridgePrimitives
import GRDB
import Tokens

extension AccountTransaction {
    /// The session of any tenant: its refresh token is what says whose it is.
    func session(id: String) throws -> AuthSession? {
        let statement = try database.cachedStatement(
            sql: "SELECT tenant, localID, authTime, provider, claims, details, isOrphaned FROM session WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { row in
            let details = (row[5] as String?).flatMap { try? JSONValue(parsing: $0) }
            var factor: IDTokenClaims.SecondFactor?
            if let kind = details?["factor"]?.stringValue, let identifier = details?["enrollment"]?.stringValue {
                factor = .init(kind: kind, identifier: identifier)
            }
            let claims = row[4] as String
            return AuthSession(
                id: id, tenant: row[0], localID: row[1], authTime: Instant(millisecondsSinceEpoch: row[2]),
                method: SignInMethod(
                    row[3],
                    claims: claims == "{}"
                        ? JSONObject() : (try? JSONValue(parsing: claims))?.objectValue ?? JSONObject(),
                    secondFactor: factor, attributes: details?["attributes"]),
                isOrphaned: row[6])
        }
    }

    /// - Throws: GRDB's error when the id is taken.
    func insert(_ session: AuthSession) throws {
        var details = JSONObject()
        details["factor"] = (session.method.secondFactor?.kind).map { .string($0) }
        details["enrollment"] = (session.method.secondFactor?.identifier).map { .string($0) }
        details["attributes"] = session.method.attributes
        try database.cachedStatement(
            sql: """
                INSERT INTO session (id, tenant, localID, authTime, provider, claims, details)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            session.id, tenant, session.localID, session.authTime.millisecondsSinceEpoch, session.method.provider,
            session.method.claims.isEmpty ? "{}" : JSONValue.object(session.method.claims).text(),
            details.isEmpty ? nil : JSONValue.object(details).text(),
        ])
    }
}
