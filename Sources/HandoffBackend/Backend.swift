public import BridgePrimitives
public import BridgeTrace
public import Tokens

/// The app's backend: takes an ID token, verifies it, and answers with a custom token for the same user in a cookie.
public struct Backend: Sendable {
    /// How custom tokens are made.
    public enum TokenForm: String, Sendable {
        /// By the service account's key.
        case signed
        /// As an Admin SDK beside an emulator makes them: `alg` none.
        case unsigned
    }

    /// What differs from one backend to another.
    public struct Configuration: Sendable {
        public var checks = TokenChecks.strict
        public var tokenForm = TokenForm.signed
        public var cookie = TokenCookie.handoff
        /// Where the ID token is looked for; one field only makes the backend as picky as most are.
        public var fields = TokenField.allCases
        /// Claims for the ID tokens of the page's session, which go along in each custom token; nil for none.
        public var developerClaims: JSONObject?
        /// How far the auth service's clock may be off: 0 to 60 seconds.
        public var clockSkew = Duration.zero
        /// Asked about each token that is good, so that revoked ones are refused; nil to believe them.
        public var accounts: AccountLookup?

        public init() {}
    }

    private let admission: TokenAdmission
    private let serviceAccount: ServiceAccount
    private let configuration: Configuration
    private let clock: WorldClock
    private let trace: TraceLog

    /// - Parameter serviceAccount: whose project the ID tokens must be for, and whose key signs the custom tokens.
    public init(
        serviceAccount: ServiceAccount, certificates: CertificateCache, configuration: Configuration = Configuration(),
        clock: WorldClock, trace: TraceLog
    ) {
        admission = TokenAdmission(
            projectID: serviceAccount.projectID, certificates: certificates, checks: configuration.checks,
            clockSkew: configuration.clockSkew, accounts: configuration.accounts, clock: clock)
        (self.serviceAccount, self.configuration, self.clock, self.trace) = (
            serviceAccount, configuration, clock, trace
        )
    }

    /// Exchanges the ID token in `body` for a cookie with a custom token.
    ///
    /// - Parameter contentType: the field's value as it came; nil when there was none.
    /// - Complexity: one RSA public and one RSA private operation; a request to the auth service when its keys are
    ///   not in memory.
    public func exchange(_ body: [UInt8], contentType: String?) async -> BackendAnswer {
        let exchange: ExchangeBody
        do {
            exchange = try ExchangeBody(parsing: body, contentType: contentType, fields: configuration.fields)
        } catch {
            record(.refused, .idToken, trace.masking.plain("(none)"), reasons: [error.reason.code])
            return .refusal(error.reason)
        }
        return await admitting(exchange.text, noticed: exchange.notes.map(\.code)) { uid, reasons in
            handOver(uid, noticed: reasons)
        }
    }

    /// The same for the one ID token of `Authorization`, as ``ViewHandover`` has it.
    func exchange(authorization fields: [String]) async -> BackendAnswer {
        await admitting(bearerOf: fields) { _, uid, reasons in handOver(uid, noticed: reasons) }
    }

    /// Trades the ID token of `Authorization` for an auth session cookie that lasts as long as the backend's cookie does.
    func startSession(authorization fields: [String], mint: SessionCookieMint) async -> BackendAnswer {
        await admitting(bearerOf: fields) { idToken, uid, reasons in
            // Of more than 14 days it makes none, and says so.
            let lifetime = max(configuration.cookie.maxAge ?? Self.shortSession, Self.leastSession)
            guard let value = await mint.cookie(for: idToken, lifetime: lifetime) else {
                record(
                    .refused, .sessionCookie, trace.masking.plain("(none)"), uid: uid,
                    reasons: [BackendReason.noSessionCookie.code])
                return .refusal(.noSessionCookie)
            }
            record(.issued, .sessionCookie, trace.masking.secret(value), uid: uid)
            return .success(
                setCookie: configuration.cookie.setCookie(value, now: clock.now(on: .backend)), reasons: reasons)
        }
    }

    /// Takes the backend's cookie away, whichever of the two it holds. Copies of it stay what they are.
    func endSession() -> BackendAnswer { .success(setCookie: configuration.cookie.clearing, reasons: []) }

    /// Has the auth service end the sessions that a user has until now, on all devices.
    ///
    /// - Returns: why that did not happen; nil where it did.
    func revoke(_ token: VerifiedIDToken, by revocation: TokenRevocation) async -> BackendAnswer? {
        await revocation.revoke(token, now: clock.now(on: .backend)) ? nil : refuse(.notRevoked)
    }

    /// The backend's time.
    var now: Instant { clock.now(on: .backend) }

    /// Of a cookie that ends with the app; and the shortest that Firebase makes.
    private static let shortSession = Duration.seconds(86_400), leastSession = Duration.seconds(300)

    private func admitting(
        bearerOf fields: [String], _ accepted: (String, String, [ReasonCode]) async -> BackendAnswer
    ) async -> BackendAnswer {
        let text: String
        do { text = try BearerCredential.text(in: fields) } catch {
            record(.refused, .idToken, trace.masking.plain("(none)"), reasons: [error.reason.code])
            return .refusal(401, [error.reason])
        }
        return await admitting(text, noticed: []) { uid, reasons in await accepted(text, uid, reasons) }
    }

    private func admitting(
        _ idToken: String, noticed: [ReasonCode], _ accepted: (String, [ReasonCode]) async -> BackendAnswer
    ) async -> BackendAnswer {
        let shown = trace.masking.secret(idToken)
        let verdict = await admission.verdict(on: idToken)
        switch verdict.decision {
        case .refused(let status, let reasons):
            record(.refused, .idToken, shown, reasons: reasons.map(\.code), certificates: verdict.certificates)
            return .refusal(status, reasons)
        case .accepted(let token):
            let reasons = noticed + token.tolerated.map(\.code)
            record(
                .accepted, .idToken, shown, uid: token.uid, reasons: reasons, certificates: verdict.certificates)
            return await accepted(token.uid, reasons)
        }
    }

    /// Refuses a request that is no exchange, and leaves that in the trace.
    func refuse(_ reason: BackendReason) -> BackendAnswer {
        trace.record(.account(AccountEvent(.refused, uid: nil, reasons: [reason.code])), by: .backend)
        return .refusal(reason)
    }

    private func handOver(_ uid: String, noticed: [ReasonCode]) -> BackendAnswer {
        let now = clock.now(on: .backend)
        let token: String
        do {
            let claims = try CustomTokenClaims(
                serviceAccount: serviceAccount.email, uid: uid, issuedAt: now,
                developerClaims: configuration.developerClaims)
            token = try TokenMint.customToken(
                claims, key: configuration.tokenForm == .signed ? serviceAccount.key : nil)
        } catch {
            record(
                .refused, .customToken, trace.masking.plain("(none)"), uid: uid,
                reasons: [BackendReason.cannotMint.code])
            return .refusal(.cannotMint)
        }
        record(.issued, .customToken, trace.masking.secret(token), uid: uid)
        return .success(setCookie: configuration.cookie.setCookie(token, now: now), reasons: noticed)
    }

    private func record(
        _ action: TokenEvent.Action, _ form: TokenEvent.Form, _ token: MaskedText, uid: String? = nil,
        reasons: [ReasonCode] = [], certificates: ReasonCode? = nil
    ) {
        let event = TokenEvent(action, form, token: token, uid: uid, reasons: reasons, certificates: certificates)
        trace.record(.token(event), by: .backend)
    }
}
