public import BridgePrimitives
public import Tokens

/// Checks an identity token of Apple's as an auth service has to: key, issuer, audience, times, nonce.
public struct AppleTokenVerifier: Sendable {
    private let keys: [String: VerificationKey]

    /// - Parameter keys: Apple's published keys, by key id.
    public init(keys: [String: VerificationKey]) { self.keys = keys }

    /// - Parameters:
    ///   - nonce: what came with the token.
    ///   - audiences: the client ids for which tokens are taken; nil for any.
    ///   - clockSkew: 0 to 60 seconds; other values are clamped to that.
    /// - Complexity: one RSA public operation.
    public func verify(
        _ text: String, nonce: PresentedNonce, audiences: Set<String>?, now: Instant, clockSkew: Duration = .zero
    ) -> AppleTokenVerdict {
        let token: UnverifiedToken
        do { token = try UnverifiedToken(parsing: text) } catch {
            return .refused([error.code], "\(error.meaning) \(error.fix)")
        }
        let skew = min(max(clockSkew, .zero), .seconds(60))
        var reasons = signatureReasons(token, text: text)
        if token.issuer != AppleIdentityToken.issuer { reasons.append(.tokenWrongIssuer) }
        if let audiences, !(token.audience.map(audiences.contains) ?? false) { reasons.append(.tokenWrongAudience) }
        if !(token.expiry.map { now < $0 + skew } ?? false) { reasons.append(.tokenExpired) }
        if !(token.issueTime.map { $0 <= now + skew } ?? false) { reasons.append(.tokenIssuedInFuture) }
        if token.subject?.isEmpty ?? true { reasons.append(.tokenNoSubject) }
        let comparison = NonceComparison(claim: token.payload["nonce"]?.stringValue, presented: nonce)
        if case .refused(let reason) = comparison { reasons.append(reason) }
        guard let first = reasons.first else {
            return .accepted(VerifiedAppleToken(token, nonce: comparison))
        }
        return .refused(reasons.map(\.code), "\(first.meaning) \(first.fix)")
    }

    private func signatureReasons(_ token: UnverifiedToken, text: String) -> [AppleReason] {
        guard token.algorithm == "RS256", token.header["crit"] == nil else { return [.tokenWrongAlgorithm] }
        guard let key = token.keyID.flatMap({ keys[$0] }) else { return [.tokenUnknownKey] }
        guard let parts = SignedParts(text), key.check(parts.signature, of: parts.message) == .matches else {
            return [.tokenBadSignature]
        }
        return []
    }
}

/// What was decided about an identity token.
public enum AppleTokenVerdict: Sendable {
    case accepted(VerifiedAppleToken)
    /// All reasons that hold, in the order of the checks, and the first one in words.
    case refused([ReasonCode], String)

    public var verified: VerifiedAppleToken? { if case .accepted(let token) = self { token } else { nil } }
    public var refusals: [ReasonCode] { if case .refused(let reasons, _) = self { reasons } else { [] } }
}

/// An identity token whose checks are behind it: only ``AppleTokenVerifier`` makes one.
public struct VerifiedAppleToken: Sendable {
    /// The user, for the apps of one team.
    public let subject: String
    public let audience: String
    public let email: String?
    /// Also when Apple wrote `"true"` instead of `true`.
    public let isEmailVerified: Bool
    public let isPrivateEmail: Bool
    /// `absent`, `hashMatches` or `equal`.
    public let nonce: NonceComparison
    /// All claims, in the order of the token.
    public let claims: JSONObject

    fileprivate init(_ token: UnverifiedToken, nonce: NonceComparison) {
        subject = token.subject ?? ""
        audience = token.audience ?? ""
        claims = token.payload
        email = claims["email"]?.stringValue
        isEmailVerified = claims["email_verified"]?.saysTrue ?? false
        isPrivateEmail = claims["is_private_email"]?.saysTrue ?? false
        self.nonce = nonce
    }
}

extension JSONValue {
    fileprivate var saysTrue: Bool { self == true || self == "true" }
}
