public import BridgePrimitives

/// Verifies what a service account sends for an access token: a JWT of its own (RFC 7523 §3), as Google's token
/// endpoint takes it.
public struct AssertionVerifier: Sendable {
    /// The names of Google's token endpoint, old and new: what an assertion may be made out to.
    public static let audiences: Set<String> = [
        "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
        "https://accounts.google.com/o/oauth2/token",
    ]
    /// The longest time that Google takes.
    public static let longestLifetime = Duration.seconds(3600)

    /// Keys of the project's service accounts, by address.
    private let serviceAccounts: [String: VerificationKey]

    public init(serviceAccounts: [String: VerificationKey]) { self.serviceAccounts = serviceAccounts }

    /// - Parameters:
    ///   - text: the assertion as it was sent.
    ///   - now: the endpoint's time.
    ///   - clockSkew: taken from 0 to 60 seconds; other values are clamped to that.
    /// - Returns: all reasons that hold when it is refused; a text that is no token is refused with the one of that.
    /// - Complexity: one RSA public operation.
    public func verify(_ text: String, now: Instant, clockSkew: Duration = .zero) -> TokenVerdict<VerifiedAssertion> {
        let token: UnverifiedToken
        do { token = try UnverifiedToken(parsing: text) } catch { return .refused([error]) }
        let skew = min(max(clockSkew, .zero), IDTokenVerifier.greatestClockSkew)
        var reasons: [TokenReason] = []
        if token.isCustomToken { reasons.append(.isCustomToken) }
        if token.isIDToken { reasons.append(.isIDToken) }
        reasons += signatureReasons(token)
        if !(token.audience.map(Self.audiences.contains) ?? false) { reasons.append(.wrongAudience) }
        // A subject of its own asks for another user's rights (domain-wide delegation).
        if let subject = token.payload["sub"], subject.stringValue != token.issuer {
            reasons.append(.subjectIsNotIssuer)
        }
        reasons += token.timeReasons(now: now, skew: skew)
        if let expiry = token.expiry, let issueTime = token.issueTime, expiry - issueTime > Self.longestLifetime {
            reasons.append(.lifetimeTooLong)
        }
        guard reasons.isEmpty, let issuer = token.issuer else { return .refused(reasons) }
        return .accepted(VerifiedAssertion(serviceAccount: issuer, payload: token.payload))
    }

    private func signatureReasons(_ token: UnverifiedToken) -> [TokenReason] {
        var reasons = token.algorithmReasons
        guard let issuer = token.issuer, let key = serviceAccounts[issuer] else {
            return reasons + [.unknownServiceAccount]
        }
        // A signature of another algorithm is not looked at: its key would be misused.
        if reasons.isEmpty, key.check(token.signature, of: token.signingInput) == .differs {
            reasons.append(.badSignature)
        }
        return reasons
    }
}

/// An assertion whose checks are behind it: only ``AssertionVerifier`` makes one.
public struct VerifiedAssertion: Sendable {
    /// The account's address.
    public let serviceAccount: String
    /// What it asks for, in its order; empty when it asks for no scope.
    public let scopes: [String]
    /// Whom an ID token is to be for; nil when an access token is wanted.
    public let targetAudience: String?

    fileprivate init(serviceAccount: String, payload: JSONObject) {
        self.serviceAccount = serviceAccount
        scopes = (payload["scope"]?.stringValue ?? "").utf8.split(separator: 0x20).map {
            String(decoding: $0, as: UTF8.self)
        }
        targetAudience = payload["target_audience"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
