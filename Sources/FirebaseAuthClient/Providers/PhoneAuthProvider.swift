import BridgePrimitives

/// Whatever shows the pages of a verification; here they are shown by the environment, so it has nothing to do.
public protocol AuthUIDelegate: AnyObject, Sendable {}

/// Phone numbers, proven by a code that is sent to them: as a way to sign in, or as a second factor.
public final class PhoneAuthProvider: Sendable {
    public static let id = "phone"

    private let auth: Auth

    private init(auth: Auth) { self.auth = auth }

    /// - Precondition: `FirebaseApp.configure()` was called.
    public static func provider() -> PhoneAuthProvider { provider(auth: Auth.auth()) }

    public static func provider(auth: Auth) -> PhoneAuthProvider { PhoneAuthProvider(auth: auth) }

    /// What the user read in the message.
    public func credential(withVerificationID verificationID: String, verificationCode: String) -> PhoneAuthCredential {
        PhoneAuthCredential(.code(verificationID: verificationID, code: Secret(verificationCode)))
    }

    // MARK: - Sending codes

    /// Sends a code.
    ///
    /// - Parameters:
    ///   - phoneNumber: as in E.164, `+819012345678`.
    ///   - multiFactorSession: whose second factor the number is to become; nil to sign in with it.
    /// - Returns: the verification id, which belongs to the code.
    /// - Throws: `missingPhoneNumber`, `invalidPhoneNumber`; for a second factor also `unverifiedEmail`,
    ///   `requiresRecentLogin`, `secondFactorAlreadyEnrolled`, `unsupportedFirstFactor`.
    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession? = nil
    ) async throws -> String {
        try requireURLScheme()
        guard !phoneNumber.isEmpty else { throw AuthError(.missingPhoneNumber) }
        guard let multiFactorSession else {
            let reply = try await auth.perform(
                .sendVerificationCode,
                JSONObject([("phoneNumber", .string(phoneNumber)), ("clientType", auth.configuration.clientType)]))
            return try verificationID(in: .object(reply))
        }
        guard case .enrollment(let idToken) = multiFactorSession.stage else {
            throw AuthError(.missingMultiFactorInfo)
        }
        let reply = try await auth.perform(
            .startEnrollment,
            JSONObject([
                ("idToken", .string(idToken.reveal())),
                (
                    "phoneEnrollmentInfo",
                    ["phoneNumber": .string(phoneNumber), "clientType": auth.configuration.clientType]
                ),
            ]))
        return try verificationID(in: reply["phoneSessionInfo"])
    }

    /// Sends the code of a second factor that the account has.
    ///
    /// - Parameters:
    ///   - multiFactorInfo: one of the resolver's hints.
    ///   - multiFactorSession: the resolver's.
    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?
    ) async throws -> String {
        try requireURLScheme()
        guard let multiFactorSession, case .signIn(let pending) = multiFactorSession.stage else {
            throw AuthError(.missingMultiFactorSession)
        }
        let reply = try await auth.perform(
            .startSecondFactor,
            JSONObject([
                ("mfaPendingCredential", .string(pending.reveal())),
                ("mfaEnrollmentId", .string(multiFactorInfo.uid)),
                (
                    "phoneSignInInfo",
                    [
                        "phoneNumber": .string(multiFactorInfo.phoneNumber),
                        "clientType": auth.configuration.clientType,
                    ]
                ),
            ]))
        return try verificationID(in: reply["phoneResponseInfo"])
    }

    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
        completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        auth.environment.complete(completion) { try await self.verifyPhoneNumber(phoneNumber) }
    }

    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession?,
        completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        auth.environment.complete(completion) {
            try await self.verifyPhoneNumber(phoneNumber, multiFactorSession: multiFactorSession)
        }
    }

    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?, completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        auth.environment.complete(completion) {
            try await self.verifyPhoneNumber(with: multiFactorInfo, multiFactorSession: multiFactorSession)
        }
    }

    private func verificationID(in reply: JSONValue?) throws(AuthError) -> String {
        guard let id = reply?["sessionInfo"]?.stringValue, !id.isEmpty else {
            throw AuthError(.internalError, message: "The reply has no sessionInfo.")
        }
        return id
    }

    /// The SDK ends an app that could not get back from a reCAPTCHA page.
    private func requireURLScheme() throws(AuthError) {
        let scheme = auth.configuration.callbackScheme
        guard let registered = auth.environment.urlSchemes, !registered.contains(scheme) else { return }
        throw AuthError.fatal("Please register custom URL scheme '\(scheme)' in the app's Info.plist file.")
    }
}
