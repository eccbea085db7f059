public import BridgePrimitives
import BridgeTrace
import Tokens

/// `accounts:signInWithPhoneNumber`.
public struct PhoneSignInRequest: Sendable {
    public var sessionInfo: String?
    public var code: String?
    public var temporaryProof: String?
    public var phoneNumber: String?
    public var idToken: String?
    public var operation: String?

    static let operations = [
        "VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK",
    ]

    public init(sessionInfo: String?, code: String?, idToken: String? = nil) {
        (self.sessionInfo, self.code, self.idToken) = (sessionInfo, code, idToken)
    }

    public init(_ body: WireBody) throws(AuthRefusal) {
        sessionInfo = try body.nonEmptyString("sessionInfo")
        code = try body.nonEmptyString("code")
        temporaryProof = try body.nonEmptyString("temporaryProof")
        phoneNumber = try body.nonEmptyString("phoneNumber")
        idToken = try body.nonEmptyString("idToken")
        operation = try body.enumeration("operation", schema: Self.operations)
    }
}

extension AuthService {
    static let unsupportedFirstFactor = "A phone number cannot be set as a first factor on an SMS based MFA user."

    /// Sends, that is lists, a code for a number.
    ///
    /// - Returns: `sessionInfo`, with which the code is to come back.
    public func sendVerificationCode(to phoneNumber: String?, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { _ in
            guard scope == .project else { throw AuthRefusal(.unsupportedTenantOperation) }
            guard let number = phoneNumber.flatMap({ PhoneNumber($0, strictness: strictness) }) else {
                throw AuthRefusal(.invalidPhoneNumber, "Invalid format.")
            }
            let now = now
            let verification = try store.write(in: scope) { transaction in
                if let owner = try transaction.account(phoneNumber: number.text),
                    !(owner.secondFactors ?? []).isEmpty
                {
                    throw AuthRefusal(.unsupportedFirstFactor, Self.unsupportedFirstFactor, uid: owner.localID)
                }
                return try giveOutCode(for: number.text, now: now, in: transaction)
            }
            return JSONObject([("sessionInfo", .string(verification.text))])
        }
    }

    /// A number of the configuration's list has its code from there, every other one a fresh one.
    ///
    /// - Throws: when a strict service has sent as many messages as the configuration allows.
    func giveOutCode(
        for number: String, now: Instant, in transaction: AccountTransaction
    ) throws -> PhoneVerification {
        let fixed = configuration.testPhoneNumbers[number]
        if fixed == nil { try requireQuota(.messagesPerMinute, .messagesPerHour) }
        let verification = PhoneVerification(
            text: unguessableText(PhoneVerification.kind, count: PhoneVerification.length), createdAt: now,
            phoneNumber: number, code: fixed ?? unguessableDigits("sms-code"))
        try transaction.insert(verification)
        if fixed == nil { countAgainst(.messagesPerMinute, .messagesPerHour) }
        return verification
    }

    /// The number that a code proves; the session is used up by the right code only.
    ///
    /// A wrong code is counted, which must last although the request is refused: it comes back as a failure. So must
    /// every refusal after this: the message was read, and its session is over.
    func provenNumber(
        sessionInfo: String, code: String, now: Instant, in transaction: AccountTransaction
    ) throws -> Result<String, AuthRefusal> {
        guard var verification = try transaction.handle(PhoneVerification.self, sessionInfo) else {
            throw AuthRefusal(.invalidSessionInfo)
        }
        if configuration.testPhoneNumbers[verification.phoneNumber] == nil {
            try takeFromQuota(.phoneAttempts)
        }
        if enforces(.phoneCodesExpire) {
            guard now < verification.createdAt + PhoneVerification.lifetime else {
                throw AuthRefusal(.sessionExpired)
            }
            guard verification.failures < PhoneVerification.tries else { throw AuthRefusal(.tooManyAttempts) }
        }
        guard constantTimeEqual(Array(code.utf8), Array(verification.code.utf8)) else {
            verification.failures += 1
            try transaction.update(verification)
            return .failure(AuthRefusal(.invalidCode))
        }
        try transaction.consume(verification)
        return .success(verification.phoneNumber)
    }

    /// Signs in, links or changes a number.
    ///
    /// - Returns: `isNewUser`, `phoneNumber`, `localId` and tokens; `temporaryProof` alone when the number is
    ///   another account's.
    public func signInWithPhoneNumber(
        _ request: PhoneSignInRequest, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            guard scope == .project else { throw AuthRefusal(.unsupportedTenantOperation) }
            let now = now
            let outcome = try store.write(in: scope) { transaction -> Result<PhoneOutcome, AuthRefusal> in
                let proven: Result<String, AuthRefusal>
                if let proof = request.temporaryProof {
                    proven = .success(
                        try provenNumber(by: proof, of: request.phoneNumber, now: now, in: transaction))
                } else {
                    guard let sessionInfo = request.sessionInfo else { throw AuthRefusal(.missingSessionInfo) }
                    guard let code = request.code else { throw AuthRefusal(.missingCode) }
                    proven = try provenNumber(sessionInfo: sessionInfo, code: code, now: now, in: transaction)
                }
                return try proven.keepingChanges { number in
                    try phoneOutcome(of: number, request, settings, now: now, in: transaction)
                }.flatMap { $0 }
            }.get()
            switch outcome {
            case .conflict(let number, let proof):
                return JSONObject([
                    ("phoneNumber", .string(number)), ("temporaryProof", .string(proof)),
                    ("temporaryProofExpiresIn", "3600"),
                ])
            case .signedIn(let account, let isNew, let grant):
                if isNew { record(AccountEvent(.created, uid: account.localID, provider: "phone")) }
                record(AccountEvent(.signedIn, uid: account.localID, provider: "phone"))
                var reply = JSONObject([
                    ("isNewUser", .bool(isNew)), ("localId", .string(account.localID)),
                ])
                reply["phoneNumber"] = account.phoneNumber.map { .string($0) }
                try write(grant, to: &reply)
                return reply
            }
        }
    }

    private enum PhoneOutcome {
        case signedIn(Account, isNew: Bool, SignInGrant)
        case conflict(number: String, proof: String)
    }

    private func provenNumber(
        by proof: String, of number: String?, now: Instant, in transaction: AccountTransaction
    ) throws -> String {
        guard let number else { throw AuthRefusal(.missingPhoneNumber) }
        guard let known = try transaction.handle(PhoneProof.self, proof), known.phoneNumber == number,
            !enforces(.phoneCodesExpire) || now < known.createdAt + PhoneProof.lifetime
        else { throw AuthRefusal(.invalidTemporaryProof) }
        return number
    }

    private func phoneOutcome(
        of number: String, _ request: PhoneSignInRequest, _ settings: ScopeSettings, now: Instant,
        in transaction: AccountTransaction
    ) throws -> Result<PhoneOutcome, AuthRefusal> {
        let owner = try transaction.account(phoneNumber: number)
        var account: Account
        var linked: Account?
        if let idToken = request.idToken {
            account = try self.account(for: present(idToken, in: settings.scope, now: now), in: transaction)
            if let owner, owner.localID != account.localID {
                guard request.temporaryProof == nil else {
                    throw AuthRefusal(.phoneNumberExists, uid: owner.localID)
                }
                let proof = PhoneProof(
                    text: unguessableText(PhoneProof.kind, count: PhoneProof.length), createdAt: now,
                    phoneNumber: number)
                try transaction.insert(proof)
                return .success(.conflict(number: number, proof: proof.text))
            }
            linked = account
        } else if let owner {
            account = owner
        } else {
            if enforces(.phoneOperationObeyed), request.operation == "REAUTH" { throw AuthRefusal(.userNotFound) }
            account = Account(localID: try freshLocalID(in: transaction), createdAt: now)
        }
        guard !account.isDisabled else { throw AuthRefusal(.userDisabled, uid: account.localID) }
        guard (account.secondFactors ?? []).isEmpty else {
            throw AuthRefusal(.unsupportedFirstFactor, Self.unsupportedFirstFactor, uid: account.localID)
        }
        account.phoneNumber = number
        let stored = linked ?? owner
        let admission = Admission(account: account, stored: stored, method: SignInMethod("phone"), event: "phone")
        return try admit(admission, settings, now: now, in: transaction)
            .map { .signedIn($0, isNew: stored == nil, $1) }
    }

    // MARK: - Listing

    /// Codes that nobody typed yet, oldest first, those of second factors too.
    public func verificationCodes(in scope: AuthScope = .project) throws -> JSONObject {
        touch(scope)
        let codes = try store.read(in: scope) { try $0.handles(PhoneVerification.self) }
        return JSONObject([
            (
                "verificationCodes",
                .array(
                    codes.map {
                        [
                            "phoneNumber": .string($0.phoneNumber), "sessionInfo": .string($0.text),
                            "code": .string($0.code),
                        ]
                    })
            )
        ])
    }
}
