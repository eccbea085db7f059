import BridgePrimitives
import GRDB

/// One member of an account or of an identity: its column, its name on the wire and in exports, and its form there.
///
/// Rows, the wire form and exports are written and read from ``Account/members`` and ``ProviderIdentity/members``. What
/// needs more than one member, or a check of its own, is in the code that writes and reads it.
struct StoredMember<Owner>: Sendable {
    enum Form: Sendable {
        case text(any WritableKeyPath<Owner, String?> & Sendable)
        case flag(any WritableKeyPath<Owner, Bool?> & Sendable)
        /// Left out on the wire if it is false.
        case mark(any WritableKeyPath<Owner, Bool> & Sendable)
        /// A column holds milliseconds.
        case time(any WritableKeyPath<Owner, Instant?> & Sendable, TimeForm)
    }

    /// How the wire types a time.
    enum TimeForm: Sendable {
        case milliseconds, millisecondsAsText, secondsAsText, rfc3339
    }

    let column: String
    let name: String
    let form: Form
    /// Whether an empty text counts as none in an export.
    let isNeverEmpty: Bool

    init(_ column: String, named name: String? = nil, _ form: Form, isNeverEmpty: Bool = false) {
        (self.column, self.name, self.form, self.isNeverEmpty) = (column, name ?? column, form, isNeverEmpty)
    }
}

extension Account {
    static let members: [StoredMember<Account>] = [
        StoredMember("email", .text(\.email), isNeverEmpty: true),
        StoredMember("emailVerified", .flag(\.emailVerified)),
        StoredMember("displayName", .text(\.displayName)),
        StoredMember("photoURL", named: "photoUrl", .text(\.photoURL)),
        StoredMember("phoneNumber", .text(\.phoneNumber), isNeverEmpty: true),
        StoredMember("disabled", .flag(\.disabled)),
        StoredMember("passwordUpdatedAt", .time(\.passwordUpdatedAt, .milliseconds)),
        StoredMember("validSince", .time(\.validSince, .secondsAsText)),
        StoredMember("lastLoginAt", .time(\.lastLoginAt, .millisecondsAsText)),
        StoredMember("lastRefreshAt", .time(\.lastRefreshAt, .rfc3339)),
        StoredMember("customAttributes", .text(\.customAttributes), isNeverEmpty: true),
        StoredMember("customAuth", .mark(\.customAuth)),
        StoredMember("emailLinkSignin", .mark(\.emailLinkSignin)),
        StoredMember("initialEmail", .text(\.initialEmail)),
    ]
}

extension ProviderIdentity {
    static let members: [StoredMember<ProviderIdentity>] = [
        StoredMember("federatedID", named: "federatedId", .text(\.federatedID)),
        StoredMember("email", .text(\.email)),
        StoredMember("displayName", .text(\.displayName)),
        StoredMember("photoURL", named: "photoUrl", .text(\.photoURL)),
        StoredMember("screenName", .text(\.screenName)),
        StoredMember("phoneNumber", .text(\.phoneNumber)),
    ]
}

extension StoredMember {
    func databaseValue(of owner: Owner) -> DatabaseValue {
        switch form {
        case .text(let path): owner[keyPath: path]?.databaseValue ?? .null
        case .flag(let path): owner[keyPath: path]?.databaseValue ?? .null
        case .mark(let path): owner[keyPath: path].databaseValue
        case .time(let path, _): owner[keyPath: path]?.millisecondsSinceEpoch.databaseValue ?? .null
        }
    }

    func read(_ row: Row, at index: Int, into owner: inout Owner) {
        switch form {
        case .text(let path): owner[keyPath: path] = row[index]
        case .flag(let path): owner[keyPath: path] = row[index]
        case .mark(let path): owner[keyPath: path] = row[index]
        case .time(let path, _):
            owner[keyPath: path] = (row[index] as Int64?).map(Instant.init(millisecondsSinceEpoch:))
        }
    }

    /// Nil for a member that is left out.
    func wireValue(of owner: Owner) -> JSONValue? {
        switch form {
        case .text(let path): owner[keyPath: path].map { .string($0) }
        case .flag(let path): owner[keyPath: path].map { .bool($0) }
        case .mark(let path): owner[keyPath: path] ? true : nil
        case .time(let path, let form): owner[keyPath: path].map(form.wireValue)
        }
    }

    /// - Throws: `state/unreadable-export`.
    func read(_ row: ExportedRow, into owner: inout Owner) throws(BridgeFailure) {
        switch form {
        case .text(let path): owner[keyPath: path] = try isNeverEmpty ? row.nonEmptyText(name) : row.text(name)
        case .flag(let path): owner[keyPath: path] = try row.flag(name)
        case .mark(let path): owner[keyPath: path] = try row.flag(name) ?? false
        case .time(let path, .milliseconds), .time(let path, .millisecondsAsText):
            owner[keyPath: path] = try row.instant(name)
        case .time(let path, .secondsAsText):
            owner[keyPath: path] = try row.integer(name).map(Instant.init(secondsSinceEpoch:))
        case .time(let path, .rfc3339): owner[keyPath: path] = try row.moment(name)
        }
    }
}

extension StoredMember.TimeForm {
    fileprivate func wireValue(_ time: Instant) -> JSONValue {
        switch self {
        case .milliseconds: .integer(time.millisecondsSinceEpoch)
        case .millisecondsAsText: .string(String(time.millisecondsSinceEpoch))
        case .secondsAsText: .string(String(time.secondsSinceEpoch))
        case .rfc3339: .string(time.rfc3339)
        }
    }
}
