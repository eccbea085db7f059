public import BridgePrimitives
import BridgeTrace
import Tokens

/// `POST /v1/token` of the secure token service.
public struct RefreshRequest: Sendable {
    public var grantType: String?
    public var refreshToken: String?
    /// The tenant that the request names; nil for whichever the token is of.
    public var tenantID: String?

    public init(grantType: String? = "refresh_token", refreshToken: String?) {
        (self.grantType, self.refreshToken) = (grantType, refreshToken)
    }

    public init(_ body: WireBody) throws(AuthRefusal) {
        grantType = try body.nonEmptyString("grantType")
        refreshToken = try body.nonEmptyString("refreshToken")
        tenantID = try body.nonEmptyString("tenantId")
    }
}

extension AuthService {
    /// The one project number there is, as in the emulator.
    static let projectNumber = "12345"

    /// Exchanges a refresh token for a fresh ID token of the same session.
    ///
    /// - Returns: the seven members of the token endpoint, in snake case; the ID token under two names.
    /// - Throws: an ``AuthRefusal``. A strict service refuses what was revoked (`auth/token-expired`) and says when
    ///   the account is gone (`auth/user-not-found`); a lenient one lets the first pass, and says so in the trace.
    /// - Complexity: one RSA signature.
    public func refresh(_ request: RefreshRequest) throws -> JSONObject {
        try answering(in: .project) { _ in
            if let token = request.refreshToken {
                try recordingRefusal(of: token) { try checkForm(of: token, request) }
            }
            guard let grantType = request.grantType else { throw AuthRefusal(.missingGrantType) }
            guard grantType == "refresh_token" else { throw AuthRefusal(.invalidGrantType) }
            guard let token = request.refreshToken else { throw AuthRefusal(.missingRefreshToken) }
            let now = now
            let (claims, tolerated) = try recordingRefusal(of: token) {
                let told = try enforces(.sessionsKept) ? nil : sessionTold(by: token)
                // A lenient service makes unknown tenants, which must be done before the transaction begins.
                if let told { _ = try settings(of: AuthScope(tenantID: told.tenant), evenIfDisabled: true) }
                return try store.write { transaction in
                    let session = try told ?? sessionProven(by: token, in: transaction)
                    let scope = AuthScope(tenantID: session.tenant)
                    if let named = request.tenantID, named != scope.tenantID { throw AuthRefusal(.tenantIDMismatch) }
                    if told == nil { _ = try settings(of: scope, evenIfDisabled: true) }
                    let transaction = transaction.scoped(to: scope)
                    guard var account = try transaction.account(localID: session.localID), !session.isOrphaned else {
                        throw AuthRefusal(told == nil ? .userNotFound : .invalidRefreshToken, uid: session.localID)
                    }
                    guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                    let isOver = isRevoked(told == nil ? session.authTime : account.lastLoginAt ?? .epoch, for: account)
                    if isOver, enforces(.sessionsRevoked) { throw AuthRefusal(.tokenExpired, uid: account.localID) }
                    account.lastRefreshAt = now
                    try transaction.noteSignIn(account)
                    let claims = idTokenClaims(
                        account, session.method, in: scope,
                        authTime: enforces(.authTimePerSession) ? session.authTime : nil, now: now)
                    return (claims, isOver ? [AuthReason.tokenExpired.code] : [])
                }
            }
            record(.accepted, .refreshToken, token, uid: claims.uid, reasons: tolerated)
            let issued = try issue(TokenGrant(claims: claims, refreshToken: token))
            return JSONObject([
                ("access_token", .string(issued.idToken)), ("expires_in", .string(issued.lifetimeText)),
                ("token_type", "Bearer"), ("refresh_token", .string(token)), ("id_token", .string(issued.idToken)),
                ("user_id", .string(claims.uid)), ("project_id", .string(Self.projectNumber)),
            ])
        }
    }

    /// What a token tells of itself comes before all that is asked of the request.
    private func checkForm(of token: String, _ request: RefreshRequest) throws {
        guard !enforces(.sessionsKept) else {
            guard SessionToken.sessionID(in: token) != nil else { throw AuthRefusal(.invalidRefreshToken) }
            return
        }
        guard let told = EmulatorRefreshToken(token) else { throw AuthRefusal(.invalidRefreshToken) }
        if let named = request.tenantID, named != told.tenantID { throw AuthRefusal(.tenantIDMismatch) }
    }

    /// The session that a strict service's token stands for, proven to be one of ours.
    private func sessionProven(by token: String, in transaction: AccountTransaction) throws -> AuthSession {
        guard let id = SessionToken.sessionID(in: token), let session = try transaction.session(id: id),
            SessionToken.proves(token, session, key: keys.sessionKey)
        else { throw AuthRefusal(.invalidRefreshToken) }
        return session
    }

    /// The session that an emulator's token tells of itself.
    private func sessionTold(by token: String) throws -> AuthSession {
        guard let payload = EmulatorRefreshToken(token), payload.projectID == projectID else {
            throw AuthRefusal(.invalidRefreshToken)
        }
        return AuthSession(
            id: "", tenant: payload.tenantID ?? "", localID: payload.localID, authTime: .epoch,
            method: payload.method)
    }

    private func recordingRefusal<Value>(of token: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let refusal as AuthRefusal {
            record(.refused, .refreshToken, token, uid: refusal.uid, reasons: refusal.reasons)
            var refusal = refusal
            refusal.isRecorded = true
            throw refusal
        }
    }
}
