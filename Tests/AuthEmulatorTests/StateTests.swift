@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

@Suite("State, out and in", .timeLimit(.minutes(5)))
struct StateTests {
    /// A service that keeps one of everything.
    private func full() async throws -> WireFixture {
        let wire = try WireFixture()
        _ = try await wire.signInTaro()
        let created = try await wire.call(
            "tenants:create", ["displayName": "Acme", "enableAnonymousUser": true], admin: true)
        _ = try await wire.call("accounts:signUp", tenant: created.text("tenantId"))
        _ = try await wire.call(
            "accounts:batchCreate",
            [
                "hashAlgorithm": "HMAC_SHA256", "signerKey": "c2lnbmVy",
                "users": [
                    [
                        "localId": "imported", "email": "i@example.com", "emailVerified": true, "screenName": "i",
                        "passwordHash": "913lxaKPiw8rkmyNRO0JrfmKNS27uOu5v90V3iPuSQU=", "salt": "TmFDbA==",
                        "customAttributes": #"{"role":"admin"}"#, "phoneNumber": "+819000000001", "disabled": false,
                        "providerUserInfo": [["providerId": "google.com", "rawId": "g", "email": "g@example.com"]],
                        "mfaInfo": [
                            ["mfaEnrollmentId": "p", "phoneInfo": "+819000000002"],
                            ["mfaEnrollmentId": "t", "totpInfo": ["sharedSecretKey": "GEZDGNBVGY3TQOJQ"]],
                        ],
                    ]
                ],
            ], admin: true)
        _ = try await wire.call("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "l@example.com"])
        _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+819000000009"])
        try wire.service.configure { $0.improvedEmailPrivacy = true }
        return wire
    }

    private func content(of wire: WireFixture) throws -> String {
        var state = try wire.service.exportedState()
        state["idEpoch"] = nil
        return JSONValue.object(state).text()
    }

    @Test func losesNothing() async throws {
        let first = try await full()
        let exported = try first.service.exportedState()
        let text = JSONValue.object(exported).text()
        let second = try WireFixture()
        try second.fixture.addTaro()  // goes
        try second.service.importState(JSONValue(parsing: text))
        // All but which ids are used up: the second has used up some of its own.
        #expect(try content(of: second) == content(of: first))
        #expect(
            try second.service.account(localID: "imported") == first.service.account(localID: "imported"))
        #expect(second.service.configuration.improvedEmailPrivacy)
        for password in ["correct-horse"] {
            let reply = try await second.call(
                "accounts:signInWithPassword", ["email": "i@example.com", "password": .string(password)])
            #expect(reply["mfaInfo"]?.arrayValue?.count == 2)
        }
        #expect(try second.latestSMS().session == first.latestSMS().session)
    }

    @Test func refreshTokensOutliveTheMove() async throws {
        let first = try WireFixture()
        let session = try await first.signInTaro()
        // The same keys: refresh tokens prove themselves by a secret of the key ring.
        let second = try AuthService(
            projectID: Fixture.project, strictness: .strict, store: .inMemory(), keys: first.service.keys,
            serviceAccount: first.service.serviceAccount, clock: first.clock, trace: first.fixture.trace,
            ids: IdentitySource(seed: 2))
        try second.importState(.object(first.service.exportedState()))
        #expect(try refusal { try second.refresh(RefreshRequest(refreshToken: session.text("refreshToken"))) } == "")
    }

    /// As `firebase emulators:export` writes it.
    private static let emulators: JSONValue = [
        "kind": "identitytoolkit#DownloadAccountResponse",
        "users": [
            [
                "localId": "emu", "createdAt": "1700000000000", "lastLoginAt": "1700000000001",
                "displayName": "Emu", "passwordHash": "fakeHash:salt=fakeSaltAbc:password=pass:word",
                "salt": "fakeSaltAbc", "passwordUpdatedAt": 1_700_000_000_002,
                "providerUserInfo": [
                    [
                        "providerId": "password", "email": "emu@example.com", "federatedId": "emu@example.com",
                        "rawId": "emu@example.com", "displayName": "Emu",
                    ]
                ],
                "validSince": "1700000000", "email": "emu@example.com", "emailVerified": false, "disabled": false,
                "lastRefreshAt": "2023-11-14T22:13:20.003Z",
            ]
        ],
    ]

    @Test func theEmulatorsFormIsReadAndWritten() async throws {
        let wire = try WireFixture()
        try wire.service.importState(Self.emulators)
        #expect(
            try await wire.refusal(
                "accounts:signInWithPassword", ["email": "emu@example.com", "password": "pass:word"]) == "")
        let fresh = try WireFixture()
        try fresh.service.importState(Self.emulators)
        let row = try #require(try fresh.service.exportedState()["users"]?.arrayValue?.first?.objectValue)
        for (name, value) in Self.emulators["users"]?.arrayValue?.first?.objectValue ?? JSONObject() {
            switch (value, row[name]) {
            case (.array, _):
                let written = row[name]?.arrayValue?.first
                #expect(written?["providerId"] == "password" && written?["rawId"] == "emu@example.com")
            default: #expect(row[name] == value, "\(name)")
            }
        }
    }

    @Test(
        arguments: [
            ([:], "there is no list under \"users\""),
            (["users": [[:]]], "users[0].localId: is missing"),
            (["users": [7]], "users[0]: is no object"),
            (["users": [["localId": "a"], ["localId": "a"]]], "users[1].localId: is another account's too"),
            (
                ["users": [["localId": "a", "email": "x@e.com"], ["localId": "b", "email": "X@e.com"]]],
                "users[1].email: is another account's too"
            ),
            (["users": [], "projectId": "other"], "it is of the project other, not of demo-bridge"),
            (["users": [], "tenants": [[:]]], "tenants[0].tenantId: is missing"),
            (["users": [], "tenants": 1], "tenants: is no list"),
            (["users": [], "configuration": []], "configuration: is no object"),
            (["users": [], "idEpoch": -1], "idEpoch: is no count"),
            (["users": [["localId": "a\u{0}b"]]], "users[0].localId: a text holds a NUL"),
            (["users": [["localId": "a", "email": 1]]], "users[0].email: is no text"),
            (["users": [["localId": "a", "email": "x"]]], "users[0].email: is no address"),
            (["users": [["localId": "a", "disabled": "no"]]], "users[0].disabled: is neither true nor false"),
            (
                ["users": [["localId": "a", "createdAt": 9_223_372_036_854_775_807]]],
                "users[0].createdAt: is no time of the years 101 to 9899"
            ),
            (
                ["users": [["localId": "a", "providerUserInfo": [["providerId": "apple.com"]]]]],
                "users[0].providerUserInfo[0].rawId: is missing"
            ),
            (
                [
                    "users": [
                        ["localId": "a", "providerUserInfo": [["providerId": "apple.com", "rawId": "r"]]],
                        ["localId": "b", "providerUserInfo": [["providerId": "apple.com", "rawId": "r"]]],
                    ]
                ], "users[1].providerUserInfo: an identity at a provider is another account's too"
            ),
            (
                ["users": [["localId": "a", "mfaInfo": [["mfaEnrollmentId": "m"]]]]],
                "users[0].mfaInfo[0].phoneInfo: there is neither a number nor an authenticator's key"
            ),
            // What SQLite refused in words of its own.
            (["users": [], "sessions": [[:]]], "sessions[0].id: is missing"),
            (
                ["users": [], "sessions": [["id": "s", "authTime": 1, "localId": "a"]]],
                "sessions[0].provider: is missing"
            ),
            (["users": [], "codes": [["text": "t"]]], "codes[0].kind: is missing"),
            (
                ["users": [], "codes": [["text": "t", "kind": "x"]]],
                "codes[0].kind: is none of oob, sms, proof, totp, mfa"
            ),
            (
                ["users": [], "codes": [["text": "t", "kind": "oob", "createdAt": 1, "payload": "{}"]]],
                "codes[0].payload: is not that of a code of this kind"
            ),
        ] as [(JSONValue, String)])
    func whatIsWrongChangesNothing(json: JSONValue, cause: String) throws {
        let service = try Fixture().service
        try service.seed(SeedUser(localID: "taro"))
        let failure = #expect(throws: BridgeFailure.self) { try service.importState(json) }
        #expect(failure?.cause == "the export cannot be read: \(cause)")
        #expect(try service.account(localID: "taro") != nil)
    }

    // MARK: - Seeds

    @Test func seedsHaveFixedUIDs() async throws {
        let wire = try WireFixture()
        let seeds = try Seeds(
            json: [
                "configuration": ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]],
                "testPhoneNumbers": ["+15555550100": 123456],
                "tenants": [["id": "acme", "displayName": "Acme", "allowPasswordSignup": true]],
                "users": [
                    [
                        "uid": "taro", "email": "taro@example.com", "password": "correct-horse",
                        "emailVerified": true, "claims": ["role": "admin"], "secondFactors": ["+819000000001"],
                    ],
                    ["uid": "hanako", "tenant": "acme", "email": "h@example.com", "password": "correct-horse"],
                ],
            ])
        for _ in 0..<2 { try wire.service.plant(seeds) }  // again: the same users, anew
        let taro = try #require(try wire.service.account(localID: "taro"))
        #expect(taro.customAttributes == #"{"role":"admin"}"# && taro.secondFactors?.count == 1)
        #expect(
            try await wire.call(
                "accounts:signInWithPassword", ["email": "h@example.com", "password": "correct-horse"],
                tenant: "acme")["localId"] == "hanako")
        #expect(wire.service.configuration.testPhoneNumbers == ["+15555550100": "123456"])
    }

    @Test(
        arguments: [
            (7, "the file holds no mapping"),
            (["people": []], "\"people\" is none of users, tenants, configuration, testPhoneNumbers, projects"),
            (["users": [:]], "\"users\" is no list"), (["users": ["x"]], "users[0] is no mapping"),
            (["users": [["uid": 7]]], "users[0].uid is no member of a user, or of the wrong type"),
            (["users": [["name": "x"]]], "users[0].name is no member of a user, or of the wrong type"),
            (["tenants": [[:]]], "tenants[0] has no \"id\""),
        ] as [(JSONValue, String)])
    func seedsThatAreWrongAreNamed(json: JSONValue, cause: String) {
        let failure = #expect(throws: BridgeFailure.self) { try Seeds(json: json) }
        #expect(failure?.cause == "the seeds cannot be read: \(cause)")
    }
}
