import BridgePrimitives
import Tokens

/// Asks the auth service whether an account still stands behind its tokens: what the Admin SDKs call `checkRevoked`.
public struct AccountLookup: Sendable {
    private let requests: AdminRequests

    public init(_ requests: AdminRequests) { self.requests = requests }

    /// Why the token's user must not be let in; nil when nothing speaks against it.
    ///
    /// A token is revoked when its user signed in before the account's `validSince`; in the very second of it it isn't,
    /// as the Admin SDK for Node has it.
    /// - Complexity: one request to the auth service.
    func objection(to token: VerifiedIDToken) async -> AccountReason? {
        guard let scope = AdminRequests.scope(of: token) else { return .gone }
        let answer = await requests.answer(to: "\(scope)/accounts:lookup", ["localId": [.string(token.uid)]])
        guard let answer = answer?.objectValue else { return .unavailable }
        guard let user = answer["users"]?.arrayValue?.first else { return .gone }
        guard user["localId"]?.stringValue == token.uid else { return .unavailable }
        if user["disabled"]?.boolValue == true { return .disabled }
        guard let validSince = user["validSince"]?.stringValue.flatMap({ Int64($0) }) else { return nil }
        return (token.authTime?.secondsSinceEpoch ?? .min) < validSince ? .revoked : nil
    }
}
