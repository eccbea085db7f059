import BridgePrimitives
import BridgeTrace
import Tokens

/// An ID token that came with a request, as far as it can be judged without looking at the account.
struct PresentedIDToken: Sendable {
    let text: String
    let uid: String
    let token: UnverifiedToken
    let provider: String?
    /// Nil when the token does not say.
    let issueTime: Instant?
    let authTime: Instant
    /// What a strict service would have refused it for.
    let tolerated: [ReasonCode]

    /// The second factor of the session that the token is of.
    var secondFactor: IDTokenClaims.SecondFactor? {
        let firebase = token.payload["firebase"]
        guard let kind = firebase?["sign_in_second_factor"]?.stringValue,
            let identifier = firebase?["second_factor_identifier"]?.stringValue
        else { return nil }
        return .init(kind: kind, identifier: identifier)
    }
}

extension AuthService {
    /// Reads and, when strict, verifies an ID token.
    ///
    /// A strict service looks at signature, audience, issuer and times; a lenient one only needs a token that can
    /// be decoded, and keeps in mind what a strict one would have said.
    func present(_ idToken: String, in scope: AuthScope, now: Instant) throws -> PresentedIDToken {
        let token: UnverifiedToken
        do { token = try unverifiedToken(idToken) } catch {
            throw refused(idToken, .invalidIDToken, causes: [error])
        }
        let refusals = idTokenVerifier.verify(token, keys: keys.verificationKeys(at: now), now: now).refusals
        if enforces(.idTokenVerified), let first = refusals.first {
            throw refused(
                idToken, first == .expired && refusals.count == 1 ? .tokenExpired : .invalidIDToken, causes: refusals)
        }
        guard let firebase = token.payload["firebase"]?.objectValue else {
            throw refused(idToken, .invalidIDToken, causes: [])
        }
        let tenant = firebase["tenant"]?.stringValue
        guard tenant == scope.tenantID || (tenant == nil && !enforces(.tenantOfTokenNamed)) else {
            throw refused(idToken, .tenantIDMismatch, causes: [.tenantMismatch])
        }
        guard let uid = token.payload["user_id"]?.stringValue else {
            throw refused(idToken, .userNotFound, causes: [.noSubject])
        }
        return PresentedIDToken(
            text: idToken, uid: uid, token: token,
            provider: token.payload["firebase"]?["sign_in_provider"]?.stringValue,
            issueTime: token.issueTime, authTime: token.authTime ?? .epoch, tolerated: refusals.map(\.code))
    }

    /// A lenient service reads a token whose third part is none as well, since it never looks at that.
    private func unverifiedToken(_ text: String) throws(TokenReason) -> UnverifiedToken {
        do { return try UnverifiedToken(parsing: text) } catch {
            guard !enforces(.idTokenVerified) else { throw error }
            return try UnverifiedToken(parsing: text, readsSignature: false)
        }
    }

    /// The account that a presented token speaks for.
    func account(for token: PresentedIDToken, in transaction: AccountTransaction) throws -> Account {
        guard let account = try transaction.account(localID: token.uid) else {
            throw refused(token, .userNotFound)
        }
        if isRevoked(token.issueTime, for: account) { throw refused(token, .tokenExpired) }
        if account.isDisabled { throw refused(token, .userDisabled) }
        record(.accepted, .idToken, token.text, uid: token.uid, reasons: token.tolerated)
        return account
    }

    /// Whether tokens of that second are from before the account's last revocation. One second is all the wire has.
    func isRevoked(_ time: Instant?, for account: Account) -> Bool {
        guard let validSince = account.validSince else { return false }
        guard let time else { return true }
        return time.secondsSinceEpoch < validSince.secondsSinceEpoch
    }

    /// Production asks for a sign-in of the last five minutes before a password, an address or an account changes; the
    /// configuration may say another time.
    func requireRecentSignIn(_ token: PresentedIDToken, now: Instant) throws {
        guard enforces(.recentSignIn), now - token.authTime > configuration.limits.recentSignIn else { return }
        throw AuthRefusal(.credentialTooOldLoginAgain, uid: token.uid)
    }

    private func refused(_ text: String, _ reason: AuthReason, causes: [TokenReason]) -> AuthRefusal {
        let refusal = AuthRefusal(reason, causes: causes.map(\.code))
        record(.refused, .idToken, text, uid: nil, reasons: refusal.reasons)
        return refusal
    }

    private func refused(_ token: PresentedIDToken, _ reason: AuthReason) -> AuthRefusal {
        record(.refused, .idToken, token.text, uid: token.uid, reasons: [reason.code] + token.tolerated)
        return AuthRefusal(reason, uid: token.uid)
    }
}
