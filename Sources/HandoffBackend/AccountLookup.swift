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
        var tenant = ""
        if let id = token.tenantID {
            // Unsigned tokens name what they like, and this becomes a path.
            guard !id.isEmpty, id.utf8.allSatisfy(Self.isTenantByte) else { return .gone }
            tenant = "/tenants/\(id)"
        }
        let answer = await requests.answer(to: "\(tenant)/accounts:lookup", ["localId": [.string(token.uid)]])
        guard let answer = answer?.objectValue else { return .unavailable }
        guard let user = answer["users"]?.arrayValue?.first else { return .gone }
        guard user["localId"]?.stringValue == token.uid else { return .unavailable }
        if user["disabled"]?.boolValue == true { return .disabled }
        guard let validSince = user["validSince"]?.stringValue.flatMap({ Int64($0) }) else { return nil }
        return (token.authTime?.secondsSinceEpoch ?? .min) < validSince ? .revoked : nil
    }

    private static func isTenantByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
