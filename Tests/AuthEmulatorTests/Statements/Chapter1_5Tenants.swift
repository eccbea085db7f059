import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let tenantResolution: [Statement] = [
        Statement("1.5-01", "Path and body that name different tenants contradict each other.") { wire in
            try await wire.post("accounts:lookup", ["tenantId": "u"], as: .admin, tenant: "t")
                → .refused("TENANT_ID_MISMATCH")
        },
        Statement("1.5-02", "The ID token's tenant is the request's, without being named, on the project's paths too.")
        {
            wire in
            let tenant = try await wire.tenant()
            let idToken = try await wire.post("accounts:signUp", tenant: tenant)["idToken"]
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .has("users")
            try await wire.post("projects:createSessionCookie", ["idToken": idToken], as: .admin)
                → .has("sessionCookie")
        },
        Statement("1.5-03", "An ID token of another tenant than the one that is named is refused, read or not.") {
            wire in
            let (tenant, other) = (try await wire.tenant(), try await wire.tenant())
            let idToken = try await wire.post("accounts:signUp", tenant: tenant)["idToken"]
            try await wire.post("accounts:lookup", ["idToken": idToken], tenant: other) → .refused("TENANT_ID_MISMATCH")
            // An administrator's look-up has no use for the token, and is refused all the same.
            try await wire.post("accounts:lookup", ["idToken": idToken, "localId": []], as: .admin, tenant: other)
                → .refused("TENANT_ID_MISMATCH")
        },
        Statement("1.5-04", "A token without a tenant is looked up in the one that is named.", .lenient) { wire in
            let idToken = try await wire.taro()
            try await wire.post("accounts:lookup", ["idToken": idToken], tenant: "t") → .refused("USER_NOT_FOUND")
        },
        Statement("1.5-05", "A token without a tenant is not one of the tenant that is named.", .strict) { wire in
            let idToken = try await wire.taro()
            let tenant = try await wire.tenant()
            try await wire.post("accounts:lookup", ["idToken": idToken], tenant: tenant)
                → .refused("TENANT_ID_MISMATCH")
        },
        Statement(
            "1.5-06", "An unknown tenant is made when it is named, by control paths too, with all but TOTP.", .lenient
        ) {
            wire in
            await wire.raw("GET", "/emulator/v1/projects/demo-bridge/tenants/a/oobCodes") → .done
            try await wire.post("accounts:signUp", tenant: "b") → .has("idToken")
            let listed = try await wire.get("tenants:list", as: .admin)["tenants"].arrayValue ?? []
            #expect(listed.map { $0["tenantId"] ?? .null } == ["a", "b"])
            for tenant in listed {
                for name in ["allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser"] {
                    #expect(tenant[name] == true)
                }
                #expect(tenant["mfaConfig"] == ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]])
            }
        },
        Statement("1.5-07", "An unknown tenant is refused.", .strict) { wire in
            try await wire.post("accounts:signUp", tenant: "t") → .refused("TENANT_NOT_FOUND")
        },
        Statement("1.5-08", "An ID token that cannot be read names no tenant, and is refused where it is used.") {
            wire in
            let tenant = try await wire.tenant()
            try await wire.post("accounts:lookup", ["idToken": "x"], tenant: tenant) → .refused("INVALID_ID_TOKEN")
        },
        Statement("1.5-09", "An ID token without its firebase object is none.", .lenient) { wire in
            // {"alg":"none"} and {"user_id":"taro"}
            let token: JSONValue = "eyJhbGciOiJub25lIn0.eyJ1c2VyX2lkIjoidGFybyJ9."
            try await wire.post("accounts:lookup", ["idToken": token]) → .refused("INVALID_ID_TOKEN")
        },
        Statement("1.5-10", "A page of accounts takes its tenant from the query, on the project's path alone.") {
            wire in
            let tenant = try await wire.tenant()
            try await wire.user(["localId": "hana"], tenant: tenant)
            try await wire.get("accounts:batchGet", as: .admin, query: "tenantId=\(tenant)")
                → .satisfies { $0["users"].arrayValue?.count == 1 }
            try await wire.get("accounts:batchGet", as: .admin, tenant: tenant, query: "tenantId=other")
                → .satisfies { $0["users"].arrayValue?.count == 1 }
        },
    ]
}

extension StatementTests {
    @Test("1.5", arguments: Statement.trials(of: Statement.tenantResolution))
    func tenantResolution(_ trial: Statement.Trial) async throws { try await trial.run() }
}
