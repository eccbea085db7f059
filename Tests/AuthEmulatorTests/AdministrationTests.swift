@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

@Suite("What administrators do with whole lists", .timeLimit(.minutes(5)))
struct AdministrationTests {
    // MARK: - Importing

    @Test(
        arguments: [
            (["users": []], "MISSING_USER_ACCOUNT"), ([:], "MISSING_USER_ACCOUNT"),
            (["users": [7]], "Invalid JSON payload received. /users/0 must be object"),
            (
                [
                    "users": [["localId": "a", "email": "X@e.com"], ["localId": "b", "email": "x@e.com"]],
                    "sanityCheck": true,
                ],
                "DUPLICATE_EMAIL : x@e.com"
            ),
            (
                [
                    "sanityCheck": true,
                    "users": [
                        ["localId": "a", "providerUserInfo": [["providerId": "g", "rawId": "1"]]],
                        ["localId": "b", "providerUserInfo": [["providerId": "g", "rawId": "1"]]],
                    ],
                ], "DUPLICATE_RAW_ID : Provider id(g), Raw id(1)"
            ),
            (["users": [["localId": "a"], ["localId": "a"]]], "DUPLICATE_LOCAL_ID : a"),
            (["users": [["localId": "a"], ["localId": "a"]], "allowOverwrite": true], ""),
        ] as [(JSONValue, String)])
    func anImportAsAWhole(body: JSONValue, message: String) async throws {
        #expect(try await WireFixture().refusal("accounts:batchCreate", body, admin: true) == message)
    }

    @Test(
        arguments: [
            ([:], "localId is missing"),
            (
                ["localId": "a", "tenantId": "t"],
                "Tenant id in userInfo does not match the tenant id in request."
            ),
            (
                ["localId": "a", "customAttributes": .string(String(repeating: "x", count: 1001))],
                "Custom claims provided are too large."
            ),
            (["localId": "a", "customAttributes": "["], "Invalid custom claims provided."),
            (
                ["localId": "a", "customAttributes": #"{"sub":1}"#],
                "Custom claims provided include a reserved claim."
            ),
            (
                ["localId": "a", "providerUserInfo": [["providerId": "g"]]],
                "federatedId or (providerId & rawId) is required"
            ),
            (
                ["localId": "a", "providerUserInfo": [["providerId": "google.com", "rawId": "g"]]],
                "raw id exists in other account in database"
            ),
            (["localId": "a", "phoneNumber": "090"], "phone number format is invalid"),
            (["localId": "a", "email": "no"], "email is invalid"),
            (
                ["localId": "a", "email": "TARO@example.com"],
                "((Auth Emulator does not support importing duplicate email: taro@example.com))"
            ),
            (
                ["localId": "a", "mfaInfo": [["phoneInfo": "+819000000001"]]],
                "Second factor account requires email to be presented."
            ),
            (
                ["localId": "a", "email": "a@example.com", "mfaInfo": [["phoneInfo": "+819000000001"]]],
                "Second factor account requires email to be verified."
            ),
            (
                ["localId": "a", "email": "a@example.com", "emailVerified": true, "mfaInfo": [[:]]],
                "Second factor not supported."
            ),
            (["localId": "taro"], "localId belongs to an existing account - can not overwrite."),
        ] as [(JSONValue, String)])
    func oneRowOfAnImport(row: JSONValue, message: String) async throws {
        let wire = try WireFixture()
        try wire.fixture.addTaro()
        _ = try wire.service.update(
            UpdateRequest(
                body(["localId": "taro", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"]])),
            as: .admin)
        let reply = try await wire.call(
            "accounts:batchCreate", ["users": [["localId": "good"], row]], admin: true)
        #expect(reply["error"] == [["index": 1, "message": .string(message)]])
        #expect(try wire.service.account(localID: "good") != nil)
    }

    @Test func importedUsersSignInWithTheirOldPasswords() async throws {
        let wire = try WireFixture()
        let reply = try await wire.call(
            "accounts:batchCreate",
            [
                "hashAlgorithm": "HMAC_SHA256", "signerKey": "c2lnbmVy",
                "users": [
                    [
                        "localId": "a", "email": "A@example.com", "emailVerified": true, "createdAt": "1000",
                        "passwordHash": "913lxaKPiw8rkmyNRO0JrfmKNS27uOu5v90V3iPuSQU=", "salt": "TmFDbA==",
                        "mfaInfo": [["phoneInfo": "+819000000001", "mfaEnrollmentId": "f"]],
                    ],
                    ["localId": "b", "email": "b@example.com", "rawPassword": "battery-staple"],
                ],
            ], admin: true)
        #expect(JSONValue.object(reply) == ["kind": "identitytoolkit#UploadAccountResponse", "error": []])
        let first = try await wire.call(
            "accounts:signInWithPassword", ["email": "a@example.com", "password": "correct-horse"])
        #expect(first["mfaInfo"]?.arrayValue?.first?["mfaEnrollmentId"] == "f")
        #expect(
            try await wire.refusal(
                "accounts:signInWithPassword", ["email": "b@example.com", "password": "battery-staple"]) == "")
        let found = try await wire.call("accounts:lookup", ["localId": ["a"]], admin: true)
        let user = try #require(found["users"]?.arrayValue?.first)
        #expect(user["passwordHash"] == "913lxaKPiw8rkmyNRO0JrfmKNS27uOu5v90V3iPuSQU=" && user["salt"] == "TmFDbA==")
        #expect(user["createdAt"] == "1000")
        #expect(user["validSince"] == .string(String(Fixture.start.secondsSinceEpoch)))
    }

    // MARK: - Reading and deleting

    @Test func pagesFollowTheirToken() async throws {
        let wire = try WireFixture()
        for number in 0..<5 { try wire.service.seed(SeedUser(localID: "u\(number)")) }
        func page(_ query: String) async throws -> (uids: [String], token: JSONValue?) {
            let reply = try await wire.call("accounts:batchGet", admin: true, query: query)
            return (reply["users"]?.arrayValue?.compactMap { $0["localId"]?.stringValue } ?? [], reply["nextPageToken"])
        }
        #expect(try await page("maxResults=2").uids == ["u0", "u1"])
        #expect(try await page("maxResults=2&nextPageToken=u1").uids == ["u2", "u3"])
        let last = try await page("maxResults=5")
        #expect(last.token == "u4")  // a full page has a token, and the next may be empty
        #expect(try await page("nextPageToken=u4") == ([], nil))
        #expect(try await page("maxResults=-1").uids.count == 5)
        #expect(
            try await wire.refusal("accounts:batchGet", admin: true, query: "maxResults=x")
                == "Invalid JSON payload received. maxResults must be integer")
    }

    @Test(
        arguments: [
            (["returnUserInfo": false], ["recordsCount": "3"]),
            (["expression": [["email": "B@example.com"]], "returnUserInfo": false], ["recordsCount": "1"]),
            (["expression": [["userId": "c"], ["userId": "c"]], "returnUserInfo": false], ["recordsCount": "1"]),
            (["limit": "1", "offset": 1, "order": "DESC"], ["b"]),
            (["sortBy": "USER_EMAIL", "order": 2], ["c", "b", "a"]),
            ([:], ["a", "b", "c"]),
        ] as [(JSONValue, JSONValue)])
    func queriesCountAndSort(body: JSONValue, expected: JSONValue) async throws {
        let wire = try WireFixture()
        for uid in ["c", "a", "b"] { try wire.service.seed(SeedUser(localID: uid, email: "\(uid)@example.com")) }
        let reply = try await wire.call("accounts:query", body, admin: true)
        guard let uids = reply["userInfo"]?.arrayValue?.map({ $0["localId"] ?? .null }) else {
            #expect(.object(reply) == expected)
            return
        }
        #expect(.array(uids) == expected)
    }

    @Test func onlyDisabledUsersGoInBatches() async throws {
        let wire = try WireFixture()
        for uid in ["a", "b"] { try wire.service.seed(SeedUser(localID: uid, disabled: uid == "b")) }
        let reply = try await wire.call(
            "accounts:batchDelete", ["localIds": ["nobody", "a", "b"]], admin: true)
        #expect(
            JSONValue.object(reply) == [
                "errors": [
                    [
                        "index": 1, "localId": "a",
                        "message": "NOT_DISABLED : Disable the account before batch deletion.",
                    ]
                ]
            ])
        #expect(try await wire.call("accounts:batchDelete", ["localIds": ["a"], "force": true], admin: true).isEmpty)
        for ids in [[], Array(repeating: "x", count: 1001)] {
            #expect(
                try await wire.refusal(
                    "accounts:batchDelete", ["localIds": .array(ids.map { .string($0) })], admin: true)
                    == "LOCAL_ID_LIST_EXCEEDS_LIMIT")
        }
    }

    // MARK: - Session cookies

    @Test(
        arguments: [
            ([:], "MISSING_ID_TOKEN"), (["idToken": "x", "validDuration": 299], "INVALID_DURATION"),
            (["idToken": "x", "validDuration": "1209601"], "INVALID_DURATION"),
            (["idToken": "x", "validDuration": 300], "INVALID_ID_TOKEN"),
            (["idToken": "GOOD", "validDuration": 300], ""), (["idToken": "GOOD"], ""),
        ] as [(JSONValue, String)])
    func cookiesAreRefusedInOrder(body: JSONValue, message: String) async throws {
        let wire = try WireFixture()
        let idToken = try await wire.signInTaro()["idToken"]
        let body = body["idToken"] == "GOOD" ? adding("idToken", idToken, to: body) : body
        #expect(try await wire.refusal("projects:createSessionCookie", body, admin: true) == message)
    }

    @Test func aCookieSaysWhatTheTokenSaid() async throws {
        let wire = try WireFixture()
        let session = try await wire.signInTaro()
        wire.clock.advance(by: .seconds(10))
        let reply = try await wire.call(
            "projects:createSessionCookie", ["idToken": session["idToken"] ?? .null, "validDuration": 600],
            admin: true)
        let cookie = try UnverifiedToken(parsing: reply.text("sessionCookie"))
        let now = wire.clock.now.secondsSinceEpoch
        #expect(cookie.issuer == "https://session.firebase.google.com/demo-bridge")
        #expect(cookie.payload["iat"] == .integer(now) && cookie.payload["exp"] == .integer(now + 600))
        #expect(cookie.payload["auth_time"] == .integer(now - 10) && cookie.subject == "taro")
        // The keys are published where cookies' verifiers look.
        let keys = try await wire.call("keys:sessionCookiePublicKeys")
        #expect(keys["keys"]?.arrayValue?.first?["kid"]?.stringValue == cookie.keyID)
        let certificates = try await wire.call("keys:publicKeys")
        #expect(cookie.keyID.map { certificates[$0] != nil } == true)
        // And it is no ID token.
        #expect(
            try await wire.refusal("accounts:lookup", ["idToken": reply["sessionCookie"] ?? .null])
                == "INVALID_ID_TOKEN")
    }
}
