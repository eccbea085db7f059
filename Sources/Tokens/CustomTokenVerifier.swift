public import BridgePrimitives

/// Verifies custom tokens: strictly as production's sign-in does, leniently as the Auth Emulator's.
public struct CustomTokenVerifier: Sendable {
    /// Keys of the project's service accounts, by address.
    private let serviceAccounts: [String: VerificationKey]
    public let checks: TokenChecks

    public init(serviceAccounts: [String: VerificationKey], checks: TokenChecks = .strict) {
        (self.serviceAccounts, self.checks) = (serviceAccounts, checks)
    }

    /// Reads and verifies in one step; a text that is no token is refused with the one reason of that. The emulator
    /// holds a tenant's call to be of no tenant first.
    public func verify(
        _ text: String, tenantID: String? = nil, now: Instant, clockSkew: Duration = .zero
    ) -> TokenVerdict<VerifiedCustomToken> {
        do {
            let presented = try PresentedCustomToken(parsing: text)
            return verify(presented, tenantID: tenantID, now: now, clockSkew: clockSkew)
        } catch {
            let namesNoTenant = checks == .lenient && tenantID != nil && text.utf8.first != UInt8(ascii: "{")
            return .refused((namesNoTenant ? [.tenantMismatch] : []) + [error])
        }
    }

    /// - Parameters:
    ///   - tenantID: the tenant that the sign-in is for; nil for the project itself.
    ///   - now: the auth service's time.
    ///   - clockSkew: taken from 0 to 60 seconds; other values are clamped to that.
    /// - Complexity: one RSA public operation.
    public func verify(
        _ presented: PresentedCustomToken, tenantID: String? = nil, now: Instant, clockSkew: Duration = .zero
    ) -> TokenVerdict<VerifiedCustomToken> {
        let payload = presented.payload
        var reasons: [TokenReason] = []
        switch presented {
        case .token(let token):
            let skew = min(max(clockSkew, .zero), IDTokenVerifier.greatestClockSkew)
            if token.isIDToken { reasons.append(.isIDToken) }
            if token.isSessionCookie { reasons.append(.isSessionCookie) }
            reasons += signatureReasons(token)
            if (payload["tenant_id"] ?? .null) != (tenantID.map { .string($0) } ?? .null) {
                reasons.append(.tenantMismatch)
            }
            if !token.isCustomToken { reasons.append(.wrongAudience) }
            if token.subject == nil || token.subject != token.issuer { reasons.append(.subjectIsNotIssuer) }
            reasons += token.timeReasons(now: now, skew: skew) + lifetimeReasons(token)
        case .bareJSON:
            reasons.append(.bareJSON)
        }
        let identifier = identifier(in: payload)
        reasons += identifier.reasons + claimReasons(payload["claims"])

        let refusals = checks == .strict ? reasons : reasons.filter { !tolerates($0, in: presented, tenantID) }
        guard refusals.isEmpty, let uid = identifier.uid else { return .refused(refusals) }
        return .accepted(VerifiedCustomToken(uid: uid, payload: payload, tolerated: reasons))
    }

    // MARK: - The checks

    private func signatureReasons(_ token: UnverifiedToken) -> [TokenReason] {
        var reasons = token.algorithmReasons
        guard let issuer = token.issuer, let key = serviceAccounts[issuer] else {
            let isOfEmulator = token.issuer == CustomTokenClaims.emulatorIssuer
            return (isOfEmulator ? [.mintedForEmulator] : []) + reasons + [.unknownServiceAccount]
        }
        if reasons.isEmpty, key.check(token.signature, of: token.signingInput) == .differs {
            reasons.append(.badSignature)
        }
        return reasons
    }

    private func lifetimeReasons(_ token: UnverifiedToken) -> [TokenReason] {
        guard let expiry = token.expiry, let issueTime = token.issueTime else { return [] }
        return expiry - issueTime > CustomTokenClaims.longestLifetime ? [.lifetimeTooLong] : []
    }

    /// `uid` must be a string of 1 to 128 code units. The emulator also reads `user_id`, and numbers and Booleans
    /// as text, and sets no limit.
    private func identifier(in payload: JSONObject) -> (uid: String?, reasons: [TokenReason]) {
        if let uid = payload["uid"]?.stringValue, !uid.isEmpty {
            return (uid, uid.utf16.count > CustomTokenClaims.uidLimit ? [.uidTooLong] : [])
        }
        // An empty one hides the other.
        let lenient = checks == .lenient ? payload["uid"] ?? payload["user_id"] : nil
        return (lenient?.coercedText, [.noUID])
    }

    private func claimReasons(_ claims: JSONValue?) -> [TokenReason] {
        guard let claims else { return [] }
        // Production's own parser takes null for absent.
        if claims == .null { return checks == .strict ? [] : [.claimsNotObject] }
        guard let object = claims.objectValue else { return [.claimsNotObject] }
        return ReservedClaims.names(in: object).isEmpty ? [] : [.reservedClaim]
    }

    /// The emulator refuses a wrong audience, a missing uid, bad claims, in a tenant's call a wrong tenant, and nothing
    /// else.
    private func tolerates(_ reason: TokenReason, in presented: PresentedCustomToken, _ tenantID: String?) -> Bool {
        switch reason {
        case .tenantMismatch: tenantID == nil
        case .isIDToken, .isSessionCookie, .wrongAudience, .claimsNotObject, .reservedClaim: false
        case .noUID: identifier(in: presented.payload).uid != nil
        default: true
        }
    }
}

/// A custom token whose checks are behind it: only ``CustomTokenVerifier`` makes one.
public struct VerifiedCustomToken: Sendable {
    /// Whom the service account vouches for.
    public let uid: String
    /// Claims for the session's ID tokens; empty when there are none.
    public let developerClaims: JSONObject
    public let tenantID: String?
    /// What lenient checks let pass and strict ones would not have; empty after strict checks.
    public let tolerated: [TokenReason]

    fileprivate init(uid: String, payload: JSONObject, tolerated: [TokenReason]) {
        (self.uid, self.tolerated) = (uid, tolerated)
        developerClaims = payload["claims"]?.objectValue ?? JSONObject()
        tenantID = payload["tenant_id"]?.stringValue
    }
}

extension JSONValue {
    /// A string, number or Boolean as text; nil for the rest and for the empty string.
    fileprivate var coercedText: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .integer, .number, .bool: text()
        default: nil
        }
    }
}
