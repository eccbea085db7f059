import BridgePrimitives

/// An export, read to its end and found to contradict itself nowhere: what goes into an empty store row by row.
struct ExportedState {
    struct Scope {
        var scope: AuthScope
        var accounts: [Account]
        var providers: [ProviderConfig]
    }

    struct Session {
        var id: String, tenant: String, localID: String
        var authTime: Instant
        var provider: String, claims: String
        var details: String?
        var isOrphaned: Bool
    }

    struct Code {
        var text: String, kind: String, tenant: String
        var createdAt: Instant
        var payload: String
    }

    let projectID: String
    var configuration: JSONObject?
    var tenants: [Tenant] = []
    var scopes: [Scope] = []
    var sessions: [Session] = []
    var codes: [Code] = []
    /// Further projects; those have none of their own.
    var projects: [ExportedState] = []
    /// The first sequence of ids that is free where the export was made.
    var idEpoch: UInt64

    /// - Throws: `state/unreadable-export`, with the place of the first row that is wrong.
    /// - Complexity: O(n) in the rows.
    init(_ json: JSONValue, projectID: String) throws(BridgeFailure) {
        let state = try ExportedRow(json, at: "")
        if let project = try state.text("projectId"), project != projectID {
            throw ExportedRow.unreadable("it is of the project \(project), not of \(projectID)")
        }
        try self.init(state, projectID: projectID)
        var names = Seen()
        for row in try state.rows("projects") {
            let name = try row.requiredText("projectId")
            guard let id = ProjectID(name), id.text != projectID else {
                throw row.refused("projectId", "is no id of a further project")
            }
            guard names.insert(id.text) else { throw row.refused("projectId", "is another project's too") }
            guard projects.count < AuthProjects.limit else {
                throw row.refused("projectId", "at most \(AuthProjects.limit) further projects are kept")
            }
            projects.append(try ExportedState(row, projectID: id.text))
        }
    }

    /// One project.
    private init(_ state: ExportedRow, projectID: String) throws(BridgeFailure) {
        guard state.value("users")?.arrayValue != nil else {
            throw ExportedRow.unreadable(
                "there is no list under \"\(state.place.isEmpty ? "" : "\(state.place).")users\"")
        }
        self.projectID = projectID
        let epoch = try state.integer("idEpoch") ?? 0
        guard epoch >= 0, epoch < Int64.max - 1 else { throw state.refused("idEpoch", "is no count") }
        idEpoch = UInt64(epoch)
        configuration = try state.object("configuration")
        scopes = [
            Scope(
                scope: .project, accounts: try Self.accounts(state.rows("users")),
                providers: try Self.providers(state.rows("providers")))
        ]
        var ids = Seen()
        for row in try state.rows("tenants") {
            let id = try row.requiredText("tenantId")
            guard Tenant.isValid(id: id) else { throw row.refused("tenantId", "is no id of a tenant") }
            guard ids.insert(id) else { throw row.refused("tenantId", "is another tenant's too") }
            tenants.append(Tenant(id: id, json: row.members))
            scopes.append(
                Scope(
                    scope: AuthScope(tenantID: id), accounts: try Self.accounts(row.rows("users")),
                    providers: try Self.providers(row.rows("providers"))))
        }
        sessions = try Self.sessions(state.rows("sessions"))
        codes = try Self.codes(state.rows("codes"))
    }

    /// Texts that were there before, compared as bytes, as SQLite does.
    private struct Seen {
        private var texts: Set<[UInt8]> = []

        /// Whether it is new.
        mutating func insert(_ text: String) -> Bool { texts.insert(Array(text.utf8)).inserted }
        mutating func insert(_ first: String, _ second: String) -> Bool {
            texts.insert(Array(first.utf8) + [0] + Array(second.utf8)).inserted
        }
    }

    private static func accounts(_ rows: [ExportedRow]) throws(BridgeFailure) -> [Account] {
        var accounts: [Account] = []
        accounts.reserveCapacity(rows.count)
        var (ids, emails, numbers, identities, passkeys) = (Seen(), Seen(), Seen(), Seen(), Seen())
        for row in rows {
            let account = try Account(row)
            guard ids.insert(account.localID) else { throw row.refused("localId", "is another account's too") }
            if let email = account.email, !emails.insert(email) {
                throw row.refused("email", "is another account's too")
            }
            if let number = account.phoneNumber, !numbers.insert(number) {
                throw row.refused("phoneNumber", "is another account's too")
            }
            for identity in account.identities where !identities.insert(identity.providerID, identity.rawID) {
                throw row.refused("providerUserInfo", "an identity at a provider is another account's too")
            }
            for passkey in account.passkeys ?? [] where !passkeys.insert(passkey.credentialID) {
                throw row.refused("passkeyInfo", "a credential is another account's too")
            }
            accounts.append(account)
        }
        return accounts
    }

    private static func providers(_ rows: [ExportedRow]) throws(BridgeFailure) -> [ProviderConfig] {
        var providers: [ProviderConfig] = []
        var ids = Seen()
        for row in rows {
            let id = try row.requiredText("id")
            guard ids.insert(id) else { throw row.refused("id", "is another provider's too") }
            guard let collection = ProviderConfig.Collection(id: id) else {
                throw row.refused("id", "is no id of a provider")
            }
            providers.append(ProviderConfig(collection, id: id, json: try row.object("settings") ?? JSONObject()))
        }
        return providers
    }

    private static func sessions(_ rows: [ExportedRow]) throws(BridgeFailure) -> [Session] {
        var sessions: [Session] = []
        var ids = Seen()
        for row in rows {
            let id = try row.requiredText("id")
            guard ids.insert(id) else { throw row.refused("id", "is another session's too") }
            guard let authTime = try row.instant("authTime") else { throw row.refused("authTime", "is missing") }
            sessions.append(
                Session(
                    id: id, tenant: try row.text("tenant") ?? "", localID: try row.requiredText("localId"),
                    authTime: authTime, provider: try row.requiredText("provider"),
                    claims: try row.objectText("claims")?.text ?? "{}", details: try row.objectText("details")?.text,
                    isOrphaned: try row.flag("isOrphaned") ?? false))
        }
        return sessions
    }

    /// A kind of code, and whether it can be made from what a row holds.
    private struct Kind {
        let name: String
        let isPayload: (JSONObject) -> Bool

        init<Code: Handle>(_ kind: Code.Type) {
            name = Code.kind
            isPayload = { Code(text: "x", createdAt: .epoch, payload: $0) != nil }
        }
    }

    private static func codes(_ rows: [ExportedRow]) throws(BridgeFailure) -> [Code] {
        let kinds = [
            Kind(OobCode.self), Kind(PhoneVerification.self), Kind(PhoneProof.self), Kind(TOTPEnrollment.self),
            Kind(PendingSignIn.self),
        ]
        var codes: [Code] = []
        var texts = Seen()
        for row in rows {
            let text = try row.requiredText("text")
            guard texts.insert(text) else { throw row.refused("text", "is another code's too") }
            let name = try row.requiredText("kind")
            guard let kind = kinds.first(where: { $0.name == name }) else {
                throw row.refused("kind", "is none of \(kinds.map(\.name).joined(separator: ", "))")
            }
            guard let createdAt = try row.instant("createdAt") else { throw row.refused("createdAt", "is missing") }
            guard let payload = try row.objectText("payload") else { throw row.refused("payload", "is missing") }
            guard kind.isPayload(payload.object) else {
                throw row.refused("payload", "is not that of a code of this kind")
            }
            codes.append(
                Code(
                    text: text, kind: name, tenant: try row.text("tenant") ?? "", createdAt: createdAt,
                    payload: payload.text))
        }
        return codes
    }
}
