import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let lookup: [Statement] = [
        Statement("2.2-01", "A user looks up whom the ID token is of, and nobody else.") { wire in
            try await wire.post("accounts:lookup") → .refused("MISSING_ID_TOKEN")
            try await wire.user(["localId": "hana"])
            let idToken = try await wire.taro()
            let asked = try await wire.post("accounts:lookup", ["idToken": idToken, "localId": ["hana"]])
            asked → .answers(["kind": "identitytoolkit#GetAccountInfoResponse"])
            #expect(asked["users"].arrayValue?.map { $0["localId"] } == ["taro"])
        },
        Statement(
            "2.2-02", "An administrator finds by uid, address, number and identity, in this order, each user once."
        ) { wire in
            for uid in ["a", "b", "c", "d"] {
                try await wire.user(["localId": .string(uid), "email": .string("\(uid)@example.com")])
            }
            try await wire.post("accounts:update", ["localId": "c", "phoneNumber": "+819000000001"], as: .admin) → .done
            try await wire.post(
                "accounts:update",
                ["localId": "d", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"]], as: .admin)
                → .done
            let asked = try await wire.post(
                "accounts:lookup",
                [
                    "federatedUserId": [
                        ["providerId": "google.com", "rawId": "g"], ["providerId": "google.com"], [:],
                    ],
                    "phoneNumber": ["+819000000001"], "email": ["B@example.com", "a@example.com"],
                    "localId": ["a", "x"],
                ], as: .admin)
            #expect(asked["users"].arrayValue?.map { $0["localId"] } == ["a", "b", "c", "d"])
        },
        Statement("2.2-03", "Nobody found is no failure: there is no list.") { wire in
            try await wire.post("accounts:lookup", ["localId": ["nobody"]], as: .admin)
                → .answersOnly(["kind": "identitytoolkit#GetAccountInfoResponse"])
            try await wire.post("accounts:lookup", as: .admin) → .lacks("users")
        },
        Statement("2.2-04", "An administrator's look-up has no use for an ID token.") { wire in
            try await wire.post("accounts:lookup", ["idToken": "x"], as: .admin) → .lacks("users")
        },
        Statement("2.2-05", "A look-up by first address is not implemented, empty as it may be.", .lenient) { wire in
            try await wire.post("accounts:lookup", ["initialEmail": []], as: .admin)
                → .refused("NOT_IMPLEMENTED : initialEmail", status: 501)
        },
        Statement("2.2-06", "Users see their password's hash and the numbers of their factors.", .lenient) { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:update",
                ["localId": "taro", "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]]],
                as: .admin) → .done
            let user = try await wire.post("accounts:lookup", ["idToken": idToken])["users"].arrayValue?.first
            #expect(user?["salt"] != nil && user?["passwordHash"] != nil)
            #expect(user?["mfaInfo"]?.arrayValue?.first?["phoneInfo"] == "+819000000001")
        },
        Statement(
            "2.2-07", "Users see that there is a password, and the last digits of their factors' numbers.", .strict
        ) { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:update",
                ["localId": "taro", "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]]],
                as: .admin) → .done
            let user = try await wire.post("accounts:lookup", ["idToken": idToken])["users"].arrayValue?.first
            #expect(user?["salt"] == nil && user?["passwordHash"] == "UkVEQUNURUQ=")
            #expect(user?["mfaInfo"]?.arrayValue?.first?["phoneInfo"] == "+********0001")
        },
    ]
}

extension StatementTests {
    @Test("2.2", arguments: Statement.trials(of: Statement.lookup))
    func lookup(_ trial: Statement.Trial) async throws { try await trial.run() }
}
