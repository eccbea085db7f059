import AuthEmulator
import BridgePrimitives
import HandoffBackend

/// All that a served world keeps: what the auth service does, and the backend's users.
struct WorldState: Sendable {
    let service: AuthService
    let users: UserStore

    private static let usersName = "backendUsers"

    /// The auth service's export with the backend's users under a name of their own, which emulators pass over.
    ///
    /// Holds secrets.
    func exported() throws -> JSONObject {
        var state = try service.exportedState()
        state[Self.usersName] = .array(try users.all().map { .object($0.json) })
        return state
    }

    /// Replaces everything by what was exported here or by an emulator: all of it, or, when a row cannot be, nothing.
    /// An emulator knows no users of a backend, so there are none afterwards.
    ///
    /// - Throws: `state/unreadable-export` naming the row.
    func replace(by json: JSONValue) throws {
        let registered = try Self.users(in: json[Self.usersName])
        try service.importState(json)
        try users.replaceAll(by: registered)
    }

    /// As after a first start; keys stay.
    func reset() throws {
        try service.reset()
        try users.removeAll()
    }

    private static func users(in json: JSONValue?) throws(BridgeFailure) -> [RegisteredUser] {
        guard let json, json != .null else { return [] }
        guard let rows = json.arrayValue else { throw unreadable("\(usersName) is no list") }
        var users: [RegisteredUser] = []
        var ids: Set<Int64> = []
        // As bytes: two spellings of one letter are two users.
        var uids: Set<[UInt8]> = []
        for (index, row) in rows.enumerated() {
            guard let user = RegisteredUser(json: row) else {
                throw unreadable(
                    "\(usersName)[\(index)] has no \"id\", \"uid\" or \"createdAt\", or a member of the wrong type")
            }
            guard ids.insert(user.id).inserted, uids.insert(Array(user.profile.uid.utf8)).inserted else {
                throw unreadable("\(usersName)[\(index)] repeats an id or uid")
            }
            users.append(user)
        }
        return users
    }

    private static func unreadable(_ cause: String) -> BridgeFailure {
        BridgeFailure(
            AuthServiceReason.unreadableExport, cause: "the export cannot be read: \(cause)")
    }
}
