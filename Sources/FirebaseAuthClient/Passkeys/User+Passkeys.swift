import BridgePrimitives
import BridgeTrace

/// The passkeys of the account.
extension User {
    /// As the service listed them last.
    public var enrolledPasskeys: [PasskeyInfo] { profile.passkeys }

    /// Asks what an authenticator is to make.
    public func startPasskeyEnrollment() async throws -> PasskeyCreationOptions {
        let reply = try await auth.perform(
            .startPasskeyEnrollment, JSONObject([("idToken", .string(try await getIDToken()))]))
        guard let options = PasskeyCreationOptions(reply["credentialCreationOptions"]) else {
            throw AuthError(.internalError, message: "The reply has no credentialCreationOptions.")
        }
        return options
    }

    /// Gives the account the passkey that the authenticator made.
    ///
    /// - Parameter name: what the list of passkeys calls it; nil for the service's own words.
    /// - Throws: `internalError` with the server's code for a passkey that is refused, as the SDK has no code for these.
    public func finalizePasskeyEnrollment(
        withPlatformCredential registration: PasskeyRegistration, name: String? = nil
    ) async throws {
        var members = JSONObject([
            ("idToken", .string(try await getIDToken())),
            ("authenticatorRegistrationResponse", registration.wireForm),
        ])
        members["name"] = name.map { .string($0) }
        do throws(AuthError) {
            let reply = try await auth.perform(.finalizePasskeyEnrollment, members)
            guard auth.adopt(reply, in: session) else { throw AuthError(.invalidUserToken) }
            try await auth.reload(session, try await auth.idToken(of: session, forcingRefresh: false))
        } catch { throw auth.judged(error, of: session) }
        auth.record(.updated, uid: uid)
        try auth.save(session)
    }

    /// The whole of it: the service's challenge, the authenticator's new key, the enrolment.
    ///
    /// - Parameter authenticator: what the platform does with the options.
    public func enrollPasskey(
        withName name: String? = nil,
        on authenticator: (PasskeyCreationOptions) async throws -> PasskeyRegistration
    ) async throws {
        let registration = try await authenticator(try await startPasskeyEnrollment())
        try await finalizePasskeyEnrollment(withPlatformCredential: registration, name: name)
    }

    /// Takes a passkey away from the account. The device keeps its key.
    public func unenrollPasskey(withCredentialID credentialID: String) async throws {
        try await update([("deletePasskey", [.string(credentialID)])]) { profile in
            profile.passkeys.removeAll { $0.credentialID == credentialID }
        }
    }
}
