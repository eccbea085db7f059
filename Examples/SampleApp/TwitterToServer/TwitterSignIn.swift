public import FirebaseAuthClient

/// Signs in with Twitter, on its web page.
@MainActor
public final class TwitterSignIn {
    public typealias Completion = @MainActor (AuthDataResult?, (any Error)?) -> Void

    /// The SDK holds the provider weakly while the page is open: without this property the completion is never called.
    private var provider: OAuthProvider?
    private let keepsProvider: Bool

    /// - Parameter keepsProvider: false for the mistake that most make first, a provider in a local variable.
    public init(keepsProvider: Bool = true) { self.keepsProvider = keepsProvider }

    public func signIn(completion: @escaping Completion) {
        let provider = OAuthProvider(providerID: "twitter.com")
        provider.customParameters = ["lang": "ja"]
        if keepsProvider { self.provider = provider }
        provider.getCredentialWith(nil) { credential, error in
            guard let credential else {
                completion(nil, error)
                return
            }
            Auth.auth().signIn(with: credential, completion: completion)
        }
    }
}
