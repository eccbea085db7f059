import BridgePrimitives
import GRDB

/// A page of the accounts of a scope, in the order of one column.
struct AccountQuery: Hashable, Sendable {
    enum Column: String, CaseIterable, Sendable {
        case localID, displayName, createdAt, lastLoginAt, email

        /// The uid for names that are unknown.
        init(wireName: String) {
            self =
                switch wireName {
                case "NAME": .displayName
                case "CREATED_AT": .createdAt
                case "LAST_LOGIN_AT": .lastLoginAt
                case "USER_EMAIL": .email
                default: .localID
                }
        }
    }

    var column = Column.localID
    var isDescending = false
    var offset: Int64 = 0
    var limit: Int64 = .max
}

extension AccountQuery {
    // The protocol's enumerations, whose members may be sent as their place.
    static let orders = ["ORDER_UNSPECIFIED", "ASC", "DESC"]
    static let fields = ["SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL"]
}

extension AccountTransaction {
    /// - Complexity: by uid and address an index is followed; other columns sort the whole scope.
    func accounts(_ query: AccountQuery) throws -> [Account] {
        let direction = query.isDescending ? "DESC" : "ASC"
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(Account.columns) FROM account WHERE tenant = ?
                ORDER BY \(query.column.rawValue) \(direction), localID \(direction) LIMIT ? OFFSET ?
                """)
        return try Row.fetchAll(statement, arguments: [tenant, query.limit, query.offset])
            .map { try account(row: $0) }
    }
}
