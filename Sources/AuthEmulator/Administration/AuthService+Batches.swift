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
            let checksSanity = try body.bool("sanityCheck") ?? false
            let isSane = checksSanity && !settings.allowsDuplicateEmails
            try checkRepetitions(in: rows, overwrites: overwrites, emails: isSane, rawIDs: checksSanity)
            let now = now
            let rules = ImportedRow.Rules(
                scheme: PasswordScheme(json: body.json), scope: scope, strictness: strictness, now: now,
                overwrites: overwrites, isSane: isSane
            ) { [ids] in ids.alphanumeric(count: 28) }
            let passwords = try rows.map { try rawPassword(of: $0) }
            func account(_ index: Int, in transaction: AccountTransaction?) throws -> Account {
                var account = try ImportedRow(rows[index], rules: rules, in: transaction).account
                if let password = passwords[index] {
                    (account.password, account.passwordUpdatedAt) = (.own(password), now)
                }
                return account
            }
            // Before the transaction, so that others may write meanwhile.
            let read = try rows.indices.map { index -> Account? in
                do { return try account(index, in: nil) } catch is ImportedRow.Problem { return nil }
            }
            var problems: [JSONValue] = []
            let created = try store.write(in: scope) { transaction in
                var created: [(uid: String, password: StoredPassword?)] = []
                for index in rows.indices {
                    do {
                        let uid = try transaction.takeIn(read[index]) { try account(index, in: $0) }
                        created.append((uid, read[index]?.password))
                    } catch let problem as ImportedRow.Problem {
                        problems.append(["index": .integer(Int64(index)), "message": .string(problem.message)])
                    }
                }
                return created
            }
            for (uid, _) in created { record(AccountEvent(.created, uid: uid)) }
            recordResets(neededFor: created.map(\.password))
            return JSONObject([
                ("kind", "identitytoolkit#UploadAccountResponse"), ("error", .array(problems)),
            ])
        }
    }

    /// Says how many accounts were imported with hashes that are never verified, one event for each algorithm.
    func recordResets(neededFor passwords: [StoredPassword?]) {
        let algorithms = passwords.compactMap { $0?.unverifiedAlgorithm }
        for algorithm in algorithms.uniqued() {
            let count = algorithms.count { $0 == algorithm }
            record(
                AccountEvent(
                    .created, uid: nil, reasons: [AuthReason.passwordResetNeeded.code],
                    detail: trace.masking.text("accounts with \(algorithm) hashes: \(count)")))
        }
    }

    private func rawPassword(of row: WireBody) throws -> PasswordHash? {
        guard let raw = try row.nonEmptyString("rawPassword") else { return nil }
        return try PasswordHash(Secret(raw), salt: RandomBytes.make(count: PasswordHash.saltLength))
    }

    /// Refuses rows that repeat what must be unique in the list.
    private func checkRepetitions(in rows: [WireBody], overwrites: Bool, emails checksEmails: Bool, rawIDs: Bool) throws
    {
        var emails = Set<String>(), raws = Set<[String]>(), uids = Set<String>()
        for row in rows {
            if checksEmails, let email = try row.nonEmptyString("email") {
                let text = EmailAddress(email, strictness: .lenient)?.text ?? email
                guard emails.insert(text).inserted else { throw AuthRefusal(.duplicateEmail, text) }
            }
            if rawIDs {
                for info in try row.objects("providerUserInfo") {
                    let provider = try info.string("providerId") ?? "", raw = try info.string("rawId") ?? ""
                    guard !["password", "phone", ""].contains(provider), !raw.isEmpty else { continue }
                    guard raws.insert([provider, raw]).inserted else {
                        throw AuthRefusal(.duplicateRawID, "Provider id(\(provider)), Raw id(\(raw))")
                    }
                }
            }
            if !overwrites {
                let uid = try row.string("localId") ?? ""
                guard uids.insert(uid).inserted else { throw AuthRefusal(.duplicateLocalID, uid) }
            }
        }
    }

    // MARK: - Reading

    /// `accounts:batchGet`: a page of accounts in the order of their uids.
    ///
    /// - Parameters:
    ///   - maximum: nil or 0 for 20; at most 1000; negative for all.
    ///   - pageToken: the last uid of the page before.
    public func batchGet(
        maximum: Int64?, pageToken: String?, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { _ in
            let limit = Self.pageSize(maximum)
            let accounts = try store.read(in: scope) { try $0.accounts(after: pageToken ?? "", limit: limit) }
            var reply = JSONObject([
                ("kind", "identitytoolkit#DownloadAccountResponse"),
                ("users", .array(accounts.map { .object(wireForm(of: $0, for: .admin, in: scope)) })),
            ])
            if accounts.count == limit { reply["nextPageToken"] = (accounts.last?.localID).map { .string($0) } }
            return reply
        }
    }

    /// How many rows a page has for what was asked: nil or 0 for 20; at most 1000; negative for all.
    static func pageSize(_ wanted: Int64?) -> Int {
        switch wanted ?? 0 {
        case ..<0: .max
        case 0: 20
        case let wanted: Int(clamping: min(wanted, Int64(batchLimit)))
        }
    }

    /// `accounts:query`: counts, or lists by a column.
    public func query(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            let order = try body.enumeration("order", schema: AccountQuery.orders)
            let sortBy = try body.enumeration("sortBy", schema: AccountQuery.fields) ?? "USER_ID"
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
        try answering(in: scope, evenIfDisabled: true) { _ in
            let uids = try body.strings("localIds")
            guard !uids.isEmpty, uids.count <= Self.batchLimit else { throw AuthRefusal(.localIDListExceedsLimit) }
            let forces = try body.bool("force") ?? false
            let (deleted, errors) = try store.write(in: scope) { transaction in
                try takeFromQuota(.batchDeletions)
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
        touch(scope)
        try store.write(in: scope) { try $0.deleteAccounts() }
    }
}
