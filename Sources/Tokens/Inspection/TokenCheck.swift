import BridgePrimitives
public import Reasons

/// One of the checks that a verifier makes, in its order, for whoever wants to see each of them.
public enum TokenCheck: String, CaseIterable, Sendable {
    case form, kind, algorithm, extensions, keyID = "key-id", serviceAccount = "service-account", signature, tenant
    case audience, issuer, expiry, notBefore = "not-before", issueTime = "issue-time", lifetime, signInTime =
        "sign-in-time"
    case subject, uid, claims

    public enum Outcome: Hashable, Sendable {
        case passed
        case failed([TokenReason])
        /// A check before it left nothing to look at.
        case notMade
    }

    /// The checks behind a verdict, each with its outcome.
    public static func outcomes(of verdict: ReaderVerdict) -> [(check: TokenCheck, outcome: Outcome)] {
        let reasons = (verdict.refusals + verdict.tolerated).uniqued()
        let isReadable = !reasons.contains { form.reasons.contains($0) }
        return checks(of: verdict.reader).map { check in
            let own = reasons.filter(check.reasons.contains)
            if !own.isEmpty { return (check, .failed(own)) }
            guard isReadable || check == .form else { return (check, .notMade) }
            let needs = check == .signature ? [TokenCheck.algorithm, .extensions, .keyID, .serviceAccount] : []
            let isBlocked = reasons.contains { reason in needs.contains { $0.reasons.contains(reason) } }
            return (check, isBlocked || check == .signature && verdict.awaitsSignature ? .notMade : .passed)
        }
    }

    private static func checks(of reader: TokenReader) -> [TokenCheck] {
        switch reader {
        case .verifyIDToken, .verifySessionCookie, .backend:
            [
                .form, .kind, .algorithm, .extensions, .keyID, .signature, .audience, .issuer, .expiry, .notBefore,
                .issueTime, .signInTime, .subject,
            ]
        case .signInWithCustomToken, .emulator:
            [
                .form, .kind, .algorithm, .extensions, .serviceAccount, .signature, .tenant, .audience, .issuer,
                .expiry,
                .notBefore, .issueTime, .lifetime, .uid, .claims,
            ]
        }
    }

    /// Why it may fail.
    private var reasons: [TokenReason] {
        switch self {
        case .form: [.empty, .tooLarge, .malformed, .notJSON, .bareJSON]
        case .kind: [.isCustomToken, .isIDToken, .isSessionCookie]
        case .algorithm: [.wrongAlgorithm]
        case .extensions: [.unknownCriticalHeader]
        case .keyID: [.noKeyID, .unknownKeyID]
        case .serviceAccount: [.mintedForEmulator, .unknownServiceAccount]
        case .signature: [.badSignature]
        case .tenant: [.tenantMismatch]
        case .audience: [.wrongAudience]
        case .issuer: [.wrongIssuer, .subjectIsNotIssuer]
        case .expiry: [.noExpiry, .expired]
        case .notBefore: [.notYetValid]
        case .issueTime: [.noIssueTime, .issuedInFuture]
        case .lifetime: [.lifetimeTooLong]
        case .signInTime: [.noAuthTime, .authTimeInFuture]
        case .subject: [.noSubject, .emptySubject, .subjectTooLong]
        case .uid: [.noUID, .uidTooLong]
        case .claims: [.claimsNotObject, .reservedClaim]
        }
    }
}
