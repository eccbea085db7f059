import BridgePrimitives
import BridgeTrace

/// Signing in with a passkey.
extension Auth {
    /// Asks what an authenticator is to sign.
    public func startPasskeySignIn() async throws -> PasskeyRequestOptions {
        let reply = try await perform(.startPasskeySignIn, JSONObject())
        guard let options = PasskeyRequestOptions(reply["credentialRequestOptions"]) else {
            throw AuthError(.internalError, message: "The reply has no credentialRequestOptions.")
        }
        return options
    }

    /// Signs in with what the authenticator signed.
    ///
    /// - Throws: `internalError` with the server's code for a passkey that is refused, as the SDK has no code for these.
    @discardableResult
    public func finalizePasskeySignIn(withPlatformCredential assertion: PasskeyAssertion) async throws
        -> AuthDataResult
    {
        try await enter(provider: "passkey") { auth throws(AuthError) in
            let members = JSONObject([("authenticatorAuthenticationResponse", assertion.wireForm)])
            return try await auth.open(try await auth.perform(.finalizePasskeySignIn, members), provider: "passkey")
        }
    }

    /// The whole of it: the service's challenge, the authenticator's answer, the sign-in.
    ///
    /// - Parameter authenticator: what the platform does with the options.
    @discardableResult
    public func signInWithPasskey(
        from authenticator: (PasskeyRequestOptions) async throws -> PasskeyAssertion
    ) async throws -> AuthDataResult {
        try await finalizePasskeySignIn(withPlatformCredential: try await authenticator(try await startPasskeySignIn()))
    }
}
