import FirebaseAuthClient
import Foundation

/// An app's code, as its articles write it for the SDK: only the import is another.
@MainActor
final class SignInViewModel {
    var message = ""
    var uid: String?
    var twitterProvider: OAuthProvider?
    var stateHandle: AuthStateDidChangeListenerHandle?
    var seen: [String?] = []
    var onFinish: () -> Void = {}

    func start() {
        stateHandle = Auth.auth().addStateDidChangeListener { [weak self] auth, user in
            self?.seen.append(user?.uid)
        }
    }

    func stop() {
        guard let stateHandle else { return }
        Auth.auth().removeStateDidChangeListener(stateHandle)
    }

    // MARK: - Completions

    func signInWithTwitter() {
        twitterProvider = OAuthProvider(providerID: "twitter.com")
        twitterProvider?.customParameters = ["lang": "ja"]
        twitterProvider?.getCredentialWith(nil) { credential, error in
            if let error = error {
                self.message = error.localizedDescription
                self.onFinish()
                return
            }
            guard let credential = credential else { return }
            Auth.auth().signIn(with: credential) { authResult, error in
                guard let user = authResult?.user else { return }
                user.getIDTokenForcingRefresh(true) { idToken, error in
                    self.message = idToken == nil ? "no token" : "token"
                    self.uid = user.uid
                    self.onFinish()
                }
            }
        }
    }

    func signInWithApple(idTokenString: String, nonce: String) {
        let credential = OAuthProvider.credential(
            withProviderID: "apple.com", idToken: idTokenString, rawNonce: nonce)
        Auth.auth().signIn(with: credential) { (authResult, error) in
            if let error = error as NSError? {
                self.message = String(error.code)
            } else {
                self.uid = authResult?.user.uid
            }
            self.onFinish()
        }
    }

    func signUp(email: String, password: String) {
        Auth.auth().createUser(withEmail: email, password: password) { result, error in
            if let error = error {
                switch AuthErrorCode(rawValue: (error as NSError).code) {
                case .emailAlreadyInUse: self.message = "taken"
                case .weakPassword: self.message = "weak"
                default: self.message = error.localizedDescription
                }
                self.onFinish()
                return
            }
            let request = result?.user.createProfileChangeRequest()
            request?.displayName = "Hanako"
            request?.commitChanges { error in
                result?.user.sendEmailVerification { error in
                    self.message = error == nil ? "sent" : "failed"
                    self.onFinish()
                }
            }
        }
    }

    func signOut() {
        do {
            try Auth.auth().signOut()
        } catch let signOutError as NSError {
            message = "Error signing out: \(signOutError)"
        }
    }

    // MARK: - async/await, with second factors

    func register(email: String, password: String) async throws {
        let result = try await Auth.auth().createUser(withEmail: email, password: password)
        try await result.user.sendEmailVerification()
        uid = result.user.uid
    }

    func startEnrollment(phoneNumber: String) async throws -> String {
        guard let user = Auth.auth().currentUser else { throw AuthErrorCode.nullUser }
        try await user.reload()
        guard user.isEmailVerified else { throw AuthErrorCode.unverifiedEmail }
        let session = try await user.multiFactor.session()
        return try await PhoneAuthProvider.provider().verifyPhoneNumber(
            phoneNumber, uiDelegate: nil, multiFactorSession: session)
    }

    func finishEnrollment(verificationID: String, verificationCode: String) async throws {
        let credential = PhoneAuthProvider.provider().credential(
            withVerificationID: verificationID, verificationCode: verificationCode)
        let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
        try await Auth.auth().currentUser?.multiFactor.enroll(with: assertion, displayName: "My phone")
    }

    func signIn(email: String, password: String, code: (String) async throws -> String) async {
        do {
            let result = try await Auth.auth().signIn(withEmail: email, password: password)
            uid = result.user.uid
        } catch {
            let authError = error as NSError
            guard authError.code == AuthErrorCode.secondFactorRequired.rawValue else {
                message = error.localizedDescription
                return
            }
            // swift-format-ignore: NeverForceUnwrap
            let resolver = authError.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as! MultiFactorResolver
            do {
                // swift-format-ignore: NeverForceUnwrap
                let hint = resolver.hints[0] as! PhoneMultiFactorInfo
                let verificationID = try await PhoneAuthProvider.provider().verifyPhoneNumber(
                    with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
                let credential = PhoneAuthProvider.provider().credential(
                    withVerificationID: verificationID, verificationCode: try await code(hint.phoneNumber))
                let result = try await resolver.resolveSignIn(
                    with: PhoneMultiFactorGenerator.assertion(with: credential))
                uid = result.user.uid
            } catch {
                message = String((error as NSError).code)
            }
        }
    }

    func idToken() async throws -> String? {
        try await Auth.auth().currentUser?.getIDToken()
    }
}
