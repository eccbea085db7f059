@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

/// Custom tokens as SDKs mint them, refresh tokens, session cookies, and what Admin SDKs make of the tokens.
extension Statement {
    static let mintedTokens: [Statement] = [
        Statement(
            "3.2-01", "A token of an Admin SDK is taken: RS256 without a key id, an hour, by the service account."
        ) {
            wire in
            let text = try wire.fixture.customToken("hana", claims: JSONObject([("role", "admin")]))
            let token = try UnverifiedToken(parsing: text)
            #expect(token.algorithm == "RS256" && token.keyID == nil)
            #expect(token.payload["iss"] == token.payload["sub"])
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(text)])
                → .claims(["sub": "hana", "role": "admin"])
        },
        Statement("3.2-02", "So is one of an SDK in emulator mode: unsigned, by the emulator's own address.", .lenient)
        {
            wire in
            let token = try wire.minted(CustomTokenClaims.emulatorIssuer, key: nil)
            #expect(token.hasSuffix("."))
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)]) → .claims(["sub": "hana"])
        },
        Statement(
            "3.2-03", "A token of an SDK in emulator mode is of another account, signed by this one's key or not.",
            .strict
        ) { wire in
            for key in [nil, wire.service.serviceAccount.key] as [SigningKey?] {
                let token = try wire.minted(CustomTokenClaims.emulatorIssuer, key: key)
                try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)])
                    → .satisfies { $0.message.hasPrefix("CREDENTIAL_MISMATCH") }
            }
        },
        Statement("3.2-04", "A token may say more of itself, jti and nbf, as other libraries' do.") { wire in
            let token = try wire.minted(
                more: ["jti": "1", "nbf": .integer(Fixture.start.secondsSinceEpoch)])
            try await wire.post("accounts:signInWithCustomToken", ["token": .string(token)])
                → .claims(["sub": "hana", "jti": nil])
        },
        Statement("3.2-05", "A token of more than an hour, or with a uid of more than 128, is refused.", .strict) {
            wire in
            let start = Fixture.start.secondsSinceEpoch
            for (more, isTaken) in [
                (["exp": .integer(start + 3600)], true), (["exp": .integer(start + 3601)], false),
                (["uid": .string(String(repeating: "x", count: 128))], true),
                (["uid": .string(String(repeating: "x", count: 129))], false),
            ] as [(JSONValue, Bool)] {
                let token = JSONValue.string(try wire.minted(more: more))
                try await wire.post("accounts:signInWithCustomToken", ["token": token])
                    → .satisfies { isTaken ? $0.status == 200 : $0.message.hasPrefix("INVALID_CUSTOM_TOKEN") }
            }
        },
    ]

    static let refreshTokens: [Statement] = [
        Statement("3.3-01", "A refresh token never expires by itself, and is the same after a refresh.") { wire in
            let token = try await wire.signInTaro()["refreshToken"] ?? .null
            for _ in 0..<3 {
                wire.clock.advance(by: .seconds(365 * 86_400))
                try await wire.post("token", ["grantType": "refresh_token", "refreshToken": token])
                    → .answers(["refresh_token": token])
            }
        }
    ]

    static let cookieTokens: [Statement] = [
        Statement("3.4-01", "A session cookie is unsigned.", .lenient) { wire in
            let cookie = try await wire.sessionCookie()
            #expect(cookie.hasSuffix("."))
            #expect(try UnverifiedToken(parsing: cookie).algorithm == "none")
        },
        Statement("3.4-02", "A session cookie is signed with a key of those that are published for cookies.", .strict) {
            wire in
            let token = try UnverifiedToken(parsing: await wire.sessionCookie())
            let keys = try await wire.get("keys:sessionCookiePublicKeys")["keys"].arrayValue ?? []
            #expect(token.algorithm == "RS256" && token.keyID != nil)
            let published = keys.compactMap { $0["kid"]?.stringValue }
            #expect(published.contains(token.keyID ?? ""))
        },
        Statement("3.4-03", "A session cookie is no ID token: it opens nothing here.", .strict) { wire in
            let cookie = JSONValue.string(try await wire.sessionCookie())
            try await wire.post("accounts:lookup", ["idToken": cookie]) → .refused("INVALID_ID_TOKEN")
        },
    ]

    static let adminVerification: [Statement] = [
        Statement(
            "3.6-01",
            "After a revocation a new sign-in makes old refresh tokens' ID tokens pass: auth_time is the user's.",
            .lenient
        ) { wire in
            let time = try await wire.authTimeAfterRevocation()
            #expect(time == wire.clock.now.secondsSinceEpoch)
        },
        Statement("3.6-02", "After a revocation no new sign-in brings old refresh tokens back.", .strict) { wire in
            let time = try await wire.authTimeAfterRevocation()
            #expect(time == nil)
        },
        Statement("3.6-03", "Who asks about the user of a good token learns that the user is gone or disabled.") {
            wire in
            _ = try await wire.taro()
            try await wire.post("accounts:update", ["localId": "taro", "disableUser": true], as: .admin) → .done
            #expect(try await wire.record(of: "taro")["disabled"] == true)
            try await wire.post("accounts:delete", ["localId": "taro"], as: .admin) → .done
            try await wire.post("accounts:lookup", ["localId": ["taro"]], as: .admin) → .lacks("users")
        },
    ]
}

extension Asked {
    /// What the failure says; empty when there is none.
    fileprivate var message: String { json["error"]?["message"]?.stringValue ?? "" }
}

extension WireFixture {
    /// A custom token for `hana` by any issuer and key, with more members, or others.
    fileprivate func minted(_ issuer: String, key: SigningKey?) throws -> String {
        try TokenMint.customToken(
            CustomTokenClaims(serviceAccount: issuer, uid: "hana", issuedAt: clock.now), key: key)
    }

    fileprivate func minted(more: JSONValue) throws -> String {
        let account = service.serviceAccount
        var payload = try CustomTokenClaims(
            serviceAccount: account.email, uid: "hana", issuedAt: clock.now
        ).payload
        for (name, value) in more.objectValue ?? JSONObject() { payload[name] = value }
        let head = Base64URL.encode(Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8))
        let signed = "\(head).\(Base64URL.encode(JSONValue.object(payload).bytes()))"
        return "\(signed).\(Base64URL.encode(try account.key.signature(for: Array(signed.utf8))))"
    }

    fileprivate func sessionCookie() async throws -> String {
        try await post("projects:createSessionCookie", ["idToken": taro()], as: .admin).text("sessionCookie")
    }

    /// The time of the sign-in, by a token from before a revocation that is refreshed after a sign-in after it; nil where
    /// it is not refreshed.
    fileprivate func authTimeAfterRevocation() async throws -> Int64? {
        let old = try await signInTaro()["refreshToken"] ?? .null
        clock.advance(by: .seconds(10))
        try await post(
            "accounts:update", ["localId": "taro", "validSince": .integer(clock.now.secondsSinceEpoch)], as: .admin)
            → .done
        clock.advance(by: .seconds(10))
        _ = try await signInTaro()
        let refreshed = try await post("token", ["grantType": "refresh_token", "refreshToken": old])
        let token = try? UnverifiedToken(parsing: refreshed.text("id_token"))
        return token?.payload["auth_time"]?.integerValue
    }
}

extension StatementTests {
    @Test("3.2", arguments: Statement.trials(of: Statement.mintedTokens))
    func mintedTokens(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("3.3", arguments: Statement.trials(of: Statement.refreshTokens))
    func refreshTokens(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("3.4", arguments: Statement.trials(of: Statement.cookieTokens))
    func cookieTokens(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("3.6", arguments: Statement.trials(of: Statement.adminVerification))
    func adminVerification(_ trial: Statement.Trial) async throws { try await trial.run() }
}
