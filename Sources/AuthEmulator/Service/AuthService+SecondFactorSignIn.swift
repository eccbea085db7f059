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
        guard object["projectId"]?.stringValue == projectID, object["tenantId"]?.stringValue == scope.tenantID else {
            throw AuthRefusal(.invalidProjectID, "Project ID does not match MFA pending credential.")
        }
        return PendingSignIn(
            text: text, createdAt: now, localID: localID, provider: provider, attributes: object["signInAttributes"])
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
                let pending = try pendingSignIn(credential, in: scope, now: now, transaction)
                let account = try transaction.account(localID: pending.localID)
                guard let factor = (account?.secondFactors ?? []).first(where: { $0.enrollmentID == id }) else {
                    throw AuthRefusal(.mfaEnrollmentNotFound, uid: pending.localID)
                }
                guard let number = factor.phoneNumber else {
                    throw AuthRefusal(.unsupportedMFAProvider, "MFA provider not supported!", uid: pending.localID)
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
            guard request.phone != nil || request.totp != nil else {
                throw AuthRefusal(.unsupportedMFAProvider, "MFA provider not supported!")
            }
            let now = now
            let (grant, provider) = try store.write(in: scope) {
                transaction -> Result<(TokenGrant, String), AuthRefusal> in
                var pending = try pendingSignIn(credential, in: scope, now: now, transaction)
                guard var account = try transaction.account(localID: pending.localID) else {
                    throw AuthRefusal(.mfaEnrollmentNotFound, uid: pending.localID)
                }
                let position: Int
                switch try provenFactor(of: account, request, settings, now: now, in: transaction) {
                case .success(let found): position = found
                case .failure(let refusal):
                    // A wrong code counts against the sign-in too, whichever message it was for.
                    pending.failures += 1
                    if enforces(.pendingCredentialExpires) { try transaction.update(pending) }
                    return .failure(refusal)
                }
                guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
                if enforces(.pendingCredentialExpires) { try transaction.consume(pending) }
                (account.lastLoginAt, account.lastRefreshAt) = (now, now)
                if case .totp(let secret, _) = account.secondFactors?[position].kind,
                    let code = try request.totp?.nonEmptyString("verificationCode"),
                    let step = secret.step(
                        of: code, at: now, tolerance: settings.secondFactors.totpAdjacentIntervals ?? 0)
                {
                    account.secondFactors?[position].kind = .totp(secret, lastStep: step)
                }
                let method = SignInMethod(
                    pending.provider, secondFactor: account.secondFactors?[position].claim,
                    attributes: pending.attributes)
                let grant = try grantSession(account, method, in: scope, now: now, in: transaction)
                try transaction.update(account)
                return .success((grant, pending.provider))
            }.get()
            record(AccountEvent(.signedIn, uid: grant.claims.uid, provider: provider))
            var reply = JSONObject()
            try issue(grant).write(to: &reply, withExpiry: false)
            return reply
        }
    }

    /// Which of the account's factors the code is of, by its place.
    private func provenFactor(
        of account: Account, _ request: SecondFactorSignInRequest, _ settings: ScopeSettings, now: Instant,
        in transaction: AccountTransaction
    ) throws -> Result<Int, AuthRefusal> {
        let factors = account.secondFactors ?? []
        if let totp = request.totp {
            guard let code = try totp.nonEmptyString("verificationCode") else { throw AuthRefusal(.missingCode) }
            guard let id = request.mfaEnrollmentID else {
                throw AuthRefusal(.missingMFAEnrollmentID, "No second factor identifier is provided.")
            }
            guard let position = factors.firstIndex(where: { $0.enrollmentID == id }),
                case .totp(let secret, let lastStep) = factors[position].kind
            else { throw AuthRefusal(.mfaEnrollmentNotFound, uid: account.localID) }
            let tolerance = settings.secondFactors.totpAdjacentIntervals ?? 0
            guard let step = secret.step(of: code, at: now, tolerance: tolerance),
                // RFC 6238 §5.2: a code is accepted once.
                !enforces(.totpCodesOnce) || step > lastStep ?? .min
            else { return .failure(AuthRefusal(.invalidCode, uid: account.localID)) }
            return .success(position)
        }
        guard let phone = request.phone else {
            throw AuthRefusal(.unsupportedMFAProvider, "MFA provider not supported!")
        }
        let number = try provenNumber(
            sessionInfo: phone.nonEmptyString("sessionInfo"), code: phone.nonEmptyString("code"), now: now,
            in: transaction)
        return number.flatMap { number in
            // Older iOS SDKs ask for the message with the number as it was shown, obfuscated.
            let position = factors.firstIndex { factor in
                guard let own = factor.phoneNumber else { return false }
                return own == number || (!enforces(.phoneNumberFormat) && SecondFactor.obfuscated(own) == number)
            }
            guard let position else { return .failure(AuthRefusal(.mfaEnrollmentNotFound, uid: account.localID)) }
            return .success(position)
        }
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
