import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Looking users up", .timeLimit(.minutes(5)))
struct LookupTests {
    @Test func usersSeeThemselvesWithoutTheirHash() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        var request = LookupRequest()
        request.idToken = try fixture.signIn().text("idToken")
        let reply = try fixture.service.lookup(request, as: .user)
        let milliseconds = JSONValue.string(String(Fixture.start.millisecondsSinceEpoch))
        #expect(
            JSONValue.object(reply) == [
                "kind": "identitytoolkit#GetAccountInfoResponse",
                "users": [
                    [
                        "localId": "taro", "createdAt": milliseconds, "email": "taro@example.com",
                        "emailVerified": false, "displayName": "Taro",
                        "passwordUpdatedAt": .integer(Fixture.start.millisecondsSinceEpoch),
                        "validSince": .string(String(Fixture.start.secondsSinceEpoch)), "lastLoginAt": milliseconds,
                        "lastRefreshAt": "2026-11-21T09:00:00.000Z", "passwordHash": "UkVEQUNURUQ=",
                        "providerUserInfo": [
                            [
                                "providerId": "password", "rawId": "taro@example.com",
                                "federatedId": "taro@example.com",
                                "email": "taro@example.com", "displayName": "Taro",
                            ]
                        ],
                    ]
                ],
            ])
    }

    @Test(
        arguments: [
            (["localId": ["taro", "nobody", "hanako", "taro"]], ["taro", "hanako"]),  // duplicates and strangers go
            (["email": ["TARO@example.com"]], ["taro"]),
            (["phoneNumber": ["+819000000000"]], ["hanako"]),
            (
                ["federatedUserId": [["providerId": "google.com"], ["providerId": "google.com", "rawId": "g"]]],
                ["taro"]
            ),
            (["local_id": ["hanako"], "email": ["taro@example.com"]], ["hanako", "taro"]),
            (["localId": ["nobody"]], nil),  // no `users` at all, never an empty list
            ([:], nil),
        ] as [(JSONValue, [String]?)])
    func administratorsFindWhoMatches(members: JSONValue, uids: [String]?) throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        try fixture.service.seed(SeedUser(localID: "hanako", phoneNumber: "+819000000000"))
        let link = body(["localId": "taro", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"]])
        _ = try fixture.service.update(UpdateRequest(link), as: .admin)
        let reply = try fixture.service.lookup(LookupRequest(body(members)), as: .admin)
        #expect(reply["users"]?.arrayValue?.compactMap { $0["localId"]?.stringValue } == uids)
    }

    @Test func initialAddressesAreNotSearchedByTheEmulator() throws {
        let request = try LookupRequest(body(["initialEmail": ["a@example.com"]]))
        #expect(
            try refusal { try Fixture(.lenient).service.lookup(request, as: .admin) }
                == "NOT_IMPLEMENTED : initialEmail")
        #expect(try refusal { try Fixture().service.lookup(request, as: .admin) } == "")
    }
}
