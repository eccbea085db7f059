public import BridgePrimitives
public import Tokens

/// Checks an identity token as a client has to (OpenID Connect Core §3.1.3.7): key, issuer, audience, times. The nonce is
/// its own to compare.
public struct OIDCTokenVerifier: Sendable {
    private let issuer: String
    private let clientID: String
    private let keys: [String: VerificationKey]

    /// - Parameter keys: the provider's published keys, by key id.
    public init(issuer: String, clientID: String, keys: [String: VerificationKey]) {
        (self.issuer, self.clientID, self.keys) = (issuer, clientID, keys)
    }

    /// - Parameter clockSkew: 0 to 60 seconds; other values are clamped to that.
    /// - Returns: the claims, or all reasons that hold, in the order of the checks.
    /// - Complexity: one RSA public operation.
    public func verify(_ text: String, now: Instant, clockSkew: Duration = .zero) -> OIDCTokenVerdict {
        let token: UnverifiedToken
        do { token = try UnverifiedToken(parsing: text) } catch { return .refused([error.code]) }
        let skew = min(max(clockSkew, .zero), .seconds(60))
        var reasons: [OIDCReason] = []
        if let reason = signatureReason(token, text: text) { reasons.append(reason) }
        if token.issuer != issuer { reasons.append(.tokenWrongIssuer) }
        if !audiences(of: token).contains(clientID) { reasons.append(.tokenWrongAudience) }
        if !(token.expiry.map { now < $0 + skew } ?? false) { reasons.append(.tokenExpired) }
        if !(token.issueTime.map { $0 <= now + skew } ?? false) { reasons.append(.tokenIssuedInFuture) }
        if token.subject?.isEmpty ?? true { reasons.append(.tokenNoSubject) }
        return reasons.isEmpty ? .accepted(token.payload) : .refused(reasons.map(\.code))
    }

    /// One audience, or a list; of a list `azp` says whom the token was given to.
    private func audiences(of token: UnverifiedToken) -> [String] {
        if let one = token.audience { return [one] }
        let list = token.payload["aud"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard list.count > 1 else { return list }
        return token.payload["azp"]?.stringValue == clientID ? list : []
    }

    private func signatureReason(_ token: UnverifiedToken, text: String) -> OIDCReason? {
        guard token.algorithm == "RS256", token.header["crit"] == nil else { return .tokenWrongAlgorithm }
        guard let key = token.keyID.flatMap({ keys[$0] }) else { return .tokenUnknownKey }
        guard let parts = SignedParts(text), key.check(parts.signature, of: parts.message) == .matches else {
            return .tokenBadSignature
        }
        return nil
    }
}

/// What was decided about an identity token.
public enum OIDCTokenVerdict: Sendable {
    case accepted(JSONObject)
    /// All reasons that hold; never empty.
    case refused([ReasonCode])

    public var claims: JSONObject? { if case .accepted(let claims) = self { claims } else { nil } }
    public var refusals: [ReasonCode] { if case .refused(let reasons) = self { reasons } else { [] } }
}
