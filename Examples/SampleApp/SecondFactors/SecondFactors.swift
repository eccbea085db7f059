public import FirebaseAuthClient
import Foundation

/// Multi-factor authentication with async/await: registration, enrolment, sign-in with the second factor.
@MainActor
public final class SecondFactors {
    /// Reads the code that came by SMS to a number, which may be obfuscated, as a person does.
    public typealias SMSReader = @MainActor (_ number: String) async throws -> String

    public init() {}

    /// Makes an account and has the verification mail sent: no second factor without a verified address.
    public func register(email: String, password: String) async throws -> User {
        let result = try await Auth.auth().createUser(withEmail: email, password: password)
        try await result.user.sendEmailVerification()
        return result.user
    }

    /// Adds a phone.
    public func enroll(phoneNumber: String, displayName: String?, code: SMSReader) async throws {
        let user = try currentUser()
        let session = try await user.multiFactor.session()
        let verificationID = try await PhoneAuthProvider.provider()
            .verifyPhoneNumber(phoneNumber, uiDelegate: nil, multiFactorSession: session)
        let credential = PhoneAuthProvider.provider()
            .credential(withVerificationID: verificationID, verificationCode: try await code(phoneNumber))
        let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
        try await user.multiFactor.enroll(with: assertion, displayName: displayName)
    }

    /// Adds an authenticator app.
    ///
    /// - Parameter code: what the authenticator shows for the secret.
    public func enrollTOTP(displayName: String?, code: @MainActor (TOTPSecret) async throws -> String) async throws {
        let user = try currentUser()
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.session())
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
            with: secret, oneTimePassword: try await code(secret))
        try await user.multiFactor.enroll(with: assertion, displayName: displayName)
    }

    /// Takes all factors away.
    public func unenrollAll() async throws {
        let user = try currentUser()
        for factor in user.multiFactor.enrolledFactors { try await user.multiFactor.unenroll(with: factor) }
    }

    /// Finishes a sign-in that ended with `secondFactorRequired`; passes any other error on.
    ///
    /// - Parameters:
    ///   - prefersTOTP: which of several factors the person takes.
    ///   - totp: what the authenticator shows.
    public func finish(
        after error: any Error, prefersTOTP: Bool, sms: SMSReader, totp: @MainActor () async throws -> String
    ) async throws -> AuthDataResult {
        let resolver = try Self.resolver(in: error)
        let wanted = resolver.hints.first { ($0 is TOTPMultiFactorInfo) == prefersTOTP } ?? resolver.hints.first
        switch wanted {
        case let phone as PhoneMultiFactorInfo:
            let verificationID = try await PhoneAuthProvider.provider()
                .verifyPhoneNumber(with: phone, uiDelegate: nil, multiFactorSession: resolver.session)
            let credential = PhoneAuthProvider.provider().credential(
                withVerificationID: verificationID, verificationCode: try await sms(phone.phoneNumber))
            return try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: credential))
        case let factor?:
            let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
                withEnrollmentID: factor.uid, oneTimePassword: try await totp())
            return try await resolver.resolveSignIn(with: assertion)
        case nil: throw error
        }
    }

    /// What an error of a sign-in whose password was right has in it.
    ///
    /// - Throws: the error itself, when it is another.
    public nonisolated static func resolver(in error: any Error) throws -> MultiFactorResolver {
        let native = error as NSError
        guard native.domain == AuthErrorDomain, native.code == AuthErrorCode.secondFactorRequired.rawValue,
            let resolver = native.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
        else { throw error }
        return resolver
    }

    private func currentUser() throws -> User {
        guard let user = Auth.auth().currentUser else { throw AuthErrorCode.nullUser }
        return user
    }
}
