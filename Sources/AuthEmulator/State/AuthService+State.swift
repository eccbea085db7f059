public import BridgePrimitives

/// All that the service keeps, out and in again; the keys stay where they are.
extension AuthService {
    /// `users` of the project in the emulator's form, configuration, tenants with their users, sessions and codes.
    ///
    /// Holds secrets: hashes, codes, authenticators' keys.
    /// - Complexity: O(n) in everything; the whole of it in memory.
    public func exportedState() throws -> JSONObject {
        var state = JSONObject([
            ("kind", "identitytoolkit#DownloadAccountResponse"), ("version", 1), ("projectId", .string(projectID)),
            ("users", .array(try exportedAccounts(in: .project))), ("configuration", .object(configuration.json)),
        ])
        state["tenants"] = .array(
            try settings.tenants.map { tenant in
                var object = tenant.json
                object["users"] = .array(try exportedAccounts(in: AuthScope(tenantID: tenant.id)))
                return .object(object)
            })
        let (sessions, handles, epoch) = try store.read {
            (try $0.sessionRows(), try $0.handleRows(), try $0.nextIDEpoch())
        }
        state["idEpoch"] = .integer(Int64(clamping: epoch))
        state["sessions"] = .array(sessions)
        state["codes"] = .array(handles)
        return state
    }

    private func exportedAccounts(in scope: AuthScope) throws -> [JSONValue] {
        try store.read(in: scope) { try $0.accounts(after: "", limit: .max) }.map { .object($0.exportedForm) }
    }

    /// Replaces everything by what was exported here, or by the users of an emulator's `accounts.json`: all of it, or,
    /// when a row contradicts another, nothing.
    ///
    /// - Throws: `state/unreadable-export` naming the row.
    public func importState(_ json: JSONValue) throws {
        guard let users = json["users"]?.arrayValue else { throw Self.unreadable("there is no list under \"users\"") }
        if let project = json["projectId"]?.stringValue, project != projectID {
            throw Self.unreadable("it is of the project \(project), not of \(projectID)")
        }
        let tenants = json["tenants"]?.arrayValue ?? []
        // Ids that were given where the export was made must not be given here to others.
        let usedThere = json["idEpoch"]?.integerValue.flatMap { UInt64(exactly: $0) } ?? 0
        var epoch: UInt64 = 0
        try store.removingAll { transaction in
            epoch = try transaction.takeIDEpoch(notBefore: usedThere)
            try Self.insert(users, in: transaction, "users")
            if let configuration = json["configuration"]?.objectValue {
                try transaction.set(SettingsBook.configurationName, to: configuration)
            }
            for (index, tenant) in tenants.enumerated() {
                guard let id = tenant["tenantId"]?.stringValue, Tenant.isValid(id: id) else {
                    throw Self.unreadable("tenants[\(index)] has no \"tenantId\"")
                }
                try transaction.store(Tenant(id: id, json: tenant.objectValue ?? JSONObject()))
                try Self.insert(
                    tenant["users"]?.arrayValue ?? [], in: transaction.scoped(to: AuthScope(tenantID: id)),
                    "tenants[\(index)].users")
            }
            for row in json["sessions"]?.arrayValue ?? [] { try transaction.insertSession(row: row) }
            for row in json["codes"]?.arrayValue ?? [] { try transaction.insertHandle(row: row) }
        }
        ids.begin(epoch: epoch)
        try settings.reload()
    }

    private static func insert(_ rows: [JSONValue], in transaction: AccountTransaction, _ place: String) throws {
        for (index, row) in rows.enumerated() {
            guard let account = row.objectValue.flatMap(Account.init(exportedForm:)) else {
                throw unreadable("\(place)[\(index)] has no \"localId\"")
            }
            do { try transaction.insert(account) } catch {
                throw unreadable("\(place)[\(index)] repeats an id, address, number or identity")
            }
        }
    }

    private static func unreadable(_ cause: String) -> BridgeFailure {
        BridgeFailure(
            AuthServiceReason.unreadableExport, cause: "the export cannot be read: \(cause)")
    }
}
