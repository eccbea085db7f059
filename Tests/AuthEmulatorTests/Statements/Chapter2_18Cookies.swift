import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let sessionCookies: [Statement] = [
        Statement("2.18-01", "The token is missing, the duration wrong, the token wrong, in this order.") { wire in
            try await wire.post("projects:createSessionCookie", ["validDuration": 1], as: .admin)
                → .refused("MISSING_ID_TOKEN")
            try await wire.post("projects:createSessionCookie", ["validDuration": 1, "idToken": "x"], as: .admin)
                → .refused("INVALID_DURATION")
            try await wire.post("projects:createSessionCookie", ["validDuration": 300, "idToken": "x"], as: .admin)
                → .refused("INVALID_ID_TOKEN")
        },
        Statement("2.18-02", "Five minutes to two weeks, in seconds; none, 0 and no number are two weeks.") { wire in
            let idToken = try await wire.taro()
            func lifetime(_ duration: JSONValue?) async throws -> Int64? {
                let asked = try await wire.post(
                    "projects:createSessionCookie", adding("validDuration", duration, to: ["idToken": idToken]),
                    as: .admin)
                let claims = try claims(of: asked.text("sessionCookie"))
                return (claims["exp"]?.integerValue ?? 0) - (claims["iat"]?.integerValue ?? 0)
            }
            for duration in [nil, 0, "0", "x"] as [JSONValue?] { #expect(try await lifetime(duration) == 1_209_600) }
            for duration in [300, "1209600"] as [JSONValue] {
                #expect(try await lifetime(duration) == duration.integerValue ?? 1_209_600)
            }
            for duration in [299, 1_209_601, -1] as [JSONValue] {
                try await wire.post(
                    "projects:createSessionCookie", ["idToken": idToken, "validDuration": duration], as: .admin)
                    → .refused("INVALID_DURATION")
            }
        },
        Statement("2.18-03", "A cookie says what the token said, from an issuer of its own, with times of its own.") {
            wire in
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(10))
            let asked = try await wire.post(
                "projects:createSessionCookie", ["idToken": idToken, "validDuration": 600], as: .admin)
            let cookie = try claims(of: asked.text("sessionCookie"))
            let now = wire.clock.now.secondsSinceEpoch
            #expect(
                cookie["iss"] == "https://session.firebase.google.com/demo-bridge" && cookie["aud"] == "demo-bridge")
            #expect(cookie["iat"] == .integer(now) && cookie["exp"] == .integer(now + 600))
            #expect(cookie["auth_time"] == .integer(now - 10) && cookie["user_id"] == "taro")
        },
        Statement("2.18-04", "How long ago the sign-in was is not asked, nor whether the tenant is switched off.") {
            wire in
            let tenant = try await wire.tenant()
            let idToken = try await wire.post("accounts:signUp", tenant: tenant)["idToken"]
            wire.clock.advance(by: .seconds(3_000))
            try await wire.patch(
                "tenants:patch", ["disableAuth": true], query: "updateMask=disableAuth", path: ["id": tenant]) → .done
            try await wire.post("projects:createSessionCookie", ["idToken": idToken], as: .admin, tenant: tenant)
                → .has("sessionCookie")
        },
    ]

    static let refreshing: [Statement] = [
        Statement(
            "2.19-01", "A refresh is answered in snake case, with the ID token under two names and texts for numbers."
        ) {
            wire in
            let session = try await wire.signInTaro()
            let asked = try await wire.post(
                "token", ["grant_type": "refresh_token", "refresh_token": session["refreshToken"] ?? .null])
            asked
                → .answers([
                    "expires_in": "3600", "token_type": "Bearer", "user_id": "taro", "project_id": "12345",
                    "refresh_token": session["refreshToken"] ?? .null,
                ])
            #expect(asked["id_token"] == asked["access_token"] && asked["id_token"] != .null)
            #expect(asked.json.count == 7)
        },
        Statement("2.19-02", "JSON in camel case and forms are taken too.") { wire in
            let session = try await wire.signInTaro()
            try await wire.post(
                "token", ["grantType": "refresh_token", "refreshToken": session["refreshToken"] ?? .null])
                → .has("id_token")
            await wire.raw(
                "POST", "/securetoken.googleapis.com/v1/token?key=k", contentType: "application/x-www-form-urlencoded",
                FormBody.text([("grant_type", "refresh_token"), ("refresh_token", session.text("refreshToken"))]))
                → .has("id_token")
        },
        Statement("2.19-03", "A token that cannot be read is told before all that is missing.") { wire in
            try await wire.post("token", ["refreshToken": "x"]) → .refused("INVALID_REFRESH_TOKEN")
            try await wire.post("token") → .refused("MISSING_GRANT_TYPE")
            try await wire.post("token", ["grantType": "authorization_code"]) → .refused("INVALID_GRANT_TYPE")
            try await wire.post("token", ["grantType": "refresh_token"]) → .refused("MISSING_REFRESH_TOKEN")
        },
        Statement("2.19-04", "A token of another tenant than the one that is named is refused.") { wire in
            let tenant = try await wire.tenant()
            let session = try await wire.post("accounts:signUp", tenant: tenant)
            try await wire.post(
                "token",
                ["grantType": "refresh_token", "refreshToken": session["refreshToken"], "tenantId": "another"])
                → .refused("TENANT_ID_MISMATCH")
        },
        Statement("2.19-05", "A disabled user is told, and a deleted one's token is worth nothing.", .lenient) { wire in
            let token = try await wire.signInTaro()["refreshToken"] ?? .null
            try await wire.post("accounts:update", ["localId": "taro", "disableUser": true], as: .admin) → .done
            try await wire.post("token", ["grantType": "refresh_token", "refreshToken": token])
                → .refused("USER_DISABLED")
            try await wire.post("accounts:delete", ["localId": "taro"], as: .admin) → .done
            try await wire.post("token", ["grantType": "refresh_token", "refreshToken": token])
                → .refused("INVALID_REFRESH_TOKEN")
        },
        Statement("2.19-06", "A deleted user is told.", .strict) { wire in
            let token = try await wire.signInTaro()["refreshToken"] ?? .null
            try await wire.post("accounts:delete", ["localId": "taro"], as: .admin) → .done
            try await wire.post("token", ["grantType": "refresh_token", "refreshToken": token])
                → .refused("USER_NOT_FOUND")
        },
        Statement("2.19-07", "A tenant that is switched off is not asked.") { wire in
            let tenant = try await wire.tenant()
            let session = try await wire.post("accounts:signUp", tenant: tenant)
            try await wire.patch(
                "tenants:patch", ["disableAuth": true], query: "updateMask=disableAuth", path: ["id": tenant]) → .done
            try await wire.post("token", ["grantType": "refresh_token", "refreshToken": session["refreshToken"]])
                → .has("id_token")
        },
    ]
}

extension StatementTests {
    @Test("2.18", arguments: Statement.trials(of: Statement.sessionCookies))
    func sessionCookies(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.19", arguments: Statement.trials(of: Statement.refreshing))
    func refreshing(_ trial: Statement.Trial) async throws { try await trial.run() }
}
