@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

extension Statement {
    static let idTokens: [Statement] = [
        Statement(
            "3.1-01", "Issuer, audience and subject are the project's and the user's; an hour later the token is over."
        ) {
            wire in
            let asked = try await wire.post("accounts:signUp")
            let now = Fixture.start.secondsSinceEpoch
            asked
                → .claims([
                    "iss": "https://securetoken.google.com/demo-bridge", "aud": "demo-bridge", "sub": asked["localId"],
                    "user_id": asked["localId"], "iat": .integer(now), "exp": .integer(now + 3600),
                    "auth_time": .integer(now),
                    "provider_id": "anonymous", "email": nil, "email_verified": nil, "phone_number": nil, "name": nil,
                    "firebase": ["identities": [:], "sign_in_provider": "anonymous"],
                ])
        },
        Statement(
            "3.1-02",
            "Profile, address and number stand there once they are set, identities by provider but the password's."
        ) {
            wire in
            try await wire.user([
                "localId": "hana", "email": "hana@example.com", "password": "correct-horse", "displayName": "Hana",
                "photoUrl": "p", "phoneNumber": "+819000000001",
            ])
            try await wire.post(
                "accounts:update",
                ["localId": "hana", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"]],
                as: .admin) → .done
            try await wire.post(
                "accounts:signInWithPassword", ["email": "hana@example.com", "password": "correct-horse"])
                → .claims([
                    "name": "Hana", "picture": "p", "email": "hana@example.com", "email_verified": false,
                    "phone_number": "+819000000001", "provider_id": nil,
                    "firebase": [
                        "identities": ["email": ["hana@example.com"], "phone": ["+819000000001"], "google.com": ["g"]],
                        "sign_in_provider": "password",
                    ],
                ])
        },
        Statement("3.1-03", "Claims of the account override profile, and never what is protected.") { wire in
            _ = try await wire.taro()
            try await wire.post(
                "accounts:update",
                [
                    "localId": "taro",
                    "customAttributes":
                        #"{"name":"X","role":"a","email":"e","phone_number":"1","provider_id":"p","user_id":"u"}"#,
                ], as: .admin) → .done
            try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"])
                → .claims([
                    "name": "X", "role": "a", "email": "taro@example.com", "phone_number": nil, "provider_id": nil,
                    "user_id": "taro",
                ])
        },
        Statement("3.1-04", "A tenant's token names it.") { wire in
            let tenant = try await wire.tenant()
            let asked = try await wire.post("accounts:signUp", tenant: tenant)
            #expect(asked.claims["firebase"]?["tenant"] == .string(tenant))
        },
        Statement("3.1-05", "Tokens are unsigned, with an empty third part.", .lenient) { wire in
            let token = try await wire.post("accounts:signUp").text("idToken")
            #expect(token.hasSuffix(".") && token.split(separator: ".").count == 2)
            #expect(try UnverifiedToken(parsing: token).algorithm == "none")
        },
        Statement("3.1-06", "Tokens are signed with a key that is published.", .strict) { wire in
            let token = try UnverifiedToken(parsing: try await wire.post("accounts:signUp").text("idToken"))
            #expect(token.algorithm == "RS256")
            let certificates = await wire.raw(
                "GET", "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
            #expect(token.keyID.map { certificates.json[$0] != nil } == true)
        },
        Statement("3.1-07", "auth_time is the user's latest sign-in.", .lenient) { wire in
            let session = try await wire.signInTaro()
            wire.clock.advance(by: .seconds(10))
            _ = try await wire.signInTaro()
            let fresh = try await wire.post(
                "token", ["grantType": "refresh_token", "refreshToken": session["refreshToken"] ?? .null])
            #expect(
                try claims(of: fresh.text("id_token"))["auth_time"] == .integer(Fixture.start.secondsSinceEpoch + 10))
        },
        Statement("3.1-08", "auth_time is the session's own sign-in.", .strict) { wire in
            let session = try await wire.signInTaro()
            wire.clock.advance(by: .seconds(10))
            _ = try await wire.signInTaro()
            let fresh = try await wire.post(
                "token", ["grantType": "refresh_token", "refreshToken": session["refreshToken"] ?? .null])
            #expect(try claims(of: fresh.text("id_token"))["auth_time"] == .integer(Fixture.start.secondsSinceEpoch))
        },
    ]

    static let keys: [Statement] = [
        Statement("3.5-01", "Keys are published as certificates, for cookies too, and as JWKs, for hours.") { wire in
            for path in [
                "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
            ] {
                let asked = await wire.raw("GET", path)
                #expect(asked.json.contains { $0.value.stringValue?.hasPrefix("-----BEGIN CERTIFICATE-----") == true })
                #expect(asked.answer.cacheControl == "public, max-age=21600")
            }
            await wire.raw("GET", "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com")
                → .has("keys")
        },
        Statement("3.5-02", "Each project's issuer has its discovery document and its keys at the well-known place.") {
            wire in
            for project in ["demo-bridge", "another"] {
                let issuer = "https://securetoken.google.com/\(project)"
                let asked = await wire.raw(
                    "GET", "/securetoken.google.com/\(project)/.well-known/openid-configuration")
                asked
                    → .answers([
                        "issuer": .string(issuer), "id_token_signing_alg_values_supported": ["RS256"],
                        "jwks_uri":
                            "http://127.0.0.1:9099/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
                    ])
            }
            #expect(wire.service.otherProjects.isEmpty)
        },
    ]
}

extension StatementTests {
    @Test("3.1", arguments: Statement.trials(of: Statement.idTokens))
    func idTokens(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("3.5", arguments: Statement.trials(of: Statement.keys))
    func keys(_ trial: Statement.Trial) async throws { try await trial.run() }
}
