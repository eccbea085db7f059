public import AppFrameworks
public import FirebaseAuthClient

/// Signs in with Apple: the system's sheet gives an identity token, Firebase takes it with the nonce that it was made for.
@MainActor
public final class AppleSignIn: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding
{
    public typealias Completion = @MainActor (AuthDataResult?, (any Error)?) -> Void

    public enum Failure: Error, Hashable {
        case noIdentityToken
    }

    /// What Apple is given of a nonce, and what Firebase.
    public typealias NonceUse = @MainActor (_ nonce: String) -> (apple: String, firebase: String?)

    /// The right use: the hash to Apple, the raw text to Firebase. Who steals the identity token cannot use it.
    public static let hashed: NonceUse = { (RandomNonce.sha256($0), $0) }

    private let use: NonceUse
    private let window: ASPresentationAnchor
    /// Of the request that was performed last: a second one before the first is answered overwrites it.
    private var rawNonce: String?
    private var completion: Completion?
    /// Apple tells name and e-mail the first time only; an app that wants them keeps them then.
    public private(set) var firstName: String?
    public private(set) var email: String?
    /// How often the system has asked for the window.
    public private(set) var anchorsGiven = 0

    /// - Parameters:
    ///   - use: what is done with a nonce.
    ///   - window: over which the sheet is shown.
    public init(use: @escaping NonceUse = AppleSignIn.hashed, window: ASPresentationAnchor = ASPresentationAnchor()) {
        (self.use, self.window) = (use, window)
    }

    public func signIn(completion: @escaping Completion) {
        do {
            let nonce = use(try RandomNonce.make())
            (rawNonce, self.completion) = (nonce.firebase, completion)
            let request = ASAuthorizationAppleIDProvider().createRequest()
            request.requestedScopes = [.fullName, .email]
            request.nonce = nonce.apple

            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.performRequests()
        } catch {
            completion(nil, error)
        }
    }

    /// The same as one asynchronous call.
    public func signIn() async throws -> AuthDataResult {
        try await withCheckedThrowingContinuation { continuation in
            signIn { result, error in
                if let result {
                    continuation.resume(returning: result)
                } else {
                    continuation.resume(throwing: error ?? Failure.noIdentityToken)
                }
            }
        }
    }

    /// Tells who waits, once: of overlapping requests the first that is answered ends the sign-in.
    private func finish(_ result: AuthDataResult?, _ error: (any Error)?) {
        let completion = self.completion
        self.completion = nil
        completion?(result, error)
    }

    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let appleID = authorization.credential as? ASAuthorizationAppleIDCredential,
            let identityToken = appleID.identityToken, let idToken = String(data: identityToken, encoding: .utf8)
        else {
            finish(nil, Failure.noIdentityToken)
            return
        }
        if let name = appleID.fullName?.givenName { firstName = name }
        if let email = appleID.email { self.email = email }
        let credential = OAuthProvider.credential(
            withProviderID: "apple.com", idToken: idToken, rawNonce: rawNonce)
        Auth.auth().signIn(with: credential) { result, error in self.finish(result, error) }
    }

    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        finish(nil, error)
    }

    public func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        anchorsGiven += 1
        return window
    }
}
