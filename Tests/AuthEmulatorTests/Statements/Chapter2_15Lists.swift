import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let batchGet: [Statement] = [
        Statement("2.15-01", "Nobody is an empty list.") { wire in
            try await wire.get("accounts:batchGet", as: .admin)
                → .answersOnly(["kind": "identitytoolkit#DownloadAccountResponse", "users": []])
        },
        Statement(
            "2.15-02",
            "Pages are in the order of uids; a full one has the last as its token, and the next may be empty."
        ) {
            wire in
            for uid in ["b", "a"] { try await wire.user(["localId": .string(uid)]) }
            let page = try await wire.get("accounts:batchGet", as: .admin, query: "maxResults=2")
            #expect(page["users"].arrayValue?.map { $0["localId"] } == ["a", "b"])
            page → .answers(["nextPageToken": "b"])
            try await wire.get("accounts:batchGet", as: .admin, query: "maxResults=2&nextPageToken=b")
                → .answers(["users": [], "nextPageToken": nil])
        },
        Statement("2.15-03", "Twenty are a page, for 0 too; a negative number asks for all.") { wire in
            for number in 0..<21 { try await wire.user(["localId": .string("u\(number)")]) }
            for (query, count) in [("", 20), ("maxResults=0", 20), ("maxResults=-1", 21), ("maxResults=-7", 21)] {
                try await wire.get("accounts:batchGet", as: .admin, query: query)
                    → .satisfies { $0["users"].arrayValue?.count == count }
            }
        },
    ]

    static let batchDelete: [Statement] = [
        Statement("2.16-01", "One to a thousand uids, no fewer and no more.") { wire in
            for count in [0, 1001] {
                try await wire.post(
                    "accounts:batchDelete", ["localIds": .array(Array(repeating: "x", count: count))], as: .admin)
                    → .refused("LOCAL_ID_LIST_EXCEEDS_LIMIT")
            }
            try await wire.post(
                "accounts:batchDelete", ["localIds": .array(Array(repeating: "x", count: 1000))], as: .admin)
                → .answersOnly([:])
        },
        Statement("2.16-02", "An enabled user stays unless forced; nobody's uid is no mistake.") { wire in
            try await wire.user(["localId": "a"])
            try await wire.user(["localId": "b", "disabled": true])
            let uids: JSONValue = ["nobody", "a", "b"]
            try await wire.post("accounts:batchDelete", ["localIds": uids], as: .admin)
                → .answersOnly([
                    "errors": [
                        [
                            "index": 1, "localId": "a",
                            "message": "NOT_DISABLED : Disable the account before batch deletion.",
                        ]
                    ]
                ])
            try await wire.post("accounts:batchDelete", ["localIds": uids, "force": true], as: .admin)
                → .answersOnly([:])
        },
        Statement("2.16-03", "A tenant that is switched off is not asked.") { wire in
            let tenant = try await wire.tenant(["disableAuth": true])
            try await wire.post("accounts:batchDelete", ["localIds": ["x"]], as: .admin, tenant: tenant) → .done
            try await wire.get("accounts:batchGet", as: .admin, tenant: tenant) → .refused("PROJECT_DISABLED")
        },
    ]

    static let query: [Statement] = [
        Statement("2.17-01", "The count is text, and users come beside it unless they are not wanted.") { wire in
            for uid in ["b", "a"] { try await wire.user(["localId": .string(uid)]) }
            try await wire.post("accounts:query", ["returnUserInfo": false], as: .admin)
                → .answersOnly(["recordsCount": "2"])
            let asked = try await wire.post("accounts:query", as: .admin)
            #expect(asked["userInfo"].arrayValue?.map { $0["localId"] } == ["a", "b"])
            let reversed = try await wire.post("accounts:query", ["order": "DESC", "sortBy": "USER_ID"], as: .admin)
            #expect(reversed["userInfo"].arrayValue?.map { $0["localId"] } == ["b", "a"])
        },
        Statement("2.17-02", "queryAccounts is the same call.") { wire in
            await wire.raw(
                "POST", "/identitytoolkit.googleapis.com/v1/projects/demo-bridge:queryAccounts",
                authorization: "Bearer owner", "{}") → .answersOnly(["recordsCount": "0", "userInfo": []])
        },
        Statement("2.17-03", "At most 500 are asked for at once.", .strict) { wire in
            try await wire.post("accounts:query", ["limit": "501"], as: .admin)
                → .refused("INVALID_PAGE_SELECTION : limit must be 0 to 500")
        },
    ]
}

extension StatementTests {
    @Test("2.15", arguments: Statement.trials(of: Statement.batchGet))
    func batchGet(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.16", arguments: Statement.trials(of: Statement.batchDelete))
    func batchDelete(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.17", arguments: Statement.trials(of: Statement.query))
    func query(_ trial: Statement.Trial) async throws { try await trial.run() }
}
