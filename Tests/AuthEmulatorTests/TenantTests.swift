@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

@Suite("Tenants", .timeLimit(.minutes(5)))
struct TenantTests {
    private func tenant(_ wire: WireFixture, _ body: JSONValue) async throws -> String {
        let reply = try await wire.call("tenants:create", body, admin: true)
        let id = reply.text("tenantId")
        #expect(reply["name"] == .string("projects/demo-bridge/tenants/\(id)"))
        return id
    }

    @Test func haveUsersOfTheirOwn() async throws {
        let wire = try WireFixture()
        let id = try await tenant(wire, ["displayName": "Acme", "allowPasswordSignup": true])
        try wire.fixture.addTaro()
        let member = try await wire.call(
            "accounts:signUp", ["email": "taro@example.com", "password": "battery-staple"], tenant: id)
        #expect(member["localId"] != "taro")
        #expect(member.claims["firebase"]?["tenant"] == .string(id))
        // Where a token is of a tenant, the tenant need not be named again.
        let found = try await wire.call("accounts:lookup", ["idToken": member["idToken"] ?? .null])
        #expect(found["users"]?.arrayValue?.first?["tenantId"] == .string(id))
        let refreshed = try await wire.call(
            "token", ["grantType": "refresh_token", "refreshToken": member["refreshToken"] ?? .null])
        #expect(try claims(of: refreshed.text("id_token"))["firebase"]?["tenant"] == .string(id))
        // Passwords do not cross over, and neither do lists.
        #expect(
            try await wire.refusal(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"],
                tenant: id) == "INVALID_PASSWORD")
        let inside = try await wire.call("accounts:query", ["returnUserInfo": false], admin: true, tenant: id)
        #expect(inside["recordsCount"] == "1")
        _ = try await wire.call("emulator:deleteAccounts", admin: true, tenant: id)
        #expect(try wire.service.account(localID: "taro") != nil)
    }

    @Test func tokensStayInTheirTenant() async throws {
        let wire = try WireFixture()
        let id = try await tenant(wire, ["enableAnonymousUser": true])
        let other = try await tenant(wire, ["enableAnonymousUser": true])
        let member = try await wire.call("accounts:signUp", tenant: id)
        let token = member["idToken"] ?? .null
        #expect(
            try await wire.refusal("accounts:lookup", ["idToken": token], tenant: other) == "TENANT_ID_MISMATCH")
        #expect(
            try await wire.refusal(
                "token",
                [
                    "grantType": "refresh_token", "refreshToken": member["refreshToken"] ?? .null,
                    "tenantId": .string(other),
                ])
                == "TENANT_ID_MISMATCH")
        // A custom token names its tenant.
        let minted = try wire.service.serviceAccount.customToken(
            uid: "c", issuedAt: wire.clock.now, tenantID: id)
        #expect(
            try await wire.refusal("accounts:signInWithCustomToken", ["token": .string(minted)])
                == "TENANT_ID_MISMATCH")
        let signedIn = try await wire.call("accounts:signInWithCustomToken", ["token": .string(minted)], tenant: id)
        #expect(signedIn.claims["firebase"]?["tenant"] == .string(id))
    }

    @Test(
        arguments: [
            ("accounts:signUp", ["email": "a@example.com", "password": "secret"], "OPERATION_NOT_ALLOWED"),
            ("accounts:signUp", [:], "ADMIN_ONLY_OPERATION"),
            ("accounts:signInWithPassword", ["email": "a@example.com", "password": "x"], "PASSWORD_LOGIN_DISABLED"),
            (
                "accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "a@example.com"],
                "OPERATION_NOT_ALLOWED"
            ),
            ("accounts:resetPassword", [:], "PASSWORD_LOGIN_DISABLED"),
            ("mfaEnrollment:start", [:], "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."),
        ] as [(String, JSONValue, String)])
    func startWithEverythingOff(endpoint: String, body: JSONValue, message: String) async throws {
        let wire = try WireFixture()
        let id = try await tenant(wire, [:])
        #expect(try await wire.refusal(endpoint, body, tenant: id) == message)
    }

    @Test func switchedOffTenantsAnswerNothing() async throws {
        let wire = try WireFixture()
        let id = try await tenant(wire, ["enableAnonymousUser": true, "disableAuth": true])
        #expect(try await wire.refusal("accounts:signUp", tenant: id) == "PROJECT_DISABLED")
        #expect(
            try await wire.refusal("accounts:lookup", ["localId": ["x"]], admin: true, tenant: id) == "PROJECT_DISABLED"
        )
        let patched = try await wire.call(
            "tenants:patch", ["disableAuth": false, "displayName": "ignored"], admin: true,
            query: "updateMask=disable_auth", path: ["id": id])
        #expect(patched["disableAuth"] == false && patched["displayName"] == nil)
        #expect(patched["enableAnonymousUser"] == true)
        #expect(try await wire.refusal("accounts:signUp", tenant: id) == "")
        _ = try await wire.call("tenants:delete", admin: true, path: ["id": id])
        #expect(try await wire.refusal("accounts:signUp", tenant: id) == "TENANT_NOT_FOUND")
    }

    /// The emulator makes a tenant that it has never heard of, with everything on; production does not.
    @Test(arguments: [(Strictness.strict, "TENANT_NOT_FOUND"), (.lenient, "")])
    func unknownOnes(strictness: Strictness, message: String) async throws {
        let wire = try WireFixture(strictness)
        #expect(try await wire.refusal("accounts:signUp", tenant: "never-heard-of") == message)
        #expect(
            try await wire.refusal("tenants:get", admin: true, path: ["id": "another"])
                == message)
    }

    @Test func areListedInPages() async throws {
        let wire = try WireFixture()
        var ids: [String] = []
        for _ in 0..<3 { ids.append(try await tenant(wire, [:])) }
        ids.sort()
        let first = try await wire.call("tenants:list", admin: true, query: "pageSize=2")
        #expect(first["tenants"]?.arrayValue?.map { $0["tenantId"] ?? .null } == ids.prefix(2).map { .string($0) })
        let second = try await wire.call(
            "tenants:list", admin: true, query: "pageSize=2&pageToken=\(first.text("nextPageToken"))")
        #expect(second["tenants"]?.arrayValue?.map { $0["tenantId"] ?? .null } == [.string(ids[2])])
        #expect(second["nextPageToken"] == nil)
    }

    @Test func anotherTenantInTheBodyIsRefused() async throws {
        let wire = try WireFixture(.lenient)
        #expect(
            try await wire.refusal("accounts:lookup", ["tenantId": "u", "localId": []], admin: true, tenant: "t")
                == "TENANT_ID_MISMATCH")
    }

    // MARK: - The project's configuration

    @Test func theConfigurationIsPatchedByItsMask() async throws {
        let wire = try WireFixture()
        let patched = try await wire.call(
            "config:patch",
            [
                "signIn": ["allowDuplicateEmails": true],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
            ], admin: true, query: "updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy")
        #expect(patched["name"] == "projects/demo-bridge/config")
        #expect(patched["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
        #expect(patched["signIn"]?["allowDuplicateEmails"] == false)
        let control = try await wire.call(
            "emulator:config:patch", ["signIn": ["allow_duplicate_emails": true]], admin: true)
        #expect(
            JSONValue.object(control) == [
                "signIn": ["allowDuplicateEmails": true],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
            ])
        #expect(
            try await WireFixture(.lenient).call("config:get", admin: true).names == [
                "signIn", "blockingFunctions", "emailPrivacyConfig",
            ])
        #expect(
            try await wire.refusal(
                "config:patch", ["blockingFunctions": ["triggers": ["beforeNothing": [:]]]], admin: true)
                == "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))")
    }

    @Test func settingsOutliveTheService() throws {
        let store = try AccountStore.inMemory()
        let first = try Fixture(store: store).service
        try first.configure { configuration in
            configuration.passwordPolicy.isEnforced = true
            configuration.passwordPolicy.minimumLength = 12
            configuration.testPhoneNumbers = ["+15555550100": "123456"]
            configuration.secondFactors.totpAdjacentIntervals = 2
        }
        let created = try first.createTenant(body(["displayName": "Acme", "mfaConfig": ["state": "ENABLED"]]))
        let second = try Fixture(store: store).service
        #expect(second.configuration == first.configuration)
        #expect(try second.tenant(id: created.text("tenantId")) == created)
    }
}
