import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Signing up", .timeLimit(.minutes(5)))
struct SignUpTests {
    @Test func withAPassword() throws {
        let fixture = try Fixture()
        let request = try SignUpRequest(
            body(["email": "Hanako@Example.com", "password": "secret", "displayName": "花子", "returnSecureToken": true]))
        let reply = try fixture.service.signUp(request, as: .user)
        #expect(reply.names == ["kind", "localId", "email", "displayName", "idToken", "refreshToken", "expiresIn"])
        #expect(reply.text("kind") == "identitytoolkit#SignupNewUserResponse")
        #expect(reply.text("localId").utf8.count == 28)
        #expect(reply.text("email") == "hanako@example.com")
        #expect(reply["expiresIn"] == "3600")

        let claims = try claims(of: reply.text("idToken"))
        #expect(claims["email_verified"] == false)
        #expect(
            claims["firebase"] == ["identities": ["email": ["hanako@example.com"]], "sign_in_provider": "password"])
        #expect(claims["auth_time"] == .integer(Fixture.start.secondsSinceEpoch))
    }

    @Test func anonymously() throws {
        let fixture = try Fixture()
        let reply = try fixture.service.signUp(SignUpRequest(body(["returnSecureToken": true])), as: .user)
        #expect(reply.names == ["kind", "localId", "idToken", "refreshToken", "expiresIn"])
        let claims = try claims(of: reply.text("idToken"))
        #expect(claims["provider_id"] == "anonymous")
        #expect(claims["email_verified"] == nil)
        #expect(claims["firebase"] == ["identities": [:], "sign_in_provider": "anonymous"])
    }

    @Test func asAnAdministratorSignsNobodyIn() throws {
        let fixture = try Fixture()
        let request = try SignUpRequest(
            body([
                "localId": "taro", "email": "taro@example.com", "password": "secret", "photoUrl": "p", "disabled": true,
                "phoneNumber": "+819012345678",
            ]))
        let reply = try fixture.service.signUp(request, as: .admin)
        #expect(reply.names == ["kind", "localId", "email"])
        let account = try #require(try fixture.service.account(localID: "taro"))
        #expect(account.disabled == true && account.emailVerified == false && account.lastLoginAt == Fixture.start)
        #expect(account.validSince == Fixture.start && account.lastRefreshAt == nil)
        #expect(account.allIdentities.map(\.providerID) == ["password", "phone"])
    }

    @Test func linkingKeepsTheUID() throws {
        let fixture = try Fixture()
        let anonymous = try fixture.service.signUp(SignUpRequest(), as: .user)
        var request = SignUpRequest()
        request.idToken = anonymous.text("idToken")
        (request.email, request.password) = ("taro@example.com", Secret("correct-horse"))
        let reply = try fixture.service.signUp(request, as: .user)
        #expect(reply.text("localId") == anonymous.text("localId"))
        #expect(try fixture.signIn().text("localId") == anonymous.text("localId"))
        // Its own address is taken now, also for itself.
        #expect(try refusal { try fixture.service.signUp(request, as: .user) } == "EMAIL_EXISTS")
    }

    /// Each row breaks one rule more than the row below it, so the order of the checks shows.
    @Test(
        arguments: [
            (["localId": "x", "email": ""], "UNEXPECTED_PARAMETER : User ID"),
            (["password": "short"], "MISSING_EMAIL"),
            (["idToken": "x"], "MISSING_EMAIL"),
            (["idToken": "x", "email": "no"], "MISSING_PASSWORD"),
            (["email": "no"], "MISSING_PASSWORD"),
            (["email": "no", "password": ""], "MISSING_PASSWORD"),  // empty counts as missing
            (["email": ""], "INVALID_EMAIL"),  // an empty address does not
            (["email": "no", "password": "short"], "INVALID_EMAIL"),
            (["email": "a@b@c.example", "password": "short"], "INVALID_EMAIL"),
            (["email": "a@localhost", "password": "short"], "INVALID_EMAIL"),  // strict wants a dot
            (["email": "a b@example.com", "password": "short"], "INVALID_EMAIL"),
            (["email": "a\r\n@example.com", "password": "short"], "INVALID_EMAIL"),
            (["email": "TARO@example.com", "password": "short"], "EMAIL_EXISTS"),
            (
                ["email": "new@example.com", "password": "short"],
                "WEAK_PASSWORD : Password should be at least 6 characters"
            ),
            (
                ["email": "new@example.com", "password": .string(String(repeating: "x", count: 4097))],
                "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password may contain at most 4096 characters]"
            ),
            (["email": "new@example.com", "password": "secret", "idToken": "x.y"], "INVALID_ID_TOKEN"),
            (
                [
                    "email": "new@example.com", "password": "secret",
                    "displayName": .string(String(repeating: "x", count: 257)),
                ],
                "INVALID_DISPLAY_NAME"
            ),
            (["email": "new@example.com", "password": "secret"], ""),
        ] as [(JSONValue, String)])
    func refusesUsersInOrder(members: JSONValue, message: String) throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        #expect(try refusal { try fixture.service.signUp(SignUpRequest(body(members)), as: .user) } == message)
        #expect(try fixture.service.account(email: "new@example.com") != nil || !message.isEmpty)
    }

    @Test(
        arguments: [
            (["localId": "taro", "idToken": "x"], "UNEXPECTED_PARAMETER : User ID"),
            (["localId": "taro", "phoneNumber": "0"], "DUPLICATE_LOCAL_ID"),
            (
                ["localId": .string(String(repeating: "x", count: 129))],
                "Invalid JSON payload received. /localId must NOT have more than 128 characters"
            ),
            (["phoneNumber": "090", "email": "no"], "INVALID_PHONE_NUMBER : Invalid format."),
            (["phoneNumber": "+123456", "email": "no"], "INVALID_PHONE_NUMBER : Invalid format."),  // six digits
            (["phoneNumber": "+819000000000", "email": "no"], "PHONE_NUMBER_EXISTS"),
            (["phoneNumber": "+819000000001", "email": "no"], "INVALID_EMAIL"),
            (["email": "taro@example.com", "password": "x"], "EMAIL_EXISTS"),
            (
                ["email": "new@example.com", "password": "x"],
                "WEAK_PASSWORD : Password should be at least 6 characters"
            ),
            (["email": ""], ""),  // an administrator's empty address is none
            (["mfaInfo": [["phoneInfo": "090"]]], "INVALID_MFA_PHONE_NUMBER : Invalid format."),
            (["mfaInfo": [["phoneInfo": "+819000000001"]]], ""),
        ] as [(JSONValue, String)])
    func refusesAdministratorsInOrder(members: JSONValue, message: String) throws {
        let fixture = try Fixture()
        try fixture.service.seed(
            SeedUser(localID: "taro", email: "taro@example.com", phoneNumber: "+819000000000"))
        #expect(try refusal { try fixture.service.signUp(SignUpRequest(body(members)), as: .admin) } == message)
    }

    @Test func theConfigurationCloses() throws {
        let fixture = try Fixture(
            configuration: AuthConfiguration(allowsPasswords: false, allowsAnonymousUsers: false))
        #expect(try refusal { try fixture.service.signUp(SignUpRequest(), as: .user) } == "ADMIN_ONLY_OPERATION")
        let members = body(["email": "no", "password": "x"])
        #expect(
            try refusal { try fixture.service.signUp(SignUpRequest(members), as: .user) } == "OPERATION_NOT_ALLOWED")
    }

    @Test func lenientAddressesNeedLess() throws {
        let fixture = try Fixture(.lenient)
        for email in ["a@b", "a b@c"] {
            let request = try SignUpRequest(body(["email": .string(email), "password": "secret"]))
            #expect(try refusal { try fixture.service.signUp(request, as: .user) } == "")
        }
    }

    /// A seed that starts over beside accounts that were kept must not meet them.
    @Test func generatedIdsAvoidThoseInUse() throws {
        let store = try AccountStore.inMemory()
        let first = try Fixture(store: store, seed: 7).service.signUp(SignUpRequest(), as: .user)
        let second = try Fixture(store: store, seed: 7).service.signUp(SignUpRequest(), as: .user)
        #expect(first.text("localId") != second.text("localId"))
        #expect(first.text("refreshToken") != second.text("refreshToken"))
    }
}
