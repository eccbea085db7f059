public import BridgePrimitives

/// Verifies ID tokens as Firebase's Admin SDKs do, with all that the Firebase documentation asks of other libraries; and
/// auth session cookies, which are ID tokens by another issuer.
///
/// Nothing is taken from the token itself: kind, project, algorithm and keys are the caller's.
public struct IDTokenVerifier: Sendable {
    /// Which of the two is expected.
    public enum Form: Sendable {
        case idToken, sessionCookie
    }

    /// How far apart clocks may be at most; the range that the Admin SDKs allow.
    public static let greatestClockSkew = Duration.seconds(60)
    private static let subjectLimit = 128

    public let projectID: String
    public let checks: TokenChecks
    public let form: Form

    public init(projectID: String, checks: TokenChecks = .strict, form: Form = .idToken) {
        (self.projectID, self.checks, self.form) = (projectID, checks, form)
    }

    /// The issuer of what is expected.
    public var issuer: String {
        switch form {
        case .idToken: IDTokenClaims.issuer(of: projectID)
        case .sessionCookie: TokenMint.sessionCookieIssuerPrefix + projectID
        }
    }

    /// Reads and verifies in one step; a text that is no token is refused with the one reason of that.
    public func verify(
        _ text: String, keys: [String: VerificationKey], now: Instant, clockSkew: Duration = .zero
    ) -> TokenVerdict<VerifiedIDToken> {
        do { return verify(try UnverifiedToken(parsing: text), keys: keys, now: now, clockSkew: clockSkew) } catch {
            return .refused([error])
        }
    }

    /// - Parameters:
    ///   - keys: the published keys, by key id.
    ///   - now: the verifier's time. A token is expired from the very second of its expiry on, and valid from the
    ///     very second of its issue on.
    ///   - clockSkew: taken from 0 to 60 seconds; other values are clamped to that.
    /// - Complexity: one RSA public operation.
    public func verify(
        _ token: UnverifiedToken, keys: [String: VerificationKey], now: Instant, clockSkew: Duration = .zero
    ) -> TokenVerdict<VerifiedIDToken> {
        let skew = min(max(clockSkew, .zero), Self.greatestClockSkew)
        var reasons = kindReasons(token)
        reasons += signatureReasons(token, keys: keys)
        if token.audience != projectID { reasons.append(.wrongAudience) }
        if token.issuer != issuer { reasons.append(.wrongIssuer) }
        reasons += token.timeReasons(now: now, skew: skew)
        reasons += authTimeReasons(token, now: now, skew: skew)
        reasons += subjectReasons(token)

        let refusals = checks == .strict ? reasons : reasons.filter { !Self.tolerable.contains($0) }
        guard refusals.isEmpty, let uid = token.subject else { return .refused(refusals) }
        return .accepted(VerifiedIDToken(uid: uid, projectID: projectID, token: token, tolerated: reasons))
    }

    /// What an Admin SDK overlooks while it talks to an emulator.
    private static let tolerable: Set<TokenReason> = [
        .wrongAlgorithm, .unknownCriticalHeader, .noKeyID, .unknownKeyID, .badSignature, .noExpiry, .expired,
        .notYetValid, .noIssueTime, .issuedInFuture, .noAuthTime, .authTimeInFuture,
    ]

    private func kindReasons(_ token: UnverifiedToken) -> [TokenReason] {
        if token.isCustomToken { return [.isCustomToken] }
        return switch form {
        case .idToken: token.isSessionCookie ? [.isSessionCookie] : []
        case .sessionCookie: token.isIDToken ? [.isIDToken] : []
        }
    }

    private func signatureReasons(_ token: UnverifiedToken, keys: [String: VerificationKey]) -> [TokenReason] {
        var reasons = token.algorithmReasons
        guard let keyID = token.keyID, !keyID.isEmpty else { return reasons + [.noKeyID] }
        guard let key = keys[keyID] else { return reasons + [.unknownKeyID] }
        // A signature of another algorithm is not looked at: its key would be misused.
        if reasons.isEmpty, key.check(token.signature, of: token.signingInput) == .differs {
            reasons.append(.badSignature)
        }
        return reasons
    }

    private func authTimeReasons(_ token: UnverifiedToken, now: Instant, skew: Duration) -> [TokenReason] {
        guard let authTime = token.authTime else { return [.noAuthTime] }
        return authTime > now + skew ? [.authTimeInFuture] : []
    }

    private func subjectReasons(_ token: UnverifiedToken) -> [TokenReason] {
        guard let subject = token.subject else { return [.noSubject] }
        if subject.isEmpty { return [.emptySubject] }
        return subject.utf16.count > Self.subjectLimit ? [.subjectTooLong] : []
    }
}

/// An ID token whose checks are behind it: only ``IDTokenVerifier`` makes one.
public struct VerifiedIDToken: Sendable {
    /// Who is signed in: 1 to 128 UTF-16 code units.
    public let uid: String
    public let projectID: String
    /// All claims, in the order of the token.
    public let claims: JSONObject
    /// What lenient checks let pass and strict ones would not have; empty after strict checks.
    public let tolerated: [TokenReason]
    /// When it is over; strict checks promise that there is one.
    public let expiry: Instant?
    /// When the user signed in; strict checks promise that there is one.
    public let authTime: Instant?
    /// When it was issued; strict checks promise that there is one.
    public let issueTime: Instant?

    fileprivate init(uid: String, projectID: String, token: UnverifiedToken, tolerated: [TokenReason]) {
        (self.uid, self.projectID, self.claims, self.tolerated) = (uid, projectID, token.payload, tolerated)
        (expiry, authTime, issueTime) = (token.expiry, token.authTime, token.issueTime)
    }

    public var email: String? { claims["email"]?.stringValue }
    /// `password`, `custom`, `google.com` …
    public var signInProvider: String? { claims["firebase"]?["sign_in_provider"]?.stringValue }
    public var tenantID: String? { claims["firebase"]?["tenant"]?.stringValue }
}

extension UnverifiedToken {
    /// RS256 and nothing else (RFC 8725 §3.1), no extension that must be understood (RFC 7515 §4.1.11).
    var algorithmReasons: [TokenReason] {
        var reasons: [TokenReason] = algorithm == "RS256" ? [] : [.wrongAlgorithm]
        if header["crit"] != nil { reasons.append(.unknownCriticalHeader) }
        return reasons
    }

    /// Expiry (RFC 7519 §4.1.4: not on or after it), not-before (§4.1.5) and time of issue.
    func timeReasons(now: Instant, skew: Duration) -> [TokenReason] {
        var reasons: [TokenReason] = []
        if let expiry {
            if now >= expiry + skew { reasons.append(.expired) }
        } else {
            reasons.append(.noExpiry)
        }
        // A not-before that is no number cannot be kept to, so it counts as one that has not come.
        if let start = payload["nbf"], (start.numericDate ?? .far) > now + skew { reasons.append(.notYetValid) }
        if let issueTime {
            if issueTime > now + skew { reasons.append(.issuedInFuture) }
        } else {
            reasons.append(.noIssueTime)
        }
        return reasons
    }
}

extension Instant {
    fileprivate static var far: Instant { Instant(millisecondsSinceEpoch: .max) }
}
