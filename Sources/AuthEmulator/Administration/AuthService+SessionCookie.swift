public import BridgePrimitives
import BridgeTrace
import Tokens

extension AuthService {
    /// Exchanges an ID token for an auth session cookie that lasts for days.
    ///
    /// - Parameter validDuration: seconds, 300 to 1 209 600; nil or 0 for the longest.
    /// - Returns: `sessionCookie`: the ID token's claims with the issuer of cookies and times of their own.
    /// - Complexity: one RSA signature.
    public func createSessionCookie(
        idToken: String?, validDuration: Int64?, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope, evenIfDisabled: true) { _ in
            guard let idToken else { throw AuthRefusal(.missingIDToken) }
            let longest: Int64 = 1_209_600
            let duration = validDuration.flatMap { $0 == 0 ? nil : $0 } ?? longest
            guard (300...longest).contains(duration) else { throw AuthRefusal(.invalidDuration) }
            let now = now
            let presented = try present(idToken, in: scope, now: now)
            _ = try store.read(in: scope) { try account(for: presented, in: $0) }
            let cookie = try TokenMint.sessionCookie(
                for: presented.token.payload, projectID: projectID, issuedAt: now, lifetime: .seconds(duration),
                key: tokenForm == .signed ? keys.current : nil)
            return JSONObject([("sessionCookie", .string(cookie))])
        }
    }
}
