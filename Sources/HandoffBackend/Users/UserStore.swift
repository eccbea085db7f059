public import BridgePrimitives
public import Databases
import GRDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Why users cannot be kept.
public typealias UserDatabaseReason = DatabaseReason<UserDatabaseContents>

/// Users, in the words of a database's failures.
public enum UserDatabaseContents: DatabaseContents {
    public static var area: String { "user-database" }
    public static var singular: String { "user" }
    public static var plural: String { "users" }
}

/// The backend's users by uid, in SQLite: in a file that outlives the process, or in memory.
///
/// That a uid has one row is the database's rule, so it holds between processes too.
public final class UserStore: Sendable {
    /// What became of a registration.
    public enum Registration: Hashable, Sendable {
        case created(RegisteredUser)
        /// There was a row of this uid; it stays as it was.
        case found(RegisteredUser)
    }

    private let file: DatabaseFile<UserDatabaseContents>

    /// How large the database may become, in bytes.
    public static let sizeLimit = 1 << 28

    /// - Parameters:
    ///   - path: the file, made when missing; its folder must exist. Nil for memory.
    ///   - sizeLimit: in bytes; a registration that does not fit fails as on a full disk.
    /// - Throws: ``UserDatabaseReason`` as a failure that names the file.
    public init(path: String?, sizeLimit: Int = UserStore.sizeLimit) throws(BridgeFailure) {
        file = try DatabaseFile(path: path, schema: UserSchema.schema, sizeLimit: sizeLimit)
    }

    /// Copies the file of a store that may be in use, by this process or another.
    ///
    /// - Parameter copy: where no file is yet.
    /// - Throws: ``UserDatabaseReason`` as a failure that names the file.
    /// - Complexity: O(*n*) in the file's size.
    public static func copy(_ path: String, to copy: String) throws(BridgeFailure) {
        try DatabaseFile<UserDatabaseContents>.copy(path, to: copy, schema: UserSchema.schema)
    }

    /// Finds the user of this uid, or stores one; never two.
    ///
    /// - Throws: ``UserDatabaseReason`` as a failure.
    public func register(_ profile: RegisteredUser.Profile, at now: Instant) throws(BridgeFailure) -> Registration {
        // Most of those who come have come before, and looking costs no write.
        if let known = try user(uid: profile.uid) { return .found(known) }
        return try file.write { database in
            try Self.insert(nil, profile, now, in: database, unlessThere: true)
            let isNew = database.changesCount > 0
            guard let user = try Self.user(uid: profile.uid, in: database) else { throw DamagedRow() }
            return isNew ? .created(user) : .found(user)
        }
    }

    /// Nil when nobody of this uid has registered.
    ///
    /// - Complexity: one look-up in an index.
    public func user(uid: String) throws(BridgeFailure) -> RegisteredUser? {
        try file.read { try Self.user(uid: uid, in: $0) }
    }

    /// All users in the order of their registration.
    public func all() throws(BridgeFailure) -> [RegisteredUser] {
        try file.read { database in
            try Row.fetchAll(database, sql: "SELECT \(Self.columns) FROM user ORDER BY id").map(Self.user)
        }
    }

    /// Makes `users` all that there are, with their ids, or, when two share an id or a uid, changes nothing.
    public func replaceAll(by users: [RegisteredUser]) throws(BridgeFailure) {
        try file.write { database in
            try database.execute(sql: "DELETE FROM user")
            for user in users { try Self.insert(user.id, user.profile, user.createdAt, in: database) }
        }
    }

    /// Empties the table; ids begin at 1 again.
    public func removeAll() throws(BridgeFailure) {
        try file.write { try $0.execute(sql: "DELETE FROM user") }
    }

    /// Closes the file; what was stored is in it. Later calls fail.
    public func close() throws(BridgeFailure) { try file.close() }

    // MARK: - Rows

    private static let columns = "id, uid, name, email, picture, signInProvider, createdAt"

    /// - Parameter id: nil for the next one.
    private static func insert(
        _ id: Int64?, _ profile: RegisteredUser.Profile, _ createdAt: Instant, in database: Database,
        unlessThere: Bool = false
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO user (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
                \(unlessThere ? "ON CONFLICT (uid) DO NOTHING" : "")
                """)
        let texts = [profile.uid, profile.name, profile.email, profile.picture, profile.signInProvider]
        let values: [(any DatabaseValueConvertible)?] =
            [id] + texts.map { $0.map { Data($0.utf8) } } + [createdAt.millisecondsSinceEpoch]
        try statement.execute(arguments: StatementArguments(values))
    }

    private static func user(uid: String, in database: Database) throws -> RegisteredUser? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM user WHERE uid = ?")
        return try Row.fetchOne(statement, arguments: [Data(uid.utf8)]).map(user)
    }

    /// The file may have been changed by others, and GRDB traps where a value cannot be converted.
    private static func user(_ row: Row) throws -> RegisteredUser {
        func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
            Value.fromDatabaseValue(row[index] as DatabaseValue)
        }
        func text(_ index: Int) throws -> String? {
            if (row[index] as DatabaseValue).isNull { return nil }
            guard let bytes: Data = value(index), let text = String(validating: bytes, as: UTF8.self) else {
                throw DamagedRow()
            }
            return text
        }
        guard row.count == 7, let id: Int64 = value(0), let uid = try text(1), let createdAt: Int64 = value(6) else {
            throw DamagedRow()
        }
        return RegisteredUser(
            id: id,
            profile: RegisteredUser.Profile(
                uid: uid, name: try text(2), email: try text(3), picture: try text(4), signInProvider: try text(5)),
            createdAt: Instant(millisecondsSinceEpoch: createdAt))
    }
}
