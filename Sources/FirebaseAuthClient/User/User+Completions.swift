/// The calls of ``User`` with completions, which are called on the main actor.
extension User {
    public typealias DataResultCompletion = @MainActor (AuthDataResult?, (any Error)?) -> Void
    public typealias ErrorCompletion = @MainActor ((any Error)?) -> Void

    private var environment: FirebaseEnvironment { auth.environment }

    public func getIDToken(completion: (@MainActor (String?, (any Error)?) -> Void)?) {
        environment.complete(completion) { try await self.getIDToken() }
    }

    public func getIDTokenForcingRefresh(
        _ forceRefresh: Bool, completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        environment.complete(completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
    }

    public func getIDTokenResult(completion: (@MainActor (AuthTokenResult?, (any Error)?) -> Void)?) {
        environment.complete(completion) { try await self.getIDTokenResult() }
    }

    public func getIDTokenResult(
        forcingRefresh forceRefresh: Bool, completion: (@MainActor (AuthTokenResult?, (any Error)?) -> Void)?
    ) {
        environment.complete(completion) { try await self.getIDTokenResult(forcingRefresh: forceRefresh) }
    }

    public func reload(completion: ErrorCompletion? = nil) {
        environment.complete(completion) { try await self.reload() }
    }

    public func delete(completion: ErrorCompletion? = nil) {
        environment.complete(completion) { try await self.delete() }
    }

    public func updateEmail(to email: String, completion: ErrorCompletion? = nil) {
        environment.complete(completion) { try await self.updateEmail(to: email) }
    }

    public func updatePassword(to password: String, completion: ErrorCompletion? = nil) {
        environment.complete(completion) { try await self.updatePassword(to: password) }
    }

    public func updatePhoneNumber(
        _ phoneNumberCredential: PhoneAuthCredential, completion: ErrorCompletion? = nil
    ) {
        environment.complete(completion) { try await self.updatePhoneNumber(phoneNumberCredential) }
    }

    public func sendEmailVerification(completion: ErrorCompletion? = nil) {
        environment.complete(completion) { try await self.sendEmailVerification() }
    }

    public func sendEmailVerification(
        with actionCodeSettings: ActionCodeSettings?, completion: ErrorCompletion? = nil
    ) {
        environment.complete(completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
    }

    public func sendEmailVerification(beforeUpdatingEmail email: String, completion: ErrorCompletion? = nil) {
        environment.complete(completion) { try await self.sendEmailVerification(beforeUpdatingEmail: email) }
    }

    public func sendEmailVerification(
        beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings?, completion: ErrorCompletion? = nil
    ) {
        environment.complete(completion) {
            try await self.sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    public func link(with credential: AuthCredential, completion: DataResultCompletion? = nil) {
        environment.complete(completion) { try await self.link(with: credential) }
    }

    public func link(
        with provider: OAuthProvider, uiDelegate: (any AuthUIDelegate)?, completion: DataResultCompletion? = nil
    ) {
        environment.complete(completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
    }

    public func unlink(fromProvider provider: String, completion: (@MainActor (User?, (any Error)?) -> Void)? = nil) {
        environment.complete(completion) { try await self.unlink(fromProvider: provider) }
    }

    public func reauthenticate(with credential: AuthCredential, completion: DataResultCompletion? = nil) {
        environment.complete(completion) { try await self.reauthenticate(with: credential) }
    }

    public func reauthenticate(
        with provider: OAuthProvider, uiDelegate: (any AuthUIDelegate)?, completion: DataResultCompletion? = nil
    ) {
        environment.complete(completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
    }
}
