public import BridgePrimitives

/// Who may be given a token in a handoff.
public enum TokenReader: String, CaseIterable, Sendable {
    case verifyIDToken = "verifyIdToken"
    case verifySessionCookie = "verifySessionCookie"
    case signInWithCustomToken = "signInWithCustomToken"
    case emulator = "signInWithCustomToken at the emulator"
    case backend = "the backend of session-bridge"
}

/// The public keys that somebody knows.
public struct KnownKeys: Sendable {
    /// Of ID tokens and session cookies, by key id; nil when none were given.
    public var tokenKeys: [String: VerificationKey]?
    /// Of service accounts, by address; nil when none were given.
    public var serviceAccounts: [String: VerificationKey]?

    public init(
        tokenKeys: [String: VerificationKey]? = nil, serviceAccounts: [String: VerificationKey]? = nil
    ) {
        (self.tokenKeys, self.serviceAccounts) = (tokenKeys, serviceAccounts)
    }
}

/// What one reader says to a token.
public struct ReaderVerdict: Sendable {
    public let reader: TokenReader
    /// Why it refuses; empty when it does not.
    public let refusals: [TokenReason]
    /// What it lets pass and others do not.
    public let tolerated: [TokenReason]
    /// Whether the signature decides, for which no keys were given.
    public let awaitsSignature: Bool
    /// In its own words; nil when it accepts.
    public let message: ReaderMessage?

    public var accepts: Bool { refusals.isEmpty }
}

extension InspectedCredential {
    /// What each reader says, by the verifiers that there are for it.
    ///
    /// - Parameters:
    ///   - projectID: the readers' project; nil for the token's own.
    ///   - clockSkew: what servers' verifiers allow.
    /// - Complexity: a few RSA public operations where keys are given.
    public func verdicts(
        projectID: String?, keys: KnownKeys, now: Instant, clockSkew: Duration = .zero
    ) -> [ReaderVerdict] {
        TokenReader.allCases.map {
            verdict(of: $0, projectID: projectID, keys: keys, now: now, clockSkew: clockSkew)
        }
    }

    /// What one reader says; see ``verdicts(projectID:keys:now:clockSkew:)``.
    public func verdict(
        of reader: TokenReader, projectID: String?, keys: KnownKeys, now: Instant, clockSkew: Duration = .zero
    ) -> ReaderVerdict {
        let text = text.reveal()
        let expected = projectID ?? self.projectID ?? token?.audience ?? ""
        var (refusals, tolerated): ([TokenReason], [TokenReason])
        switch reader {
        case .verifyIDToken, .backend, .verifySessionCookie:
            let verifier = IDTokenVerifier(
                projectID: expected, form: reader == .verifySessionCookie ? .sessionCookie : .idToken)
            let verdict = verifier.verify(text, keys: keys.tokenKeys ?? [:], now: now, clockSkew: clockSkew)
            (refusals, tolerated) = (verdict.refusals, verdict.verified?.tolerated ?? [])
        case .signInWithCustomToken, .emulator:
            let verifier = CustomTokenVerifier(
                serviceAccounts: keys.serviceAccounts ?? [:], checks: reader == .emulator ? .lenient : .strict)
            // The tenant is the caller's choice; the token's own is the one with which it can work.
            let tenant = token?.payload["tenant_id"]?.stringValue
            let verdict = verifier.verify(text, tenantID: tenant, now: now)
            (refusals, tolerated) = (verdict.refusals, verdict.verified?.tolerated ?? [])
        }
        let awaited = awaitedReasons(of: reader, projectID: projectID, keys)
        let isAwaiting = reader != .emulator && refusals.contains(where: awaited.contains)
        refusals.removeAll(where: awaited.contains)
        tolerated.removeAll(where: awaited.contains)
        let message = refusals.isEmpty ? nil : ReaderMessage(reader, to: self, projectID: expected, refusals)
        return ReaderVerdict(
            reader: reader, refusals: refusals, tolerated: tolerated, awaitsSignature: isAwaiting, message: message)
    }

    /// What is only said because no keys were given.
    private func awaitedReasons(of reader: TokenReader, projectID: String?, _ keys: KnownKeys) -> Set<TokenReason> {
        switch reader {
        case .verifyIDToken, .backend, .verifySessionCookie: return keys.tokenKeys == nil ? [.unknownKeyID] : []
        case .signInWithCustomToken, .emulator:
            // An account of another project is none of this one, whatever its key is.
            let isOthers = projectID != nil && self.projectID != nil && projectID != self.projectID
            return keys.serviceAccounts == nil && !isOthers ? [.unknownServiceAccount] : []
        }
    }
}
