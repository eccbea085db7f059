import AuthEmulator
import BridgePrimitives
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
                ["sessionBridge": ["idTokenLifetimeSeconds": 7, "recentSignInSeconds": 0, "apiKeys": ["k"]]]) → .done
            let limits = wire.service.configuration.limits
            #expect(limits.idTokenLifetime == .seconds(7) && limits.recentSignIn == .seconds(1))
            #expect(limits.apiKeys == ["k"])
            try wire.service.importState(.object(wire.service.exportedState()))
            #expect(wire.service.configuration.limits == limits)
        },
    ]
}

extension StatementTests {
    @Test("7", arguments: Statement.trials(of: Statement.settings))
    func settings(_ trial: Statement.Trial) async throws { try await trial.run() }
}
