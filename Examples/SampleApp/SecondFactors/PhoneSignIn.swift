public import FirebaseAuthClient

/// Signs in with a text message: a code goes to the number, and whoever reads it there is signed in.
@MainActor
public struct PhoneSignIn {
    public init() {}

    /// - Parameters:
    ///   - phoneNumber: in E.164, `+819012345678`.
    ///   - code: reads the message.
    /// - Throws: `invalidPhoneNumber`, `invalidVerificationCode`, `sessionExpired` and the like.
    @discardableResult
    public func signIn(phoneNumber: String, code: SecondFactors.SMSReader) async throws -> AuthDataResult {
        let provider = PhoneAuthProvider.provider()
        let verificationID = try await provider.verifyPhoneNumber(phoneNumber)
        let credential = provider.credential(
            withVerificationID: verificationID, verificationCode: try await code(phoneNumber))
        return try await Auth.auth().signIn(with: credential)
    }
}
