import BridgePrimitives
import Tokens

/// Ends a user's sessions at the auth service: what the Admin SDKs call `revokeRefreshTokens`. ID tokens and session cookies
/// that were made before are refused where ``AccountLookup`` is asked, and nowhere else.
public struct TokenRevocation: Sendable {
    private let requests: AdminRequests

    public init(_ requests: AdminRequests) { self.requests = requests }

    /// - Parameters:
    ///   - token: verified before; whose user it is.
    ///   - now: on the backend's clock. Sign-ins of this very second stay, since the auth service keeps whole seconds.
    /// - Returns: whether the auth service did it.
    /// - Complexity: one request to the auth service.
    func revoke(_ token: VerifiedIDToken, now: Instant) async -> Bool {
        guard let scope = AdminRequests.scope(of: token) else { return false }
        let answer = await requests.answer(
            to: "\(scope)/accounts:update",
            ["localId": .string(token.uid), "validSince": .string("\(now.secondsSinceEpoch)")])
        return answer?["localId"]?.stringValue == token.uid
    }
}
