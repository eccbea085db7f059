import BridgePrimitives
import GRDB

extension AccountTransaction {
    /// The handle of this kind and text, if it was given out in this scope and not used up.
    func handle<Kind: Handle>(_ kind: Kind.Type, _ text: String) throws -> Kind? {
        guard !text.utf8.contains(0) else { return nil }
        let statement = try database.cachedStatement(
            sql: "SELECT createdAt, payload FROM handle WHERE text = ? AND kind = ? AND tenant = ?")
        return try Row.fetchOne(statement, arguments: [text, Kind.kind, tenant]).flatMap { row in
            guard let payload = (try? JSONValue(parsing: row[1] as String))?.objectValue else { return nil }
            return Kind(text: text, createdAt: Instant(millisecondsSinceEpoch: row[0]), payload: payload)
        }
    }

    /// All that are not used up, oldest first.
    func handles<Kind: Handle>(_ kind: Kind.Type) throws -> [Kind] {
        let statement = try database.cachedStatement(
            sql: "SELECT text, createdAt, payload FROM handle WHERE kind = ? AND tenant = ? ORDER BY rowid")
        return try Row.fetchAll(statement, arguments: [Kind.kind, tenant]).compactMap { row in
            guard let payload = (try? JSONValue(parsing: row[2] as String))?.objectValue else { return nil }
            return Kind(text: row[0], createdAt: Instant(millisecondsSinceEpoch: row[1]), payload: payload)
        }
    }

    /// - Throws: GRDB's error when the text is taken.
    func insert<Kind: Handle>(_ handle: Kind) throws {
        try database.cachedStatement(
            sql: "INSERT INTO handle (text, kind, tenant, createdAt, payload) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            handle.text, Kind.kind, tenant, handle.createdAt.millisecondsSinceEpoch,
            JSONValue.object(handle.payload).text(),
        ])
    }

    /// Stores what has changed about a handle.
    func update<Kind: Handle>(_ handle: Kind) throws {
        try database.cachedStatement(sql: "UPDATE handle SET payload = ? WHERE text = ? AND kind = ? AND tenant = ?")
            .execute(arguments: [JSONValue.object(handle.payload).text(), handle.text, Kind.kind, tenant])
    }

    /// It was used: nobody comes back with it again.
    func consume<Kind: Handle>(_ handle: Kind) throws {
        try database.cachedStatement(sql: "DELETE FROM handle WHERE text = ? AND kind = ? AND tenant = ?")
            .execute(arguments: [handle.text, Kind.kind, tenant])
    }
}
