public import FirebaseAuthClient
import Foundation

/// What a login came to. An app shows another screen for each.
public enum LoginType: Sendable {
    case signedIn(User)
    /// The password was right, and a factor is asked for.
    case needsSecondFactor(MultiFactorResolver)
    /// The mail is to be opened first: without a verified address nobody enrols.
    case needsVerifiedEmail(User)
    /// The app lets in nobody without a second factor.
    case needsEnrollment(User)
}

/// Accounts with an e-mail address, a password and a second factor, with async/await.
@MainActor
public final class AccountService {
    public enum Failure: Error, Hashable {
        case nobodySignedIn
        /// The app's own rule, which the SDK knows nothing of.
        case secondFactorMandatory
        /// Asked for by who needs none.
        case emailVerifiedAlready
    }

    private let requiresSecondFactor: Bool

    /// - Parameter requiresSecondFactor: whether the app refuses who has none. Firebase's factors are the user's choice.
    public init(requiresSecondFactor: Bool = true) { self.requiresSecondFactor = requiresSecondFactor }

    /// Makes an account and has the verification mail sent.
    public func register(email: String, password: String) async throws -> LoginType {
        let user = try await Auth.auth().createUser(withEmail: email, password: password).user
        try await user.sendEmailVerification()
        return .needsVerifiedEmail(user)
    }

    /// Signs in.
    ///
    /// That a second factor is asked for is no failure, and yet it is thrown: as an `NSError` of `AuthErrorDomain` that has
    /// the resolver.
    /// - Throws: any other error of the SDK's, `wrongPassword` and `userNotFound` among them.
    public func login(email: String, password: String) async throws -> LoginType {
        do {
            return state(of: try await Auth.auth().signIn(withEmail: email, password: password).user)
        } catch {
            return .needsSecondFactor(try SecondFactors.resolver(in: error))
        }
    }

    /// What the login of a user has come to, after each step.
    public func state(of user: User) -> LoginType {
        guard user.isEmailVerified else { return .needsVerifiedEmail(user) }
        guard !requiresSecondFactor || !user.multiFactor.enrolledFactors.isEmpty else { return .needsEnrollment(user) }
        return .signedIn(user)
    }

    /// Sends the verification mail once more.
    ///
    /// - Throws: `tooManyRequests` or `quotaExceeded` for who taps too often: the screen says so, and has the button wait.
    public func resendVerificationMail() async throws {
        let user = try signedInUser()
        guard !user.isEmailVerified else { throw Failure.emailVerifiedAlready }
        try await user.sendEmailVerification()
    }

    /// After the link in the mail was opened, on whatever device: the SDK's user knows nothing of it before this.
    public func refreshVerification() async throws -> LoginType {
        let user = try signedInUser()
        try await user.reload()
        // The token in memory says unverified for up to an hour, and it is what the service looks at.
        _ = try await user.getIDToken(forcingRefresh: true)
        return state(of: user)
    }

    /// The door to all that is behind the login.
    ///
    /// - Throws: ``Failure/secondFactorMandatory``, and signs nobody out: who is here may enrol.
    @discardableResult
    public func requireMember() throws -> User {
        let user = try signedInUser()
        guard case .signedIn = state(of: user) else { throw Failure.secondFactorMandatory }
        return user
    }

    private func signedInUser() throws -> User {
        guard let user = Auth.auth().currentUser else { throw Failure.nobodySignedIn }
        return user
    }
}
