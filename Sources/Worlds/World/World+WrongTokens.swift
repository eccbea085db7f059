import AuthEmulator
import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import Scenarios
import Tokens

// Tokens that an app should not post to its backend, each as it comes about.
extension World {
    /// - Returns: nil for a fresh one, which the app asks for itself.
    /// - Throws: `handoff/not-signed-in` and the like where the app has nothing to make it from.
    func token(_ token: TokenExchange.Token) async throws(StepFailure) -> String? {
        switch token {
        case .fresh: return nil
        case .stale: return try keptToken()
        // 321 of an RS256 signature's 342 characters, which is no whole number of bytes whatever the key signed: fewer
        // by 20, one in sixteen still is one.
        case .cut: return String(try keptToken().dropLast(21))
        case .custom:
            guard let token = app.handedOverToken else {
                throw StepFailure(step: "exchange", HandoffReason.nothingToInject)
            }
            return token
        case .expired:
            return try resigned { claims in
                for name in ["iat", "auth_time", "exp"] {
                    claims[name] = claims[name]?.integerValue.map { .integer($0 - 7200) }
                }
            }
        case .foreignProject:
            return try resigned { claims in
                claims["aud"] = "another-project"
                claims["iss"] = "https://securetoken.google.com/another-project"
            }
        case .ofOtherUser:
            do {
                let other = try phone()
                let user = try await other.createUser(withEmail: "somebody.else@example.com", password: "other-horse")
                    .user
                return try await user.getIDToken()
            } catch {
                throw StepFailure(step: "exchange", error)
            }
        }
    }

    private func keptToken() throws(StepFailure) -> String {
        try app.requireProcess(for: "exchange")
        guard let user = app.auth.currentUser else { throw StepFailure(step: "exchange", HandoffReason.notSignedIn) }
        return user.keptIDToken.reveal()
    }

    /// The app's token with other claims and a good signature.
    private func resigned(_ change: (inout JSONObject) -> Void) throws(StepFailure) -> String {
        do {
            let kept = try UnverifiedToken(parsing: try keptToken())
            var claims = kept.payload
            change(&claims)
            return try TokenMint.idToken(claims: claims, key: kept.keyID == nil ? nil : authService.keys.current)
        } catch {
            throw StepFailure(step: "exchange", error)
        }
    }

    /// The Firebase client of another phone, which shares nothing with the app's.
    func phone() throws(BridgeFailure) -> Auth {
        try Auth(
            transport: transport,
            configuration: FirebaseConfiguration(
                apiKey: settings.apiKey, projectID: settings.projectID, host: addresses.auth,
                platform: .ios(bundleID: WorldSettings.bundleID)),
            clock: clock, party: .device, trace: trace, actor: .test)
    }

    /// What the user does on another phone, where the session lasts as long as the world.
    func perform(_ event: SecondDevice) async throws(StepFailure) {
        do {
            let auth = try secondPhone.withLock(\.self) ?? phone()
            secondPhone.withLock { $0 = auth }
            if auth.currentUser == nil, event.action != .signOut {
                let password = secondPassword.withLock(\.self) ?? settings.user.password
                try await auth.signIn(withEmail: settings.user.email, password: password)
            }
            switch event.action {
            case .signIn: break
            case .signOut: try auth.signOut()
            case .changePassword:
                try await auth.currentUser?.updatePassword(to: event.password)
                secondPassword.withLock { $0 = event.password }
            case .deleteAccount: try await auth.currentUser?.delete()
            }
        } catch {
            throw StepFailure(step: "second-device", error)
        }
    }
}
