import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Testing
import Tokens

@Suite("Signing in", .timeLimit(.minutes(5)))
struct SignInTests {
    @Test func withAPassword() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        fixture.clock.advance(by: .seconds(90))
        let reply = try fixture.signIn()
        #expect(
            reply.names == [
                "kind", "registered", "localId", "email", "displayName", "idToken", "refreshToken", "expiresIn",
            ])
        #expect(reply["registered"] == true)
        let account = try #require(try fixture.service.account(localID: "taro"))
        #expect(account.lastLoginAt == Fixture.start + .seconds(90))
        #expect(account.lastRefreshAt == account.lastLoginAt)
    }

    @Test(
        arguments: [
            ([:], "MISSING_EMAIL"),
            (["password": "x"], "MISSING_EMAIL"),
            (["email": ""], "INVALID_EMAIL"),
            (["email": "taro"], "INVALID_EMAIL"),
            (["email": "taro@example.com"], "MISSING_PASSWORD"),
            (["email": "nobody@example.com", "password": "x"], "EMAIL_NOT_FOUND"),
            (["email": "disabled@example.com", "password": "wrong"], "USER_DISABLED"),  // before the password
            (["email": "taro@example.com", "password": "wrong"], "INVALID_PASSWORD"),
            (["email": "phone@example.com", "password": "wrong"], "INVALID_PASSWORD"),  // a user without one
            (["email": "taro@example.com", "password": "correct-horse", "idToken": "x"], "NOT_IMPLEMENTED : idToken"),
            (["email": "TARO@EXAMPLE.COM", "password": "correct-horse"], ""),
        ] as [(JSONValue, String)])
    func refusesPasswordsInOrder(members: JSONValue, message: String) throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        try fixture.service.seed(SeedUser(email: "disabled@example.com", password: Secret("password"), disabled: true))
        try fixture.service.seed(SeedUser(email: "phone@example.com"))
        #expect(
            try refusal { try fixture.service.signInWithPassword(PasswordSignInRequest(body(members))) } == message)
    }

    @Test func improvedPrivacyHidesWhoIsThere() throws {
        let fixture = try Fixture(configuration: AuthConfiguration(improvedEmailPrivacy: true))
        try fixture.addTaro()
        for email in ["nobody@example.com", "taro@example.com"] {
            let request = PasswordSignInRequest(email: email, password: Secret("wrong"))
            #expect(try refusal { try fixture.service.signInWithPassword(request) } == "INVALID_LOGIN_CREDENTIALS")
        }
        try fixture.service.setDisabled(true, of: "taro")
        #expect(try refusal { try fixture.signIn() } == "USER_DISABLED")
    }

    @Test func withACustomToken() throws {
        let fixture = try Fixture()
        let token = try fixture.customToken("taro", claims: JSONObject([("role", "admin")]))
        let first = try fixture.signIn(customToken: token)
        // No localId: clients take it from the ID token.
        #expect(first.names == ["kind", "isNewUser", "idToken", "refreshToken", "expiresIn"])
        #expect(first["isNewUser"] == true)
        #expect(try fixture.signIn(customToken: token)["isNewUser"] == false)

        let claims = try claims(of: first.text("idToken"))
        #expect(claims["sub"] == "taro" && claims["role"] == "admin")
        #expect(claims["firebase"] == ["identities": [:], "sign_in_provider": "custom"])
        #expect(try fixture.service.account(localID: "taro")?.customAuth == true)
    }

    /// What is wrong with a custom token, what a strict service says, and what a lenient one.
    enum Flaw: String, CaseIterable {
        case none, empty, noToken, bareJSON, brokenJSON, expired, future, twoHours, foreignKey, foreignAccount, unsigned
        case adminSDKUnderEmulator
        case wrongAudience, noUID, numericUID, claimsNotObject, reservedClaim, tenant, idToken, disabledUser
    }

    @Test(
        arguments: [
            (.none, "", ""),
            (.empty, "MISSING_CUSTOM_TOKEN", "MISSING_CUSTOM_TOKEN"),
            (.noToken, "INVALID_CUSTOM_TOKEN", "INVALID_CUSTOM_TOKEN"),
            (.bareJSON, "INVALID_CUSTOM_TOKEN", ""),
            (.brokenJSON, "INVALID_CUSTOM_TOKEN", "INVALID_CUSTOM_TOKEN"),
            (.expired, "INVALID_CUSTOM_TOKEN", ""),
            (.future, "INVALID_CUSTOM_TOKEN", ""),
            (.twoHours, "INVALID_CUSTOM_TOKEN", ""),
            (.foreignKey, "INVALID_CUSTOM_TOKEN", ""),
            (.foreignAccount, "CREDENTIAL_MISMATCH", ""),
            (.unsigned, "INVALID_CUSTOM_TOKEN", ""),
            (.adminSDKUnderEmulator, "CREDENTIAL_MISMATCH", ""),
            (.wrongAudience, "INVALID_CUSTOM_TOKEN", "INVALID_CUSTOM_TOKEN"),
            (.noUID, "MISSING_IDENTIFIER", "MISSING_IDENTIFIER"),
            (.numericUID, "MISSING_IDENTIFIER", ""),
            (.claimsNotObject, "INVALID_CLAIMS", "INVALID_CLAIMS"),
            (.reservedClaim, "FORBIDDEN_CLAIM : sub", "FORBIDDEN_CLAIM : sub"),
            (.tenant, "TENANT_ID_MISMATCH", ""),
            (.idToken, "INVALID_CUSTOM_TOKEN", "INVALID_CUSTOM_TOKEN"),
            (.disabledUser, "USER_DISABLED", "USER_DISABLED"),
        ] as [(Flaw, String, String)])
    func judgesCustomTokens(flaw: Flaw, strict: String, lenient: String) throws {
        for (strictness, expected) in [(Strictness.strict, strict), (.lenient, lenient)] {
            let fixture = try Fixture(strictness)
            if flaw == .disabledUser { try fixture.service.seed(SeedUser(localID: "taro", disabled: true)) }
            let token = try token(with: flaw, in: fixture)
            let message = try refusal { try fixture.signIn(customToken: token) }
            #expect(message == expected || (!expected.isEmpty && message.hasPrefix(expected + " : ")), "\(strictness)")
        }
    }

    private func token(with flaw: Flaw, in fixture: Fixture) throws -> String {
        let account = fixture.service.serviceAccount
        let now = fixture.clock.now.secondsSinceEpoch
        var payload = JSONObject([
            ("aud", .string(CustomTokenClaims.audience)), ("iss", .string(account.email)),
            ("sub", .string(account.email)), ("iat", .integer(now)), ("exp", .integer(now + 3600)), ("uid", "taro"),
        ])
        var key: SigningKey? = account.key
        switch flaw {
        case .none, .disabledUser: break
        case .empty: return ""
        case .noToken: return "customtoken"
        case .bareJSON: return #"{"uid":"taro"}"#
        case .brokenJSON: return #"{"uid":"taro""#
        case .idToken: return try fixture.service.signUp(SignUpRequest(), as: .user).text("idToken")
        case .expired: (payload["iat"], payload["exp"]) = (.integer(now - 3600), .integer(now))
        case .future: (payload["iat"], payload["exp"]) = (.integer(now + 60), .integer(now + 3660))
        case .twoHours: payload["exp"] = .integer(now + 7200)
        case .foreignKey: key = try Fixture.foreignKey.get()
        case .foreignAccount:
            (payload["iss"], payload["sub"]) = ("sa@other.example", "sa@other.example")
            key = try Fixture.foreignKey.get()
        case .unsigned: key = nil
        case .adminSDKUnderEmulator:
            payload["iss"] = "firebase-auth-emulator@example.com"
            payload["sub"] = payload["iss"]
            key = nil
        case .wrongAudience: payload["aud"] = "demo-bridge"
        case .noUID: payload["uid"] = nil
        case .numericUID: payload["uid"] = 7
        case .claimsNotObject: payload["claims"] = [1]
        case .reservedClaim: payload["claims"] = ["role": "x", "sub": "y"]
        case .tenant: payload["tenant_id"] = "t"
        }
        return try sign(payload, with: key)
    }

    private func sign(_ payload: JSONObject, with key: SigningKey?) throws -> String {
        let header: JSONValue = ["alg": key == nil ? "none" : "RS256", "typ": "JWT"]
        let input = Base64URL.encode(header.bytes()) + "." + Base64URL.encode(JSONValue.object(payload).bytes())
        return try input + "." + (key.map { Base64URL.encode(try $0.signature(for: Array(input.utf8))) } ?? "")
    }

    /// The one refusal that its reader can end with a variable says so, after the code that clients split off.
    @Test func aTokenOfAnAdminSDKUnderTheEmulatorVariableNamesTheWaysOut() throws {
        let fixture = try Fixture()
        let token = try token(with: .adminSDKUnderEmulator, in: fixture)
        let message = try refusal { try fixture.signIn(customToken: token) }
        let parts = message.split(separator: ":", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        #expect(parts.first == "CREDENTIAL_MISMATCH ")
        for word in ["FIREBASE_AUTH_EMULATOR_HOST", "serve --lenient", "service account's key"] {
            #expect(message.contains(word), "\(word)")
        }
        let reasons = fixture.trace.events.last?.reasons ?? []
        #expect(
            reasons.prefix(2).elementsEqual([AuthReason.credentialMismatch.code, TokenReason.mintedForEmulator.code]))
    }

    @Test func leniencyIsRemembered() throws {
        let fixture = try Fixture(.lenient)
        let token = try fixture.customToken("taro")
        fixture.clock.advance(by: .seconds(3600))
        _ = try fixture.signIn(customToken: token)
        let accepted = fixture.trace.events.compactMap { event in
            if case .token(let event) = event.kind, event.action == .accepted { event } else { nil }
        }
        #expect(accepted.map(\.reasons) == [[TokenReason.expired.code]])
    }

    @Test func refusalsAreTracedWithTheirCauses() throws {
        let fixture = try Fixture()
        let token = try fixture.customToken("taro")
        fixture.clock.advance(by: .seconds(3600))
        _ = try refusal { try fixture.signIn(customToken: token) }
        let reasons = [AuthReason.invalidCustomToken.code, TokenReason.expired.code]
        #expect(fixture.trace.events.map(\.reasons) == [reasons, reasons])  // of the token, and of the sign-in
        #expect(!fixture.trace.events.map { $0.json.text() }.joined().contains(token))
    }

    @Test(arguments: [(TokenForm.signed, "RS256"), (.unsigned, "none")])
    func tokensHaveTheFormAskedFor(form: TokenForm, algorithm: String) throws {
        let fixture = try Fixture(.lenient, tokenForm: form)
        let token = try fixture.signIn(customToken: fixture.customToken("taro")).text("idToken")
        #expect(try UnverifiedToken(parsing: token).algorithm == algorithm)
        #expect(token.utf8.count { $0 == UInt8(ascii: ".") } == 2)
        // Whatever the form, the service takes its own tokens.
        var request = LookupRequest()
        request.idToken = token
        #expect(try fixture.service.lookup(request, as: .user)["users"]?.arrayValue?.first?["localId"] == "taro")
    }

    @Test func strictNeedsSigned() {
        let failure = #expect(throws: BridgeFailure.self) { try Fixture(.strict, tokenForm: .unsigned) }
        #expect(failure?.code.rawValue == "usage/strict-needs-signed")
    }
}
