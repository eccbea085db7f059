public import FirebaseAuthClient

/// The screen that asks for the code of a text message, at the second half of a sign-in.
///
/// Articles send the message when the screen appears. Whoever goes back and forth then pays for three messages, has a code
/// that the third made void, and meets the quota; here a button asks for it.
@MainActor
public final class SecondFactorScreen {
    public enum Failure: Error, Hashable {
        /// No factor of this account gets messages.
        case noPhone
        /// A code was entered before a message was asked for.
        case nothingSent
    }

    private let resolver: MultiFactorResolver
    private let phone: PhoneMultiFactorInfo
    private var verificationID: String?

    /// Sends nothing.
    ///
    /// - Throws: ``Failure/noPhone``.
    public init(_ resolver: MultiFactorResolver) throws {
        guard let phone = resolver.hints.lazy.compactMap({ $0 as? PhoneMultiFactorInfo }).first else {
            throw Failure.noPhone
        }
        (self.resolver, self.phone) = (resolver, phone)
    }

    /// The number with all but its last digits hidden.
    public var hint: String { phone.phoneNumber }

    /// The button "Send me a code".
    public func sendCode() async throws {
        verificationID = try await PhoneAuthProvider.provider()
            .verifyPhoneNumber(with: phone, uiDelegate: nil, multiFactorSession: resolver.session)
    }

    /// - Throws: ``Failure/nothingSent``; `invalidVerificationCode`, after which the same message's code may be tried again.
    public func submit(_ code: String) async throws -> AuthDataResult {
        guard let verificationID else { throw Failure.nothingSent }
        let credential = PhoneAuthProvider.provider()
            .credential(withVerificationID: verificationID, verificationCode: code)
        return try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: credential))
    }
}
