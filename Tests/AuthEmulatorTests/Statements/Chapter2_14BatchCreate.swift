import AuthEmulator
import BridgePrimitives
import Testing

extension WireFixture {
    fileprivate func importing(
        _ users: JSONValue, sanity: Bool = false, overwriting: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        try await post(
            "accounts:batchCreate",
            ["users": users, "sanityCheck": .bool(sanity), "allowOverwrite": .bool(overwriting)], as: .admin,
            sourceLocation: sourceLocation)
    }

    /// Taro is there, with the identity `g` at Google and a number.
    fileprivate func withTaro() async throws {
        _ = try await taro()
        try await post(
            "accounts:update",
            [
                "localId": "taro", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"],
            ], as: .admin) → .done
    }
}

extension Statement {
    /// What an import says of one row.
    private static let rows: [(row: JSONValue, sanity: Bool, message: String)] = [
        ([:], false, "localId is missing"),
        (["localId": "a", "tenantId": "t"], false, "Tenant id in userInfo does not match the tenant id in request."),
        (
            ["localId": "a", "customAttributes": .string("{\"a\":\"\(String(repeating: "x", count: 1000))\"}")], false,
            "Custom claims provided are too large."
        ),
        (["localId": "a", "customAttributes": "[]"], false, "Invalid custom claims provided."),
        (
            ["localId": "a", "customAttributes": "{\"sub\":1}"], false,
            "Custom claims provided include a reserved claim."
        ),
        (
            ["localId": "a", "providerUserInfo": [["providerId": "google.com"]]], false,
            "federatedId or (providerId & rawId) is required"
        ),
        (
            ["localId": "a", "providerUserInfo": [["providerId": "google.com", "federatedId": "f"]]], false,
            "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId as a workaround.))"
        ),
        (
            ["localId": "a", "phoneNumber": "x", "providerUserInfo": [["providerId": "google.com", "rawId": "g"]]],
            false,
            "raw id exists in other account in database"
        ),
        (["localId": "a", "phoneNumber": "x", "email": "y"], false, "phone number format is invalid"),
        (["localId": "a", "email": "y"], false, "email is invalid"),
        (["localId": "a", "email": "taro@example.com"], true, "email exists in other account in database"),
        (
            ["localId": "a", "email": "taro@example.com"], false,
            "((Auth Emulator does not support importing duplicate email: taro@example.com))"
        ),
        (
            ["localId": "a", "mfaInfo": [["phoneInfo": "+819000000001"]]], false,
            "Second factor account requires email to be presented."
        ),
        (
            ["localId": "a", "email": "a@example.com", "mfaInfo": [["phoneInfo": "+819000000001"]]], false,
            "Second factor account requires email to be verified."
        ),
        (
            [
                "localId": "a", "email": "a@example.com", "emailVerified": true,
                "mfaInfo": [
                    ["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"],
                    ["mfaEnrollmentId": "f", "phoneInfo": "+819000000002"],
                ],
            ], false, "Enrollment id already exists."
        ),
        (
            ["localId": "a", "email": "a@example.com", "emailVerified": true, "mfaInfo": [[:]]], false,
            "Second factor not supported."
        ),
        (
            ["localId": "a", "email": "a@example.com", "emailVerified": true, "mfaInfo": [["phoneInfo": "x"]]], false,
            "Phone number format is invalid"
        ),
        (
            [
                "localId": "a", "email": "a@example.com", "emailVerified": true,
                "mfaInfo": [["phoneInfo": "+819000000001"], ["phoneInfo": "+819000000001"]],
            ], false, "INTERNAL_ERROR : MFA Enrollment Phone Numbers must be unique."
        ),
        (["localId": "taro"], false, "localId belongs to an existing account - can not overwrite."),
    ]

    static let batchCreate: [Statement] =
        [
            Statement("2.14-01", "An empty list is no import.") { wire in
                try await wire.importing([]) → .refused("MISSING_USER_ACCOUNT")
            },
            Statement(
                "2.14-02", "What repeats within the list is told of all of it: addresses and identities when asked to."
            ) {
                wire in
                let emails: JSONValue = [
                    ["localId": "a", "email": "A@example.com"], ["localId": "b", "email": "a@example.com"],
                ]
                try await wire.importing(emails, sanity: true) → .refused("DUPLICATE_EMAIL : a@example.com")
                let google: JSONValue = [["providerId": "google.com", "rawId": "x"]]
                let raws: JSONValue = [
                    ["localId": "a", "providerUserInfo": google], ["localId": "b", "providerUserInfo": google],
                ]
                let message = "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(x)"
                try await wire.importing(raws, sanity: true) → .refused(message)
                try wire.service.configure { $0.allowsDuplicateEmails = true }
                try await wire.importing(raws, sanity: true) → .refused(message)
            },
            Statement("2.14-03", "A uid twice is refused unless rows overwrite; no uid is one as well.") { wire in
                let twice: JSONValue = [["localId": "a"], ["localId": "a", "displayName": "second"]]
                try await wire.importing(twice) → .refused("DUPLICATE_LOCAL_ID : a")
                try await wire.importing([[:], [:]]) → .refused("DUPLICATE_LOCAL_ID : ")
                try await wire.importing(twice, overwriting: true) → .answers(["error": []])
                #expect(try await wire.record(of: "a")["displayName"] == "second")
            },
            Statement("2.14-20", "Overwriting replaces the whole record.") { wire in
                try await wire.withTaro()
                try await wire.importing([["localId": "taro", "displayName": "New"]], overwriting: true)
                    → .answersOnly(["kind": "identitytoolkit#UploadAccountResponse", "error": []])
                let record = try await wire.record(of: "taro")
                #expect(record["email"] == nil && record["passwordHash"] == nil && record["displayName"] == "New")
            },
            Statement("2.14-21", "What a row does not say: flags are false, it was made now, and nobody has signed in.")
            { wire in
                try await wire.importing([
                    [
                        "localId": "a", "createdAt": "x", "validSince": "1", "initialEmail": "i@example.com",
                        "customAuth": true,
                    ],
                    ["localId": "b", "createdAt": "1000", "lastLoginAt": "2000", "disabled": true],
                ]) → .answers(["error": []])
                let now = Fixture.start
                let first = try await wire.record(of: "a")
                #expect(first["emailVerified"] == false && first["disabled"] == false && first["lastLoginAt"] == nil)
                #expect(first["createdAt"] == .string(String(now.millisecondsSinceEpoch)))
                #expect(first["validSince"] == .string(String(now.secondsSinceEpoch)))
                #expect(first["initialEmail"] == nil && first["customAuth"] == nil)
                let second = try await wire.record(of: "b")
                #expect(second["createdAt"] == "1000" && second["lastLoginAt"] == "2000" && second["disabled"] == true)
            },
            Statement("2.14-22", "Rows of password and phone are derived; others are kept as they are sent.") { wire in
                try await wire.importing([
                    [
                        "localId": "a",
                        "providerUserInfo": [
                            ["providerId": "phone", "rawId": "+819000000001", "phoneNumber": "+819000000001"],
                            ["providerId": "password", "rawId": "x@example.com"],
                            ["providerId": "google.com", "rawId": "x", "email": "MIXED@Example.com"],
                        ],
                    ]
                ]) → .answers(["error": []])
                let record = try await wire.record(of: "a")
                #expect(
                    record["providerUserInfo"] == [
                        ["providerId": "google.com", "rawId": "x", "email": "MIXED@Example.com"]
                    ])
                #expect(record["phoneNumber"] == nil)
            },
            Statement("2.14-23", "A clear password of any length signs in; second factors get ids and times.") { wire in
                try await wire.importing([
                    [
                        "localId": "a", "email": "a@example.com", "emailVerified": true, "rawPassword": "x",
                        "mfaInfo": [["phoneInfo": "+819000000001"]],
                    ]
                ]) → .answers(["error": []])
                let asked = try await wire.post(
                    "accounts:signInWithPassword", ["email": "a@example.com", "password": "x"])
                asked → .has("mfaPendingCredential")
                let factor = try await wire.record(of: "a")["mfaInfo"]?.arrayValue?.first
                #expect(factor?["mfaEnrollmentId"]?.stringValue?.utf8.count == 28)
                #expect(factor?["enrolledAt"] == "2026-11-21T09:00:00.000Z")
            },
            Statement(
                "2.14-24", "Accounts with BCRYPT and ARGON2 hashes go in, and need a new password before they sign in."
            ) { wire in
                for (algorithm, uids) in [("BCRYPT", ["a", "b"]), ("ARGON2", ["c"])] {
                    let users = uids.map { uid -> JSONValue in
                        ["localId": .string(uid), "email": .string("\(uid)@example.com"), "passwordHash": "aGFzaA=="]
                    }
                    try await wire.post(
                        "accounts:batchCreate",
                        [
                            "users": .array(users), "hashAlgorithm": .string(algorithm),
                            "argon2Parameters": ["hashLengthBytes": 24, "hashType": "ARGON2_ID"],
                        ], as: .admin) → .answers(["error": []])
                    #expect(wire.lastReasons == ["auth/password-reset-needed"])
                    #expect(wire.lastDetail == "accounts with \(algorithm) hashes: \(uids.count)")
                    // An export keeps the algorithm.
                    let state = try wire.service.exportedState()
                    try wire.service.importState(.object(state))
                    #expect(wire.lastDetail == "accounts with \(algorithm) hashes: \(uids.count)")
                    let signIn: JSONValue = ["email": .string("\(uids[0])@example.com"), "password": "correct-horse"]
                    try await wire.post("accounts:signInWithPassword", signIn)
                        → .refused(
                            "PASSWORD_RESET_NEEDED : The imported \(algorithm) hash is not verified. Reset the password."
                        )
                    try await wire.post(
                        "accounts:update", ["localId": .string(uids[0]), "password": "correct-horse"], as: .admin)
                        → .done
                    try await wire.post("accounts:signInWithPassword", signIn) → .has("idToken")
                }
            },
        ]
        + rows.enumerated().map { index, entry in
            let number = String(index + 101)
            return Statement(
                "2.14-\(number)",
                "A row is left out, and the others go in: \(entry.message.split(separator: "|").joined())."
            ) {
                wire in
                try await wire.withTaro()
                try await wire.importing([["localId": "good"], entry.row], sanity: entry.sanity)
                    → .answers(["error": [["index": 1, "message": .string(entry.message)]]])
                #expect(try await !wire.record(of: "good").isEmpty)
            }
        }
}

extension StatementTests {
    @Test("2.14", arguments: Statement.trials(of: Statement.batchCreate))
    func batchCreate(_ trial: Statement.Trial) async throws { try await trial.run() }
}
