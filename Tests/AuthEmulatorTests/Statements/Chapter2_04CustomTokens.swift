import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

extension Statement {
    static let customTokens: [Statement] = [
        Statement("2.4-01", "A custom token is answered with kind, isNewUser and tokens, and no uid.") { wire in
            let token = JSONValue.string(try wire.fixture.customToken("hana"))
            let asked = try await wire.post("accounts:signInWithCustomToken", ["token": token])
            asked
                → .answers([
                    "kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": true, "localId": nil,
                    "expiresIn": "3600",
                ])
            #expect(asked.claims["firebase"]?["sign_in_provider"] == "custom")
            #expect(asked.claims["user_id"] == "hana")
            try await wire.post("accounts:signInWithCustomToken", ["token": token]) → .answers(["isNewUser": false])
            #expect(try await wire.record(of: "hana")["customAuth"] == true)
        },
        Statement("2.4-02", "Without a token it is missing, empty or not.") { wire in
            for body in [[:], ["token": ""]] as [JSONValue] {
                try await wire.post("accounts:signInWithCustomToken", body) → .refused("MISSING_CUSTOM_TOKEN")
            }
        },
        Statement("2.4-03", "What is neither a JSON object nor a JWT is no custom token.", .lenient) { wire in
            try await wire.post("accounts:signInWithCustomToken", ["token": "x"])
                → .refused("INVALID_CUSTOM_TOKEN : Invalid assertion format")
            try await wire.post("accounts:signInWithCustomToken", ["token": "{uid:1}"])
                → .satisfies { $0["error"]["message"]?.stringValue?.hasPrefix("INVALID_CUSTOM_TOKEN : ") == true }
        },
        Statement(
            "2.4-04", "Bare JSON is a custom token; numbers and booleans are uids, and user_id is one too.", .lenient
        ) {
            wire in
            for (token, uid) in [
                (#"{"uid":"a"}"#, "a"), (#"{"user_id":"b"}"#, "b"), (#"{"uid":7}"#, "7"), (#"{"uid":true}"#, "true"),
            ] {
                let asked = try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)])
                #expect(asked.claims["user_id"] == .string(uid))
            }
        },
        Statement("2.4-05", "A uid is missing when there is none, or an empty one in front of a user_id.", .lenient) {
            wire in
            for token in ["{}", #"{"uid":""}"#, #"{"uid":"","user_id":"b"}"#] {
                try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)])
                    → .refused("MISSING_IDENTIFIER")
            }
        },
        Statement(
            "2.4-06", "Claims are an object without reserved names, the first of which is named in their own order.",
            .lenient
        ) {
            wire in
            for claims in ["null", "1", "[]", #""x""#] {
                try await wire.post(
                    "accounts:signInWithCustomToken", ["token": .string(#"{"uid":"a","claims":\#(claims)}"#)])
                    → .refused("INVALID_CLAIMS")
            }
            try await wire.post(
                "accounts:signInWithCustomToken", ["token": #"{"uid":"a","claims":{"firebase":1,"sub":1,"iss":1}}"#])
                → .refused("FORBIDDEN_CLAIM : iss")
        },
        Statement("2.4-07", "Claims stand at the token's top, and outlive refreshes.") { wire in
            let token = try wire.fixture.customToken("hana", claims: JSONObject([("role", "admin")]))
            let asked = try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)])
            asked → .claims(["role": "admin"])
            let fresh = try await wire.post(
                "token", ["grant_type": "refresh_token", "refresh_token": asked["refreshToken"]])
            #expect(try claims(of: fresh.text("id_token"))["role"] == "admin")
        },
        Statement("2.4-08", "A tenant's call wants the tenant in the token, before it is looked at otherwise.") {
            wire in
            let tenant = try await wire.tenant()
            let token = try wire.fixture.customToken("hana")
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)], tenant: tenant)
                → .refused("TENANT_ID_MISMATCH")
        },
        Statement("2.4-13", "A tenant's call says of a text that is no token that it names no tenant.", .lenient) {
            wire in
            try await wire.post("accounts:signInWithCustomToken", ["token": "x"], tenant: "t")
                → .refused("TENANT_ID_MISMATCH")
        },
        Statement("2.4-14", "The project's own call does not look at a token's tenant.", .lenient) { wire in
            let token = try wire.service.serviceAccount.customToken(
                uid: "hana", issuedAt: wire.clock.now, tenantID: "t")
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)]) → .has("idToken")
        },
        Statement("2.4-15", "A token of a tenant is none of the project's own.", .strict) { wire in
            let token = try wire.service.serviceAccount.customToken(
                uid: "hana", issuedAt: wire.clock.now, tenantID: "t")
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)])
                → .refused("TENANT_ID_MISMATCH")
        },
        Statement("2.4-09", "A disabled user is told.") { wire in
            try await wire.user(["localId": "hana", "disabled": true])
            let token = try wire.fixture.customToken("hana")
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)]) → .refused("USER_DISABLED")
        },
        Statement("2.4-10", "A second factor is never asked for.") { wire in
            try await wire.user([
                "localId": "hana", "email": "hana@example.com", "mfaInfo": [["phoneInfo": "+819000000001"]],
            ])
            let token = try wire.fixture.customToken("hana")
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)]) → .has("idToken")
        },
        Statement("2.4-11", "Old tokens go on working.", .lenient) { wire in
            let token = try wire.fixture.customToken("hana")
            wire.clock.advance(by: .seconds(86_400))
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)]) → .has("idToken")
        },
        Statement("2.4-12", "A token is good for an hour, with the service account's signature.", .strict) { wire in
            let token = try wire.fixture.customToken("hana")
            wire.clock.advance(by: .seconds(3_601))
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)])
                → .satisfies { $0["error"]["message"]?.stringValue?.hasPrefix("INVALID_CUSTOM_TOKEN") == true }
        },
    ]
}

extension StatementTests {
    @Test("2.4", arguments: Statement.trials(of: Statement.customTokens))
    func customTokens(_ trial: Statement.Trial) async throws { try await trial.run() }
}
