public import BridgePrimitives
import BridgeTrace

/// Whole lists of accounts, for administrators.
extension AuthService {
    /// Production's limit for one list.
    static let batchLimit = 1000

    // MARK: - Creating

    /// `accounts:batchCreate`: what is wrong with one row leaves that row out; the rest goes in, in one transaction.
    ///
    /// - Returns: `kind` and `error`, an array even when nothing is wrong.
    /// - Complexity: O(n) look-ups; a `rawPassword` costs a slow hash each.
    public func batchCreate(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { settings in
            let rows = try body.objects("users")
            guard !rows.isEmpty else { throw AuthRefusal(.missingUserAccount) }
            guard !enforces(.listLimits) || rows.count <= Self.batchLimit else {
                throw AuthRefusal(.invalidPageSelection, "at most \(Self.batchLimit) users")
            }
            let overwrites = try body.bool("allowOverwrite") ?? false
            try checkRepetitions(
                in: rows, overwrites: overwrites,
                sane: try body.bool("sanityCheck") ?? false && !settings.allowsDuplicateEmails)
            let scheme = PasswordScheme(json: body.json)
            let now = now
            let passwords = try rows.map { try rawPassword(of: $0) }
            var problems: [JSONValue] = []
            let created = try store.write(in: scope) { transaction in
                var created: [String] = []
                for (index, row) in rows.enumerated() {
                    do {
                        let imported = try ImportedRow(
                            row, scheme: scheme, scope: scope, strictness: strictness, now: now
                        ) { ids.alphanumeric(count: 28) }
                        var account = imported.account
                        if let password = passwords[index] {
                            (account.password, account.passwordUpdatedAt) = (.own(password), now)
                        }
                        try store(account, overwrites: overwrites, in: transaction)
                        created.append(account.localID)
                    } catch let problem as ImportedRow.Problem {
                        problems.append(["index": .integer(Int64(index)), "message": .string(problem.message)])
                    }
                }
                return created
            }
            for uid in created { record(AccountEvent(.created, uid: uid)) }
            return JSONObject([
                ("kind", "identitytoolkit#UploadAccountResponse"), ("error", .array(problems)),
            ])
        }
    }

    private func rawPassword(of row: WireBody) throws -> PasswordHash? {
        guard let raw = try row.nonEmptyString("rawPassword") else { return nil }
        return try PasswordHash(Secret(raw), salt: RandomBytes.make(count: PasswordHash.saltLength))
    }

    /// Refuses rows that repeat what must be unique in the list.
    private func checkRepetitions(in rows: [WireBody], overwrites: Bool, sane: Bool) throws {
        var emails = Set<String>(), raws = Set<[String]>(), uids = Set<String>()
        for row in rows {
            if sane, let email = try row.nonEmptyString("email") {
                let text = EmailAddress(email, strictness: .lenient)?.text ?? email
                guard emails.insert(text).inserted else { throw AuthRefusal(.duplicateEmail, text) }
            }
            if sane {
                for info in try row.objects("providerUserInfo") {
                    let provider = try info.string("providerId") ?? "", raw = try info.string("rawId") ?? ""
                    guard !["password", "phone", ""].contains(provider), !raw.isEmpty else { continue }
                    guard raws.insert([provider, raw]).inserted else {
                        throw AuthRefusal(.duplicateRawID, "Provider id(\(provider)), Raw id(\(raw))")
                    }
                }
            }
            if !overwrites, let uid = try row.nonEmptyString("localId") {
                guard uids.insert(uid).inserted else { throw AuthRefusal(.duplicateLocalID, uid) }
            }
        }
    }

    private func store(_ account: Account, overwrites: Bool, in transaction: AccountTransaction) throws {
        for identity in account.identities {
            if let owner = try transaction.account(providerID: identity.providerID, rawID: identity.rawID),
                owner.localID != account.localID
            {
                throw ImportedRow.Problem("raw id exists in other account in database")
            }
        }
        if let email = account.email, let owner = try transaction.account(email: email),
            owner.localID != account.localID
        {
            throw ImportedRow.Problem("email exists in other account in database")
        }
        if let number = account.phoneNumber, let owner = try transaction.account(phoneNumber: number),
            owner.localID != account.localID
        {
            throw ImportedRow.Problem("phone number exists in other account in database")
        }
        guard try transaction.contains(localID: account.localID) else {
            return try transaction.insert(account)
        }
        guard overwrites else {
            throw ImportedRow.Problem("localId belongs to an existing account - can not overwrite.")
        }
        try transaction.update(account)
    }

    // MARK: - Reading

    /// `accounts:batchGet`: a page of accounts in the order of their uids.
    ///
    /// - Parameters:
    ///   - maximum: nil for 20; at most 1000; -1 for all.
    ///   - pageToken: the last uid of the page before.
    public func batchGet(
        maximum: Int64?, pageToken: String?, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { _ in
            let limit = maximum == -1 ? Int.max : Int(clamping: min(max(maximum ?? 20, 1), Int64(Self.batchLimit)))
            let accounts = try store.read(in: scope) { try $0.accounts(after: pageToken ?? "", limit: limit) }
            var reply = JSONObject([
                ("kind", "identitytoolkit#DownloadAccountResponse"),
                ("users", .array(accounts.map { .object(wireForm(of: $0, for: .admin, in: scope)) })),
            ])
            if accounts.count == limit { reply["nextPageToken"] = (accounts.last?.localID).map { .string($0) } }
            return reply
        }
    }

    /// `accounts:query`: counts, or lists by a column.
    public func query(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let columns = ["SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL"]
            let order = try body.enumeration("order", schema: ["ORDER_UNSPECIFIED", "ASC", "DESC"])
            let sortBy = try body.enumeration("sortBy", schema: columns) ?? "USER_ID"
            let limit = try body.integer("limit")
            if enforces(.listLimits), let limit, !(0...500).contains(limit) {
                throw AuthRefusal(.invalidPageSelection, "limit must be 0 to 500")
            }
            let usual: Int64 = enforces(.listLimits) ? 500 : .max
            let wanted = AccountQuery(
                column: AccountQuery.Column(wireName: sortBy), isDescending: order == "DESC",
                offset: max(try body.integer("offset") ?? 0, 0),
                limit: limit.map { $0 > 0 ? $0 : usual } ?? usual)
            let terms = try body.objects("expression")
            let wantsUsers = try body.bool("returnUserInfo") ?? true
            let (count, page) = try store.read(in: scope) { transaction -> (Int, [Account]) in
                guard terms.isEmpty else {
                    let found = try self.accounts(matching: terms, in: transaction)
                    return (found.count, wantsUsers ? found : [])
                }
                guard wantsUsers else { return (try transaction.accountCount(), []) }
                let found = try transaction.accounts(wanted)
                return (found.count, found)
            }
            var reply = JSONObject([("recordsCount", .string(String(count)))])
            if wantsUsers {
                reply["userInfo"] = .array(page.map { .object(wireForm(of: $0, for: .admin, in: scope)) })
            }
            return reply
        }
    }

    /// Each term names a user by one of address, number or uid; whoever any of them names is found.
    private func accounts(matching terms: [WireBody], in transaction: AccountTransaction) throws -> [Account] {
        var found: [Account] = []
        for term in terms.prefix(100) {
            if let email = try term.nonEmptyString("email"),
                let address = EmailAddress(email, strictness: .lenient)
            {
                found += try [transaction.account(email: address.text)].compactMap(\.self)
            }
            if let number = try term.nonEmptyString("phoneNumber") {
                found += try [transaction.account(phoneNumber: number)].compactMap(\.self)
            }
            if let uid = try term.nonEmptyString("userId") {
                found += try [transaction.account(localID: uid)].compactMap(\.self)
            }
        }
        return found.uniqued()
    }

    // MARK: - Deleting

    /// `accounts:batchDelete`: unknown uids are no mistake; enabled users are, unless `force` is set.
    public func batchDelete(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let uids = try body.strings("localIds")
            guard !uids.isEmpty, uids.count <= Self.batchLimit else { throw AuthRefusal(.localIDListExceedsLimit) }
            let forces = try body.bool("force") ?? false
            let (deleted, errors) = try store.write(in: scope) { transaction in
                var deleted: [String] = [], errors: [JSONValue] = []
                for (index, uid) in uids.enumerated() {
                    guard let account = try transaction.account(localID: uid) else { continue }
                    guard forces || account.isDisabled else {
                        errors.append([
                            "index": .integer(Int64(index)), "localId": .string(uid),
                            "message": "NOT_DISABLED : Disable the account before batch deletion.",
                        ])
                        continue
                    }
                    try transaction.delete(localID: uid)
                    deleted.append(uid)
                }
                return (deleted, errors)
            }
            for uid in deleted { record(AccountEvent(.deleted, uid: uid)) }
            return errors.isEmpty ? JSONObject() : JSONObject([("errors", .array(errors))])
        }
    }

    /// Every account of the scope; codes that were given out stay, as in the emulator.
    public func deleteAccounts(in scope: AuthScope = .project) throws {
        try store.write(in: scope) { try $0.deleteAccounts() }
    }
}
