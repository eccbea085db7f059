/// The calls of ``Auth`` with completions, which are called on the main actor.
extension Auth {
    public typealias DataResultCompletion = @MainActor (AuthDataResult?, (any Error)?) -> Void
    public typealias ErrorCompletion = @MainActor ((any Error)?) -> Void

    public func createUser(withEmail email: String, password: String, completion: DataResultCompletion? = nil) {
        environment.complete(completion) { try await self.createUser(withEmail: email, password: password) }
    }

    public func signIn(withEmail email: String, password: String, completion: DataResultCompletion? = nil) {
        environment.complete(completion) { try await self.signIn(withEmail: email, password: password) }
    }

    public func signIn(withEmail email: String, link: String, completion: DataResultCompletion? = nil) {
        environment.complete(completion) { try await self.signIn(withEmail: email, link: link) }
    }

    public func signIn(with credential: AuthCredential, completion: DataResultCompletion? = nil) {
        environment.complete(completion) { try await self.signIn(with: credential) }
    }

    public func signIn(
        with provider: OAuthProvider, uiDelegate: (any AuthUIDelegate)?, completion: DataResultCompletion? = nil
    ) {
        environment.complete(completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
    }

    public func signIn(withCustomToken token: String, completion: DataResultCompletion? = nil) {
        environment.complete(completion) { try await self.signIn(withCustomToken: token) }
    }

    public func signInAnonymously(completion: DataResultCompletion? = nil) {
        environment.complete(completion) { try await self.signInAnonymously() }
    }

    public func sendPasswordReset(withEmail email: String, completion: ErrorCompletion? = nil) {
        environment.complete(completion) { try await self.sendPasswordReset(withEmail: email) }
    }

    public func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings?, completion: ErrorCompletion? = nil
    ) {
        environment.complete(completion) {
            try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    public func sendSignInLink(
        toEmail email: String, actionCodeSettings: ActionCodeSettings, completion: ErrorCompletion? = nil
    ) {
        environment.complete(completion) {
            try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    public func confirmPasswordReset(
        withCode code: String, newPassword: String, completion: @escaping ErrorCompletion
    ) {
        environment.complete(completion) {
            try await self.confirmPasswordReset(withCode: code, newPassword: newPassword)
        }
    }

    public func checkActionCode(
        _ code: String, completion: @escaping @MainActor (ActionCodeInfo?, (any Error)?) -> Void
    ) {
        environment.complete(completion) { try await self.checkActionCode(code) }
    }

    public func verifyPasswordResetCode(
        _ code: String, completion: @escaping @MainActor (String?, (any Error)?) -> Void
    ) {
        environment.complete(completion) { try await self.verifyPasswordResetCode(code) }
    }

    public func applyActionCode(_ code: String, completion: @escaping ErrorCompletion) {
        environment.complete(completion) { try await self.applyActionCode(code) }
    }

    public func revokeToken(withAuthorizationCode authorizationCode: String, completion: ErrorCompletion? = nil) {
        environment.complete(completion) { try await self.revokeToken(withAuthorizationCode: authorizationCode) }
    }

    public func fetchSignInMethods(
        forEmail email: String, completion: (@MainActor ([String]?, (any Error)?) -> Void)? = nil
    ) {
        environment.complete(completion) { try await self.fetchSignInMethods(forEmail: email) }
    }
}
