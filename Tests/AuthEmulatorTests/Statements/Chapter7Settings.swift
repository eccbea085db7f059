import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Testing

extension Statement {
    static let settings: [Statement] = [
        Statement("7-01", "An ID token lasts as long as the configuration says, and replies tell it.") { wire in
            try wire.service.configure { $0.limits.idTokenLifetime = .seconds(60) }
            let asked = try await wire.post("accounts:signUp")
            asked → .answers(["expiresIn": "60"])
                → .claims(["exp": .integer(Fixture.start.secondsSinceEpoch + 60)])
            try await wire.post("token", ["grantType": "refresh_token", "refreshToken": asked["refreshToken"]])
                → .answers(["expires_in": "60"])
        },
        Statement("7-02", "How recent a sign-in must be is the configuration's to say.", .strict) { wire in
            try wire.service.configure { $0.limits.recentSignIn = .seconds(10) }
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(11))
            try await wire.post("accounts:delete", ["idToken": idToken]) → .refused("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            try wire.service.configure { $0.limits.recentSignIn = .seconds(11) }
            try await wire.post("accounts:delete", ["idToken": idToken]) → .done
        },
        Statement(
            "7-03", "Where the configuration lists API keys, any other is refused as production does it.", .strict
        ) {
            wire in
            try wire.service.configure { $0.limits.apiKeys = ["AIza1", "AIza2"] }
            let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp"
            let refused = await wire.raw("POST", "\(path)?key=AIza", "{}")
            refused → .refused("API key not valid. Please pass a valid API key.")
            #expect(refused["error"]["errors"]?.arrayValue?.first?["reason"] == "keyInvalid")
            #expect(wire.lastReasons == ["auth/invalid-api-key"])
            await wire.raw("POST", "\(path)?key=AIza2", "{}") → .has("idToken")
            await wire.raw("POST", path, authorization: "Bearer owner", "{}") → .done
        },
        Statement("7-04", "Any API key will do, whatever the configuration lists.", .lenient) { wire in
            try wire.service.configure { $0.limits.apiKeys = ["AIza1"] }
            await wire.raw("POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", "{}") → .has("idToken")
        },
        Statement("7-05", "These settings outlive the service with the rest of the configuration.", .strict) { wire in
            try await wire.patch(
                "config:patch",
                [
                    "sessionBridge": [
                        "idTokenLifetimeSeconds": 7, "recentSignInSeconds": 0, "apiKeys": ["k"], "appCheck": "x",
                    ]
                ])
                → .done
            let limits = wire.service.configuration.limits
            #expect(limits.idTokenLifetime == .seconds(7) && limits.recentSignIn == .seconds(1))
            #expect(limits.apiKeys == ["k"] && limits.appCheck == .off && limits.quotas.isEmpty)
            try wire.service.importState(.object(wire.service.exportedState()))
            #expect(wire.service.configuration.limits == limits)
        },
        Statement("7-06", "App Check tokens are neither asked for nor looked at.") { wire in
            for token in [nil, "", "x", readableAppCheckToken] as [String?] {
                await wire.raw("POST", signUpPath, appCheck: token, "{}") → .has("idToken")
            }
        },
        Statement("7-07", "Where the configuration requires App Check, an app shows a token that can be read.", .strict)
        {
            wire in
            try await wire.patch("config:patch", ["sessionBridge": ["appCheck": "required"]]) → .done
            for token in [nil, "", "x", "a.b.c", "..", "e30.e30", "e30.e30.!", "W10.e30."] as [String?] {
                let refused = await wire.raw("POST", signUpPath, appCheck: token, "{}")
                refused → .refused("Firebase App Check token is invalid.", status: 401)
                #expect(wire.lastReasons == ["auth/invalid-app-check-token"])
                #expect(refused["error"]["status"] == "UNAUTHENTICATED")
            }
            await wire.raw("POST", signUpPath, appCheck: readableAppCheckToken, "{}") → .has("idToken")
            // The API key comes first, and whoever administers shows a credential of another kind.
            await wire.raw("POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp", "{}")
                → .satisfies { $0.status == 403 }
            try await wire.user(["localId": "taro"])
        },
        Statement("7-08", "The token endpoint asks for it too, and what the emulator adds for tests does not.", .strict)
        {
            wire in
            let refreshToken = try await wire.call("accounts:signUp").text("refreshToken")
            try wire.service.configure { $0.limits.appCheck = .required }
            let path = "/securetoken.googleapis.com/v1/token?key=k"
            let body = #"{"grantType":"refresh_token","refreshToken":"\#(refreshToken)"}"#
            await wire.raw("POST", path, body) → .refused("Firebase App Check token is invalid.", status: 401)
            await wire.raw("POST", path, appCheck: readableAppCheckToken, body) → .has("id_token")
            try await wire.get("emulator:oobCodes") → .done
        },
        Statement("7-09", "No setting makes a lenient service ask for it.", .lenient) { wire in
            try wire.service.configure { $0.limits.appCheck = .required }
            await wire.raw("POST", signUpPath, "{}") → .has("idToken")
        },
    ]

    private static let signUpPath = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    /// Two empty objects and no signature.
    private static let readableAppCheckToken = "e30.e30."
}

extension StatementTests {
    @Test("7", arguments: Statement.trials(of: Statement.settings))
    func settings(_ trial: Statement.Trial) async throws { try await trial.run() }
}
