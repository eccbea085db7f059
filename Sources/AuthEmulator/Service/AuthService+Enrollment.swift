public import BridgePrimitives
import BridgeTrace
import Tokens

/// `mfaEnrollment:start`, `:finalize` and `:withdraw`.
public struct EnrollmentRequest: Sendable {
    public var idToken: String?
    public var displayName: String?
    public var mfaEnrollmentID: String?
    /// `phoneEnrollmentInfo` or `phoneVerificationInfo`.
    public var phone: WireBody?
    /// `totpEnrollmentInfo` or `totpVerificationInfo`.
    public var totp: WireBody?

    public init(_ body: WireBody) throws(AuthRefusal) {
        idToken = try body.nonEmptyString("idToken")
        displayName = try body.string("displayName")
        mfaEnrollmentID = try body.nonEmptyString("mfaEnrollmentId")
        phone = try body.object(of: "phoneEnrollmentInfo", "phoneVerificationInfo")
        totp = try body.object(of: "totpEnrollmentInfo", "totpVerificationInfo")
    }
}

extension AuthService {
    /// First factors that second ones do not go with.
    private static let unsuitable: Set<String> = ["anonymous", "phone", "custom", "gc.apple.com"]

    /// Sends a code to a number, or makes an authenticator app's secret.
    ///
    /// - Returns: `phoneSessionInfo` or `totpSessionInfo`.
    public func startEnrollment(_ request: EnrollmentRequest, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { settings in
            try requireFactor(of: request, settings)
            let now = now
            return try store.write(in: scope) { transaction in
                let (account, presented) = try enroller(request, in: scope, now: now, transaction)
                try requireRecentSignIn(presented, now: now)
                guard account.emailVerified == true else {
                    throw AuthRefusal(
                        .unverifiedEmail, "Need to verify email first before enrolling second factors.",
                        uid: account.localID)
                }
                if request.totp != nil { return try startTOTP(for: account, settings, now: now, in: transaction) }
                guard let phone = request.phone else { throw Self.noPhoneInfo("phoneEnrollmentInfo") }
                guard let number = try phone.string("phoneNumber").flatMap({ PhoneNumber($0, strictness: strictness) })
                else { throw AuthRefusal(.invalidPhoneNumber, "Invalid format.") }
                try requireNew(number.text, for: account)
                try requireFewFactors((account.secondFactors ?? []).count + 1)
                let verification = try giveOutCode(for: number.text, now: now, in: transaction)
                return JSONObject([("phoneSessionInfo", ["sessionInfo": .string(verification.text)])])
            }
        }
    }

    private func startTOTP(
        for account: Account, _ settings: ScopeSettings, now: Instant, in transaction: AccountTransaction
    ) throws -> JSONObject {
        guard !(account.secondFactors ?? []).contains(where: { $0.name == "totp" }) else {
            throw AuthRefusal(
                .secondFactorExists, "TOTP is already enrolled as second factor for this account.",
                uid: account.localID)
        }
        try requireFewFactors((account.secondFactors ?? []).count + 1)
        let enrollment = TOTPEnrollment(
            text: unguessableText(TOTPEnrollment.kind, count: TOTPEnrollment.length), createdAt: now,
            localID: account.localID,
            secret: TOTPSecret(bytes: unguessable("totp-secret", bytes: TOTPSecret.byteCount)))
        try transaction.insert(enrollment)
        return JSONObject([
            (
                "totpSessionInfo",
                [
                    "sharedSecretKey": .string(enrollment.secret.base32),
                    "verificationCodeLength": .integer(Int64(TOTPSecret.digits)), "hashingAlgorithm": "SHA1",
                    "periodSec": .integer(TOTPSecret.period), "sessionInfo": .string(enrollment.text),
                    "finalizeEnrollmentTime": .string((now + TOTPEnrollment.lifetime).rfc3339),
                ]
            )
        ])
    }

    /// Takes the code and enrols the factor.
    ///
    /// - Returns: `idToken` and `refreshToken` that name the factor, without `expiresIn`; `totpAuthInfo` for an app.
    public func finalizeEnrollment(
        _ request: EnrollmentRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            try requireFactor(of: request, settings)
            let now = now
            let grant = try store.write(in: scope) { transaction -> Result<TokenGrant, AuthRefusal> in
                let (account, presented) = try enroller(request, in: scope, now: now, transaction)
                return try newFactor(for: account, request, settings, now: now, in: transaction).keepingChanges {
                    try enrol($0, in: account, request, presented, scope, now: now, in: transaction)
                }
            }.get()
            record(AccountEvent(.updated, uid: grant.claims.uid))
            var reply = JSONObject()
            try issue(grant).write(to: &reply, withExpiry: false)
            if request.totp != nil { reply["totpAuthInfo"] = [:] }
            return reply
        }
    }

    private func enrol(
        _ kind: SecondFactor.Kind, in account: Account, _ request: EnrollmentRequest, _ presented: PresentedIDToken,
        _ scope: AuthScope, now: Instant, in transaction: AccountTransaction
    ) throws -> TokenGrant {
        var account = account
        if case .phone(let number) = kind { try requireNew(number, for: account) }
        try requireFewFactors((account.secondFactors ?? []).count + 1)
        let factor = SecondFactor(
            enrollmentID: ids.alphanumeric(count: 28), displayName: request.displayName, enrolledAt: now, kind: kind)
        account.secondFactors = (account.secondFactors ?? []) + [factor]
        account.lastRefreshAt = now
        // Sessions that never showed the factor end; the one that begins here goes on.
        if enforces(.sessionsRevoked) { account.validSince = now }
        try giveOutReversion(of: factor, from: account, now: now, in: transaction)
        let method = SignInMethod(
            presented.provider ?? "password", secondFactor: factor.claim,
            attributes: presented.token.payload["firebase"]?["sign_in_attributes"])
        let grant = try grantSession(account, method, in: scope, now: now, in: transaction)
        try transaction.update(account)
        return grant
    }

    private func newFactor(
        for account: Account, _ request: EnrollmentRequest, _ settings: ScopeSettings, now: Instant,
        in transaction: AccountTransaction
    ) throws -> Result<SecondFactor.Kind, AuthRefusal> {
        if let totp = request.totp {
            let (code, session) = try Self.typed(totp, "verificationCode")
            guard let enrollment = try transaction.handle(TOTPEnrollment.self, session),
                enrollment.localID == account.localID
            else { throw AuthRefusal(.invalidSessionInfo) }
            guard now < enrollment.createdAt + TOTPEnrollment.lifetime else { throw AuthRefusal(.sessionExpired) }
            let tolerance = settings.secondFactors.totpAdjacentIntervals ?? 0
            guard let step = enrollment.secret.step(of: code, at: now, tolerance: tolerance) else {
                throw AuthRefusal(.invalidCode)
            }
            try transaction.consume(enrollment)
            return .success(.totp(enrollment.secret, lastStep: step))
        }
        guard let phone = request.phone else { throw Self.noPhoneInfo("phoneVerificationInfo") }
        let (code, session) = try Self.typed(phone, "code")
        return try provenNumber(sessionInfo: session, code: code, now: now, in: transaction).map { .phone($0) }
    }

    /// The code that somebody typed, and the session that it is of: asked for in this order.
    static func typed(_ info: WireBody, _ name: String) throws -> (code: String, session: String) {
        guard !info.isTruthy("androidVerificationProof") else {
            throw AuthRefusal(.notImplemented, "androidVerificationProof")
        }
        guard let code = try info.nonEmptyString(name) else { throw AuthRefusal(.missingCode) }
        guard let session = try info.nonEmptyString("sessionInfo") else { throw AuthRefusal(.missingSessionInfo) }
        return (code, session)
    }

    /// Removes a factor.
    ///
    /// - Returns: tokens that no longer name one.
    public func withdrawEnrollment(
        _ request: EnrollmentRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            let grant = try store.write(in: scope) { transaction in
                guard let idToken = request.idToken else { throw AuthRefusal(.missingIDToken) }
                let presented = try present(idToken, in: scope, now: now)
                var account = try account(for: presented, in: transaction)
                try requireRecentSignIn(presented, now: now)
                guard let id = request.mfaEnrollmentID,
                    let position = (account.secondFactors ?? []).firstIndex(where: { $0.enrollmentID == id })
                else { throw AuthRefusal(.mfaEnrollmentNotFound, uid: account.localID) }
                // An empty list stays: clients refresh theirs only when the member is there.
                account.secondFactors?.remove(at: position)
                account.lastRefreshAt = now
                if enforces(.sessionsRevoked) { account.validSince = now }
                let grant = try grantSession(
                    account, SignInMethod(presented.provider ?? "password"), in: scope, now: now, in: transaction)
                try transaction.update(account)
                return grant
            }
            record(AccountEvent(.updated, uid: grant.claims.uid))
            var reply = JSONObject()
            try issue(grant).write(to: &reply)
            return reply
        }
    }

    // MARK: - Shared

    private static func noPhoneInfo(_ name: String) -> AuthRefusal {
        AuthRefusal(.unsupportedMFAProvider, "((Missing \(name).))")
    }

    /// Whether the scope allows the kind of factor that the request is about.
    private func requireFactor(of request: EnrollmentRequest, _ settings: ScopeSettings) throws {
        if request.totp != nil {
            guard settings.secondFactors.isEnabled, settings.secondFactors.totpAdjacentIntervals != nil else {
                throw AuthRefusal(.operationNotAllowed, "TOTP based MFA not enabled.")
            }
        } else {
            try requireSMSFactors(settings)
        }
    }

    func requireSMSFactors(_ settings: ScopeSettings) throws {
        guard settings.secondFactors.isEnabled, settings.secondFactors.allowsPhones else {
            throw AuthRefusal(.operationNotAllowed, "SMS based MFA not enabled.")
        }
    }

    private func enroller(
        _ request: EnrollmentRequest, in scope: AuthScope, now: Instant, _ transaction: AccountTransaction
    ) throws -> (Account, PresentedIDToken) {
        guard let idToken = request.idToken else { throw AuthRefusal(.missingIDToken) }
        let presented = try present(idToken, in: scope, now: now)
        let account = try account(for: presented, in: transaction)
        guard let provider = presented.provider, !Self.unsuitable.contains(provider) else {
            throw AuthRefusal(
                .unsupportedFirstFactor, "MFA is not available for the given first factor.", uid: account.localID)
        }
        return (account, presented)
    }

    private func requireNew(_ number: String, for account: Account) throws {
        guard !(account.secondFactors ?? []).contains(where: { $0.phoneNumber == number }) else {
            throw AuthRefusal(
                .secondFactorExists, "Phone number already enrolled as second factor for this account.",
                uid: account.localID)
        }
    }
}

extension SecondFactor {
    /// What ID tokens say about it.
    var claim: IDTokenClaims.SecondFactor { .init(kind: name, identifier: enrollmentID) }
}
