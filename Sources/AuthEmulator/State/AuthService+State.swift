public import BridgePrimitives

/// All that the service keeps, out and in again; the keys stay where they are.
extension AuthService {
    /// `users` of the project in the emulator's form, configuration, tenants with their users, sessions and codes; the
    /// same of each further project under `projects`.
    ///
    /// Holds secrets: hashes, codes, authenticators' keys.
    /// - Complexity: O(n) in everything; the whole of it in memory.
    public func exportedState() throws -> JSONObject {
        var state = try exportedProject()
        let others = try otherProjects.map { JSONValue.object(try furtherProject($0).service.exportedProject()) }
        if !others.isEmpty { state["projects"] = .array(others) }
        return state
    }

    private func exportedProject() throws -> JSONObject {
        var state = JSONObject([
            ("kind", "identitytoolkit#DownloadAccountResponse"), ("version", 1), ("projectId", .string(projectID)),
            ("users", .array(try exportedAccounts(in: .project))), ("configuration", .object(configuration.json)),
        ])
        state["tenants"] = .array(
            try settings.tenants.map { tenant in
                var object = tenant.json
                object["users"] = .array(try exportedAccounts(in: AuthScope(tenantID: tenant.id)))
                object["providers"] = exportedProviders(in: AuthScope(tenantID: tenant.id))
                return .object(object)
            })
        state["providers"] = exportedProviders(in: .project)
        let (sessions, handles, epoch) = try store.read {
            (try $0.sessionRows(), try $0.handleRows(), try $0.nextIDEpoch())
        }
        state["idEpoch"] = .integer(Int64(clamping: epoch))
        state["sessions"] = .array(sessions)
        state["codes"] = .array(handles)
        return state
    }

    /// The first of the project's users, as an export has them.
    ///
    /// - Complexity: O(`limit`), however many there are.
    public func exportedUsers(upTo limit: Int) throws -> [JSONValue] { try exportedAccounts(in: .project, upTo: limit) }

    /// Nil without any.
    private func exportedProviders(in scope: AuthScope) -> JSONValue? {
        let configs = settings.providers(in: scope)
        return configs.isEmpty
            ? nil
            : .array(configs.map { .object(JSONObject([("id", .string($0.id)), ("settings", .object($0.json))])) })
    }

    private func exportedAccounts(in scope: AuthScope, upTo limit: Int = .max) throws -> [JSONValue] {
        try store.read(in: scope) { try $0.accounts(after: "", limit: limit) }.map { .object($0.exportedForm) }
    }

    /// Replaces everything by what was exported here, or by the users of an emulator's `accounts.json`: all of it, or,
    /// when a row contradicts another, nothing. Further projects are replaced as well, each in a transaction of its own.
    ///
    /// - Throws: `state/unreadable-export` naming the row.
    public func importState(_ json: JSONValue) throws {
        // All of it is read before anything is touched.
        let state = try ExportedState(json, projectID: projectID)
        try put(state)
        projects.removeAll()
        for other in state.projects { try furtherProject(other.projectID).service.put(other) }
    }

    private func put(_ state: ExportedState) throws {
        var epoch: UInt64 = 0
        try store.removingAll { transaction in
            // Ids that were given where the export was made must not be given here to others.
            epoch = try transaction.takeIDEpoch(notBefore: state.idEpoch)
            if let configuration = state.configuration {
                try transaction.set(SettingsBook.configurationName, to: configuration)
            }
            for tenant in state.tenants { try transaction.store(tenant) }
            for scope in state.scopes {
                let scoped = transaction.scoped(to: scope.scope)
                for account in scope.accounts { try scoped.insert(account) }
                for provider in scope.providers { try scoped.store(provider) }
            }
            for session in state.sessions { try transaction.insert(session) }
            for code in state.codes { try transaction.insert(code) }
        }
        ids.begin(epoch: epoch)
        try settings.reload()
        recordResets(neededFor: state.scopes.flatMap(\.accounts).map(\.password))
    }
}
