import BridgePrimitives
import BridgeTrace
public import Foundation

/// The ids of the providers that the SDK knows by name.
public enum AuthProviderID: String, CaseIterable, Sendable {
    case apple = "apple.com"
    case email = "password"
    case facebook = "facebook.com"
    case gameCenter = "gc.apple.com"
    case gitHub = "github.com"
    case google = "google.com"
    case phone = "phone"
    case twitter = "twitter.com"
}

/// A provider that signs in by OAuth: with tokens that the app has already, or on the provider's web page.
///
/// The running web sign-in does not keep the provider alive. As in the SDK, an app that lets go of it before the page
/// comes back never hears of the sign-in again; the trace then has `client/provider-released`.
public final class OAuthProvider: Sendable {
    private struct Parameters {
        var scopes: [String]?
        var customParameters: [String: String]?
    }

    public let providerID: String
    let auth: Auth
    private let parameters = Mutex(Parameters())

    /// A provider for the default app.
    ///
    /// - Precondition: `FirebaseApp.configure()` was called.
    public convenience init(providerID: String) { self.init(providerID: providerID, auth: Auth.auth()) }

    public convenience init(providerID: AuthProviderID) { self.init(providerID: providerID.rawValue) }

    public init(providerID: String, auth: Auth) { (self.providerID, self.auth) = (providerID, auth) }

    public static func provider(providerID: String) -> OAuthProvider { OAuthProvider(providerID: providerID) }

    public static func provider(providerID: String, auth: Auth) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    /// What the app asks the provider for; nil for the least.
    public var scopes: [String]? {
        get { parameters.withLock { $0.scopes } }
        set { parameters.withLock { $0.scopes = newValue } }
    }

    /// Passed on to the provider's page: `lang`, `force_login` …
    public var customParameters: [String: String]? {
        get { parameters.withLock { $0.customParameters } }
        set { parameters.withLock { $0.customParameters = newValue } }
    }

    // MARK: - Tokens that the app has

    public static func credential(
        withProviderID providerID: String, idToken: String, rawNonce: String?, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(
            providerID: providerID,
            tokens: .init(
                idToken: Secret(idToken), rawNonce: rawNonce.map { Secret($0) },
                accessToken: accessToken.map { Secret($0) }))
    }

    public static func credential(
        withProviderID providerID: String, idToken: String, accessToken: String?
    ) -> OAuthCredential {
        credential(withProviderID: providerID, idToken: idToken, rawNonce: nil, accessToken: accessToken)
    }

    public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
        OAuthCredential(providerID: providerID, tokens: .init(accessToken: Secret(accessToken)))
    }

    public static func credential(
        providerID: AuthProviderID, idToken: String, rawNonce: String? = nil, accessToken: String? = nil
    ) -> OAuthCredential {
        credential(
            withProviderID: providerID.rawValue, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
    }

    public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
        credential(withProviderID: providerID.rawValue, accessToken: accessToken)
    }

    /// What Sign in with Apple gave.
    ///
    /// - Parameters:
    ///   - rawNonce: what the request's nonce is the SHA-256 of.
    ///   - fullName: told by Apple on the first sign-in only.
    public static func appleCredential(
        withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents?
    ) -> OAuthCredential {
        OAuthCredential(
            providerID: AuthProviderID.apple.rawValue,
            tokens: .init(idToken: Secret(idToken), rawNonce: rawNonce.map { Secret($0) }, fullName: fullName))
    }

    // MARK: - The provider's web page

    /// Shows the provider's page; the completion gets what to sign in with.
    ///
    /// - Important: keep the provider until then.
    public func getCredentialWith(
        _ uiDelegate: (any AuthUIDelegate)?, completion: (@MainActor (AuthCredential?, (any Error)?) -> Void)? = nil
    ) {
        let (auth, flow) = (auth, webFlow())
        let work: @Sendable () async throws -> AuthCredential = { try await flow.credential(of: auth) }
        auth.environment.tasks.start { [weak self] in
            await auth.environment.run {
                let outcome: Result<AuthCredential, any Error>
                do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
                guard self != nil else {
                    auth.record(
                        .refused, uid: nil, provider: flow.providerID, reasons: [ClientReason.providerReleased.code])
                    return
                }
                switch outcome {
                case .success(let credential): await completion?(credential, nil)
                case .failure(let error): await completion?(nil, error)
                }
            }
        }
    }

    /// Shows the provider's page.
    ///
    /// - Throws: `webContextCancelled` when the user closes it.
    public func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
        try await webFlow().credential(of: auth)
    }

    private func webFlow() -> WebSignIn {
        let parameters = parameters.withLock { $0 }
        let ids = auth.environment.ids
        return WebSignIn(
            providerID: providerID, scopes: parameters.scopes ?? [],
            customParameters: parameters.customParameters ?? [:], eventID: ids.alphanumeric(count: 10),
            sessionID: ids.alphanumeric(count: 20))
    }
}
