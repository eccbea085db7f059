import IdentityProviders
import Reasons
import SimulatedDevice

/// Sign in with Apple.
public final class ASAuthorizationAppleIDProvider: ASAuthorizationProvider, Sendable {
    /// Whether a user that the app remembers may still use it.
    public enum CredentialState: Int, Sendable {
        case revoked = 0, authorized, notFound
        /// The app is another team's now, and the user is known to it by another id.
        case transferred
    }

    public init() {}

    public func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest(provider: self) }

    /// What Apple says of the user, for the app whose process runs.
    ///
    /// - Parameter userID: ``ASAuthorizationAppleIDCredential/user`` of an earlier sign-in.
    /// - Throws: ``ASAuthorizationError`` outside of an app, and on a device without Apple.
    public func credentialState(forUserID userID: String) async throws -> CredentialState {
        guard let process = AppProcess.current else { throw ASAuthorizationError(.unknown, .noProcess) }
        guard let sheet = process.device.services.service(AppleIDSheet.self) else {
            throw ASAuthorizationError(.unknown, .noSheet)
        }
        let bundle = process.app.bundle
        let state = sheet.provider.credentialState(ofUser: userID, clientID: bundle.bundleID, teamID: bundle.team)
        return CredentialState(rawValue: state.rawValue) ?? .notFound
    }

    /// As ``credentialState(forUserID:)``; `completion` is called once, later.
    public func getCredentialState(
        forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
    ) {
        // Lives until the answer is there, and the completion tells the app.
        Task {
            do { completion(try await credentialState(forUserID: userID), nil) } catch { completion(.notFound, error) }
        }
    }
}
