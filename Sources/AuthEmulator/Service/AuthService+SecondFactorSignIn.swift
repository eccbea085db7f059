public import BridgePrimitives
import BridgeTrace
import Tokens

/// `mfaSignIn:start` and `:finalize`.
public struct SecondFactorSignInRequest: Sendable {
    public var pendingCredential: String?
    public var mfaEnrollmentID: String?
    public var phone: WireBody?
    public var totp: WireBody?

    public init(_ body: WireBody) throws(AuthRefusal) {
        pendingCredential = try body.nonEmptyString("mfaPendingCredential")
        mfaEnrollmentID = try body.nonEmptyString("mfaEnrollmentId")
        phone = try body.object(of: "phoneSignInInfo", "phoneVerificationInfo")
        totp = try body.object("totpVerificationInfo")
    }
}

/// What somebody shows of a second factor.
private enum SecondFactorProof {
    /// The code of a message, which names the number.
    case message(code: String, session: String)
    /// The code that an authenticator app shows.
    case app(code: String, enrollmentID: String)

    /// - Throws: what is missing, in the order of the protocol.
    init(_ request: SecondFactorSignInRequest) throws {
        if let totp = request.totp {
            guard let code = try totp.nonEmptyString("verificationCode") else { throw AuthRefusal(.missingCode) }
            guard let id = request.mfaEnrollmentID else {
                throw AuthRefusal(.missingMFAEnrollmentID, "No second factor identifier is provided.")
            }
            self = .app(code: code, enrollmentID: id)
            return
        }
        guard let phone = request.phone else {
            throw AuthRefusal(.unsupportedMFAProvider, "MFA provider not supported!")
        }
        let (code, session) = try AuthService.typed(phone, "code")
        self = .message(code: code, session: session)
    }
}

extension AuthService {
    private static let pendingMarker = "_AuthEmulatorMfaPendingCredential"

    /// What a client shows to go on with a sign-in: a random text when strict, readable JSON when lenient.
    func pendingCredential(
        for account: Account, _ method: SignInMethod, _ settings: ScopeSettings, now: Instant,
        in transaction: AccountTransaction
    ) throws -> String {
        if enforces(.pendingCredentialExpires) {
            let pending = PendingSignIn(
                text: unguessableText(PendingSignIn.kind, count: PendingSignIn.length), createdAt: now,
                localID: account.localID, provider: method.provider, attributes: method.attributes)
            try transaction.insert(pending)
            return pending.text
        }
        var object = JSONObject([
            (Self.pendingMarker, "DO NOT MODIFY"), ("localId", .string(account.localID)),
            ("signInProvider", .string(method.provider)), ("projectId", .string(projectID)),
        ])
        object["tenantId"] = settings.scope.tenantID.map { .string($0) }
        object["signInAttributes"] = method.attributes
        return StandardBase64.encode(JSONValue.object(object).bytes())
    }

    private func pendingSignIn(
        _ text: String, in scope: AuthScope, now: Instant, _ transaction: AccountTransaction
    ) throws -> PendingSignIn {
        if enforces(.pendingCredentialExpires) {
            guard let pending = try transaction.handle(PendingSignIn.self, text),
                now < pending.createdAt + PendingSignIn.lifetime
            else { throw AuthRefusal(.invalidMFAPendingCredential) }
            guard pending.failures < PendingSignIn.tries else { throw AuthRefusal(.tooManyAttempts) }
            return pending
        }
        guard let object = StandardBase64.decode(text).flatMap({ try? JSONValue(parsing: $0) }),
            object[Self.pendingMarker] != nil, let localID = object["localId"]?.stringValue,
            let provider = object["signInProvider"]?.stringValue
        else {
            throw AuthRefusal(.invalidMFAPendingCredential, "((Invalid phoneVerificationInfo.mfaPendingCredential.))")
        }
        // The project itself does not look at the tenant; it has no such user then.
        guard object["projectId"]?.stringValue == projectID,
            scope == .project || object["tenantId"]?.stringValue == scope.tenantID
        else { throw AuthRefusal(.invalidProjectID, "Project ID does not match MFA pending credential.") }
        return PendingSignIn(
            text: text, createdAt: now, localID: localID, provider: provider, attributes: object["signInAttributes"])
    }

    /// The sign-in that waits, and whose it is.
    private func waiting(
        _ text: String, in scope: AuthScope, now: Instant, _ transaction: AccountTransaction
    ) throws -> (PendingSignIn, Account) {
        let pending = try pendingSignIn(text, in: scope, now: now, transaction)
        guard let account = try transaction.account(localID: pending.localID) else {
            throw AuthRefusal(
                .invalidMFAPendingCredential, "((User in pendingCredentialPayload does not exist.))",
                uid: pending.localID)
        }
        return (pending, account)
    }

    /// Sends the code of a second factor.
    ///
    /// - Returns: `phoneResponseInfo`.
    public func startSecondFactor(
        _ request: SecondFactorSignInRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            try requireSMSFactors(settings)
            guard let credential = request.pendingCredential else {
                throw AuthRefusal(
                    .missingMFAPendingCredential, "Request does not have MFA pending credential.")
            }
            guard let id = request.mfaEnrollmentID else {
                throw AuthRefusal(.missingMFAEnrollmentID, "No second factor identifier is provided.")
            }
            let now = now
            return try store.write(in: scope) { transaction in
                let (_, account) = try waiting(credential, in: scope, now: now, transaction)
                guard let factor = account.secondFactors?.first(where: { $0.enrollmentID == id }) else {
                    throw AuthRefusal(.mfaEnrollmentNotFound, uid: account.localID)
                }
                guard let number = factor.phoneNumber else {
                    throw AuthRefusal(.unsupportedMFAProvider, "MFA provider not supported!", uid: account.localID)
                }
                let verification = try giveOutCode(for: number, now: now, in: transaction)
                return JSONObject([("phoneResponseInfo", ["sessionInfo": .string(verification.text)])])
            }
        }
    }

    /// Ends a sign-in with the second factor's code.
    ///
    /// - Returns: `idToken` and `refreshToken`, without `expiresIn`.
    public func finalizeSecondFactor(
        _ request: SecondFactorSignInRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            if request.totp == nil { try requireSMSFactors(settings) }
            guard let credential = request.pendingCredential else {
                throw AuthRefusal(.missingCredential, "Please set MFA Pending Credential.")
            }
            let proof = try SecondFactorProof(request)
            let now = now
            let (grant, provider) = try store.write(in: scope) {
                transaction -> Result<(TokenGrant, String), AuthRefusal> in
                let waiting = Result { try self.waiting(credential, in: scope, now: now, transaction) }
                // Strict, a wrong code counts against the sign-in too, whichever message it was for: the sign-in is
                // looked up first. The emulator takes the code first, and uses it up for nothing.
                if enforces(.pendingCredentialExpires) { _ = try waiting.get() }
                let outcome = try verified(proof, waiting, settings, now: now, in: transaction).keepingChanges {
                    proven in
                    try end(proven, in: settings.scope, now: now, transaction).map { ($0, proven.pending.provider) }
                }.flatMap { $0 }
                if case .failure = outcome, enforces(.pendingCredentialExpires) {
                    var (pending, _) = try waiting.get()
                    pending.failures += 1
                    try transaction.update(pending)
                }
                return outcome
            }.get()
            record(AccountEvent(.signedIn, uid: grant.claims.uid, provider: provider))
            var reply = JSONObject()
            try issue(grant).write(to: &reply, withExpiry: false)
            return reply
        }
    }

    /// A sign-in whose second factor was shown.
    private struct Verified {
        let pending: PendingSignIn
        let account: Account
        /// Nil where the message went to a number that is no factor of the account.
        let factor: SecondFactor?
    }

    private func verified(
        _ proof: SecondFactorProof, _ waiting: Result<(PendingSignIn, Account), any Error>,
        _ settings: ScopeSettings, now: Instant, in transaction: AccountTransaction
    ) throws -> Result<Verified, AuthRefusal> {
        switch proof {
        case .message(let code, let session):
            return try provenNumber(sessionInfo: session, code: code, now: now, in: transaction).keepingChanges {
                let (pending, account) = try waiting.get()
                return Verified(pending: pending, account: account, factor: factor(of: account, reachedAt: $0))
            }
        case .app(let code, let id):
            let (pending, account) = try waiting.get()
            guard var factor = account.secondFactors?.first(where: { $0.enrollmentID == id }),
                case .totp(let secret, let lastStep) = factor.kind
            else { throw AuthRefusal(.mfaEnrollmentNotFound, uid: account.localID) }
            let tolerance = settings.secondFactors.totpAdjacentIntervals ?? 0
            guard let step = secret.step(of: code, at: now, tolerance: tolerance),
                // RFC 6238 §5.2: a code is accepted once.
                !enforces(.totpCodesOnce) || step > lastStep ?? .min
            else { return .failure(AuthRefusal(.invalidCode, uid: account.localID)) }
            factor.kind = .totp(secret, lastStep: step)
            return .success(Verified(pending: pending, account: account, factor: factor))
        }
    }

    /// Older iOS SDKs ask for the message with the number as it was shown, obfuscated.
    private func factor(of account: Account, reachedAt number: String) -> SecondFactor? {
        account.secondFactors?.first { factor in
            guard let own = factor.phoneNumber else { return false }
            return own == number || (!enforces(.phoneNumberFormat) && SecondFactor.obfuscated(own) == number)
        }
    }

    /// The time of the sign-in is kept whatever comes of it, as the emulator does; unless the project's function says no,
    /// which is asked before the factor is looked for.
    private func end(
        _ verified: Verified, in scope: AuthScope, now: Instant, _ transaction: AccountTransaction
    ) throws -> Result<TokenGrant, AuthRefusal> {
        var account = verified.account
        var sessionClaims = JSONObject()
        let event = FunctionEvent(
            kind: .beforeSignIn, account: account, identities: account.allIdentities,
            method: verified.pending.provider, secondFactor: verified.factor?.name ?? "phone", scope: scope)
        let changes = try changes(by: event, now: now)
        account.lastLoginAt = now
        switch changes {
        case nil: try transaction.noteSignIn(account)
        case .failure(let refusal): return .failure(refusal)
        case .success(let changes):
            changes.apply(to: &account)
            sessionClaims = changes.sessionClaims ?? sessionClaims
            try transaction.update(account)
        }
        guard let factor = verified.factor else { throw AuthRefusal(.mfaEnrollmentNotFound, uid: account.localID) }
        guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
        if enforces(.pendingCredentialExpires) { try transaction.consume(verified.pending) }
        account.lastRefreshAt = now
        account.secondFactors = account.secondFactors?.map { $0.enrollmentID == factor.enrollmentID ? factor : $0 }
        let method = SignInMethod(
            verified.pending.provider, claims: sessionClaims, secondFactor: factor.claim,
            attributes: verified.pending.attributes)
        let grant = try grantSession(account, method, in: scope, now: now, in: transaction)
        try transaction.update(account)
        return .success(grant)
    }

    // MARK: - Listing

    /// What authenticator apps show now, enrolled ones and those being enrolled: an endpoint of this service's own,
    /// for tests that have no app at hand.
    public func totpCodes(in scope: AuthScope = .project) throws -> JSONObject {
        let now = now
        let (enrolled, begun) = try store.read(in: scope) { transaction in
            (try transaction.accountsWithSecondFactors(), try transaction.handles(TOTPEnrollment.self))
        }
        var rows: [JSONValue] = []
        for account in enrolled {
            for factor in account.secondFactors ?? [] {
                guard case .totp(let secret, _) = factor.kind else { continue }
                rows.append([
                    "localId": .string(account.localID), "mfaEnrollmentId": .string(factor.enrollmentID),
                    "code": .string(secret.code(at: now)),
                ])
            }
        }
        for enrollment in begun {
            rows.append([
                "localId": .string(enrollment.localID), "sessionInfo": .string(enrollment.text),
                "code": .string(enrollment.secret.code(at: now)),
            ])
        }
        return JSONObject([("totpCodes", .array(rows))])
    }
}
