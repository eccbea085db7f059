import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

@Suite("Updating and deleting", .timeLimit(.minutes(5)))
struct UpdateTests {
    @Test func aProfileChangeKeepsTheTokens() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        let idToken = try fixture.signIn()["idToken"] ?? .null
        let request = try UpdateRequest(
            body([
                "idToken": idToken, "displayName": "", "photoURL": "https://example.com/p", "returnSecureToken": true,
            ]))
        let reply = try fixture.service.update(request, as: .user)
        // JavaScript overwrites its own values with these: they must all be there.
        #expect(
            reply.names == [
                "kind", "localId", "email", "emailVerified", "displayName", "photoUrl", "passwordHash",
                "providerUserInfo",
            ])
        #expect(reply["displayName"] == "" && reply["photoUrl"] == "https://example.com/p")
    }

    @Test func aNewPasswordEndsOtherSessionsAndStartsOne() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        let other = try fixture.signIn()
        let own = try fixture.signIn()
        fixture.clock.advance(by: .seconds(1))
        let request = try UpdateRequest(body(["idToken": own["idToken"] ?? .null, "password": "battery-staple"]))
        let reply = try fixture.service.update(request, as: .user)

        func refresh(_ reply: JSONObject) throws -> String {
            try refusal { try fixture.service.refresh(RefreshRequest(refreshToken: reply.text("refreshToken"))) }
        }
        #expect(try refresh(other) == "TOKEN_EXPIRED")
        #expect(try refresh(own) == "TOKEN_EXPIRED")
        #expect(try refresh(reply) == "")
        #expect(try refusal { try fixture.signIn() } == "INVALID_PASSWORD")
    }

    @Test func administratorsSetWhatUsersCannot() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        let request = try UpdateRequest(
            body([
                "localId": "taro", "disableUser": true, "emailVerified": true, "customAttributes": #"{"admin":true}"#,
                "validSince": 1_900_000_000, "createdAt": 1000, "lastLoginAt": "2000", "phoneNumber": "+819000000000",
            ]))
        let reply = try fixture.service.update(request, as: .admin)
        #expect(reply["idToken"] == nil)  // nobody is signed in by it
        let account = try #require(try fixture.service.account(localID: "taro"))
        #expect(account.disabled == true && account.emailVerified == true)
        #expect(account.customAttributes == #"{"admin":true}"#)
        #expect(account.validSince == Instant(secondsSinceEpoch: 1_900_000_000))
        #expect(account.createdAt == Instant(millisecondsSinceEpoch: 1000))
        #expect(account.lastLoginAt == Instant(millisecondsSinceEpoch: 2000))
        #expect(account.phoneNumber == "+819000000000")
    }

    @Test func customClaimsAreReadAtEachIssue() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        let reply = try fixture.signIn()
        try fixture.service.setCustomClaims(JSONObject([("role", "admin"), ("email", "x@example.com")]), of: "taro")
        let refreshed = try fixture.service.refresh(RefreshRequest(refreshToken: reply.text("refreshToken")))
        let claims = try claims(of: refreshed.text("id_token"))
        #expect(claims["role"] == "admin")
        #expect(claims["email"] == "taro@example.com")  // cannot be overridden
    }

    @Test func attributesAndProvidersCanBeRemoved() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        func update(_ members: JSONValue) throws -> JSONObject {
            try fixture.service.update(UpdateRequest(body(members)), as: .admin)
        }
        let linked = try update([
            "localId": "taro",
            "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g", "email": "g@x.example"],
        ])
        #expect(linked["providerUserInfo"]?.arrayValue?.map { $0["providerId"] } == ["password", "google.com"])
        let unlinked = try update([
            "localId": "taro", "deleteProvider": ["google.com"], "deleteAttribute": ["DISPLAY_NAME"],
        ])
        #expect(unlinked["providerUserInfo"]?.arrayValue?.map { $0["providerId"] } == ["password"])
        #expect(unlinked["displayName"] == nil)
        let bare = try update(["localId": "taro", "deleteProvider": ["password"]])
        #expect(bare["email"] == nil && bare["passwordHash"] == nil && bare["providerUserInfo"] == [])
    }

    // MARK: - Recent sign-in and deletion

    @Test(arguments: [
        (Strictness.strict, 300, ""), (.strict, 301, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"), (.lenient, 3600, ""),
    ])
    func sensitiveChangesNeedARecentSignIn(strictness: Strictness, age: Int64, message: String) throws {
        for members in [
            ["password": "battery-staple"], ["email": "new@example.com"], ["deleteAttribute": ["PASSWORD"]],
        ] as [JSONValue] {
            let fixture = try Fixture(strictness)
            try fixture.addTaro()
            var object = members.objectValue ?? JSONObject()
            object["idToken"] = try fixture.signIn()["idToken"]
            fixture.clock.advance(by: .seconds(age))
            #expect(
                try refusal { try fixture.service.update(UpdateRequest(body(.object(object))), as: .user) } == message)
        }
        let fixture = try Fixture(strictness)
        try fixture.addTaro()
        let request = DeleteRequest(idToken: try fixture.signIn().text("idToken"))
        fixture.clock.advance(by: .seconds(age))
        #expect(try refusal { try fixture.service.delete(request, as: .user) } == message)
    }

    @Test func aNameMayChangeAnyTime() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        let idToken = try fixture.signIn()["idToken"] ?? .null
        fixture.clock.advance(by: .seconds(3000))
        let request = try UpdateRequest(body(["idToken": idToken, "displayName": "T"]))
        #expect(try refusal { try fixture.service.update(request, as: .user) } == "")
    }

    @Test(arguments: [
        (AuthCaller.user, nil, nil, "MISSING_ID_TOKEN"),
        (.user, "x", nil, "INVALID_ID_TOKEN"),
        (.user, nil, "taro", "MISSING_ID_TOKEN"),  // naming oneself is not enough
        (.admin, "x", nil, "MISSING_LOCAL_ID"),
        (.admin, nil, "nobody", "USER_NOT_FOUND"),
        (.admin, nil, "taro", ""),
    ])
    func deletes(caller: AuthCaller, idToken: String?, localID: String?, message: String) throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        let request = DeleteRequest(idToken: idToken, localID: localID)
        #expect(try refusal { try fixture.service.delete(request, as: caller) } == message)
        #expect(try (fixture.service.account(localID: "taro") == nil) == message.isEmpty)
    }

    @Test func resettingForgetsEverythingButKeys() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        let refreshToken = try fixture.signIn().text("refreshToken")
        try fixture.service.configure { $0.improvedEmailPrivacy = true }
        let keyID = fixture.service.keys.current.keyID
        try fixture.service.reset()
        #expect(try refusal { try fixture.signIn() } == "EMAIL_NOT_FOUND")
        #expect(
            try refusal { try fixture.service.refresh(RefreshRequest(refreshToken: refreshToken)) }
                == "INVALID_REFRESH_TOKEN")
        #expect(fixture.service.keys.current.keyID == keyID)
    }

    @Test func seedingReplacesTheUser() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        let refreshToken = try fixture.signIn().text("refreshToken")
        try fixture.addTaro()
        #expect(
            try refusal { try fixture.service.refresh(RefreshRequest(refreshToken: refreshToken)) } == "USER_NOT_FOUND")
        #expect(try refusal { try fixture.signIn() } == "")
    }
}
