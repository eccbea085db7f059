import BridgePrimitives
import Tokens

/// What the fault that a request met does to the service's clock and to the tokens that it issues.
struct FaultEffects: Hashable, Sendable {
    var skew = Duration.zero
    var spoilsAudience = false
    var spoilsExpiry = false

    /// Of the request that the current task answers; nil nearly always.
    @TaskLocal static var current: FaultEffects?

    func spoil(_ claims: inout IDTokenClaims) {
        if spoilsAudience { claims.projectID += "-other" }
        if spoilsExpiry {
            // Over for an hour already when it arrives.
            claims.issuedAt = claims.issuedAt - .seconds(7200)
            claims.authTime = min(claims.authTime, claims.issuedAt)
        }
    }
}
