import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let lookupPath = "/identitytoolkit.googleapis.com/v1/accounts:lookup"
    private static let adminLookup = "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts:lookup"
    private static let noBearer = "Request had invalid authentication credentials. Expected an OAuth 2 access token."
    private static let noKey = "The request is missing a valid API key."

    static let credentials: [Statement] = [
        Statement("1.4-01", "Bearer owner, in any letter case, is an administrator; so is what begins with ya29.") {
            wire in
            for bearer in ["Bearer owner", "bearer OWNER", "BEARER Owner", "Bearer ya29.x"] {
                await wire.raw("POST", adminLookup, authorization: bearer, "{}") → .done
            }
        },
        Statement("1.4-02", "Any other bearer is refused, an API key or not.") { wire in
            for bearer in ["Bearer x", "Bearer YA29.x", "Bearer ", "Bearer owner2"] {
                await wire.raw("POST", "\(lookupPath)?key=k", authorization: bearer, "{}")
                    → .refused(noBearer, status: 401)
            }
        },
        Statement("1.4-03", "Another scheme than Bearer is ignored.") { wire in
            await wire.raw("POST", "\(lookupPath)?key=k", authorization: "Basic b3duZXI6", "{}")
                → .refused("MISSING_ID_TOKEN")
            await wire.raw("POST", lookupPath, authorization: "Basic b3duZXI6", "{}") → .refused(noKey, status: 403)
        },
        Statement("1.4-04", "An API key that is not empty makes a user, whatever it is.") { wire in
            await wire.raw("POST", "\(lookupPath)?key=anything", "{}") → .refused("MISSING_ID_TOKEN")
            await wire.raw("POST", "\(lookupPath)?key=", "{}") → .refused(noKey, status: 403)
        },
        Statement("1.4-05", "The token endpoint and passkeys look at API keys only.") { wire in
            for path in [
                "/securetoken.googleapis.com/v1/token",
                "/identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start",
                "/identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:start",
            ] {
                await wire.raw("POST", path, authorization: "Bearer owner", "{}") → .refused(noKey, status: 403)
                await wire.raw("POST", "\(path)?key=k", authorization: "Bearer x", "{}")
                    → .satisfies { $0.status != 401 }
            }
        },
        Statement("1.4-06", "Control paths need no credential.") { wire in
            await wire.raw("GET", "/emulator/v1/projects/demo-bridge/oobCodes") → .done
        },
        Statement("1.4-07", "With both credentials the request is an administrator's, on user paths too.") { wire in
            try await wire.user(["localId": "hana"])
            await wire.raw("POST", "\(lookupPath)?key=k", authorization: "Bearer owner", #"{"localId":["hana"]}"#)
                → .has("users")
        },
        Statement("1.4-08", "A user who names a project, in path or body, is refused.") { wire in
            let message = "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
            await wire.raw("POST", "\(adminLookup)?key=k", "{}") → .refused(message)
            await wire.raw("POST", "\(lookupPath)?key=k", #"{"targetProjectId":"demo-bridge"}"#) → .refused(message)
        },
        Statement("1.4-09", "What is not implemented says so before it asks for a permission.") { wire in
            let path = "/identitytoolkit.googleapis.com/v2/projects/demo-bridge/identityPlatform:initializeAuth"
            await wire.raw("POST", "\(path)?key=k", "{}")
                → .refused("NOT_IMPLEMENTED : identityPlatform:initializeAuth", status: 501)
        },
        Statement("1.4-10", "Path, method, type, credential, form, permission, tenant: the first of them is told.") {
            wire in
            let path = "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/tenants/t/accounts:lookup"
            let wrong = #"{"localId":"x","tenantId":"u"}"#
            await wire.raw("PATCH", "/nowhere", contentType: "text/plain", wrong) → .refused("Not Found", status: 404)
            await wire.raw("PATCH", path, contentType: "text/plain", wrong)
                → .refused("Method PATCH not allowed for \(path)", status: 405)
            #expect(wire.lastReasons == ["auth/method-not-allowed"])
            await wire.raw("POST", path, contentType: "text/plain", wrong)
                → .refused("Invalid content-type: text/plain")
            #expect(wire.lastReasons == ["auth/invalid-content-type"])
            await wire.raw("POST", path, wrong) → .refused(noKey, status: 403)
            await wire.raw("POST", "\(path)?key=k", wrong)
                → .refused("Invalid JSON payload received. /localId must be array")
            await wire.raw("POST", "\(path)?key=k", #"{"tenantId":"u"}"#)
                → .refused("INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
            await wire.raw("POST", path, authorization: "Bearer owner", #"{"tenantId":"u"}"#)
                → .refused("TENANT_ID_MISMATCH")
        },
    ]
}

extension StatementTests {
    @Test("1.4", arguments: Statement.trials(of: Statement.credentials))
    func credentials(_ trial: Statement.Trial) async throws { try await trial.run() }
}
