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
        /// How far the auth service's clock may be off: 0 to 60 seconds.
        public var clockSkew = Duration.zero

        public init() {}
    }

    private let verifier: IDTokenVerifier
    private let serviceAccount: ServiceAccount
    private let certificates: CertificateCache
    private let configuration: Configuration
    private let clock: WorldClock
    private let trace: TraceLog

    /// - Parameter serviceAccount: whose project the ID tokens must be for, and whose key signs the custom tokens.
    public init(
        serviceAccount: ServiceAccount, certificates: CertificateCache, configuration: Configuration = Configuration(),
        clock: WorldClock, trace: TraceLog
    ) {
        verifier = IDTokenVerifier(projectID: serviceAccount.projectID, checks: configuration.checks)
        (self.serviceAccount, self.certificates, self.configuration) = (serviceAccount, certificates, configuration)
        (self.clock, self.trace) = (clock, trace)
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
        let shown = trace.masking.secret(exchange.text)
        switch await verify(exchange.text) {
        case .failure(let failure):
            record(.refused, .idToken, shown, reasons: [failure.reason.code])
            return .refusal(failure.reason)
        case .success(.refused(let reasons)):
            record(.refused, .idToken, shown, reasons: reasons.map(\.code))
            return .refusal(401, reasons)
        case .success(.accepted(let token)):
            let reasons = exchange.notes.map(\.code) + token.tolerated.map(\.code)
            record(.accepted, .idToken, shown, uid: token.uid, reasons: reasons)
            return handOver(token.uid, noticed: reasons)
        }
    }

    private func verify(
        _ text: String
    ) async -> Result<TokenVerdict<VerifiedIDToken>, CertificateCache.Failure> {
        let token: UnverifiedToken
        do { token = try UnverifiedToken(parsing: text) } catch { return .success(.refused([error])) }
        var keys: [String: VerificationKey] = [:]
        // A token that is refused whatever the keys are is not worth a request.
        if token.algorithm == "RS256", let keyID = token.keyID, !keyID.isEmpty {
            switch await certificates.keys(for: keyID) {
            case .success(let published): keys = published
            case .failure(let failure):
                // Lenient checks don't need keys; they only tell more with them.
                if configuration.checks == .strict { return .failure(failure) }
            }
        }
        let now = clock.now(on: .backend)
        return .success(verifier.verify(token, keys: keys, now: now, clockSkew: configuration.clockSkew))
    }

    private func handOver(_ uid: String, noticed: [ReasonCode]) -> BackendAnswer {
        let now = clock.now(on: .backend)
        let token: String
        do {
            let claims = try CustomTokenClaims(serviceAccount: serviceAccount.email, uid: uid, issuedAt: now)
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
        reasons: [ReasonCode] = []
    ) {
        trace.record(.token(TokenEvent(action, form, token: token, uid: uid, reasons: reasons)), by: .backend)
    }
}
