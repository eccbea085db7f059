public import BridgePrimitives
import BridgeTrace
import Tokens

/// `accounts:sendOobCode`.
public struct OobCodeRequest: Sendable {
    public var requestType: String?
    public var email: String?
    public var newEmail: String?
    public var idToken: String?
    public var continueURL: String?
    public var returnsLink = false
    /// Scheme, host and port under which the service was asked: links point there.
    public var origin = "http://127.0.0.1:9099"

    /// In the schema's order, since an index may stand for a name.
    static let requestTypes = [
        "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
        "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
    ]

    public init() {}

    public init(_ body: WireBody) throws(AuthRefusal) {
        requestType = try body.enumeration("requestType", schema: Self.requestTypes)
        email = try body.nonEmptyString("email")
        newEmail = try body.nonEmptyString("newEmail")
        idToken = try body.nonEmptyString("idToken")
        continueURL = try body.nonEmptyString("continueUrl")
        returnsLink = try body.bool("returnOobLink") ?? false
    }
}

extension AuthService {
    /// Makes a code that would be sent by e-mail; here it is listed, and administrators get it in the reply.
    ///
    /// - Returns: `kind`, `email`, and for administrators who ask `oobCode` and `oobLink`.
    public func sendOobCode(
        _ request: OobCodeRequest, as caller: AuthCaller, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            guard let name = request.requestType, name != OobCodeRequest.requestTypes[0] else {
                throw AuthRefusal(.missingRequestType)
            }
            guard !request.returnsLink || caller == .admin else { throw AuthRefusal(.insufficientPermission) }
            let continueURL = try request.continueURL.map { try checkedContinueURL($0).text }
            guard let type = OobCode.RequestType(rawValue: name), type.isAskedFor else {
                throw AuthRefusal(.notImplemented, name)
            }
            let now = now
            let (email, code) = try store.write(in: scope) { transaction in
                let addresses = try addresses(of: request, type, settings, now: now, in: transaction)
                // Whether anybody is there to get it must not show in how many are left.
                if let quota = type.quota, !request.returnsLink { try takeFromQuota(quota) }
                guard addresses.isSent else { return (addresses.email, OobCode?.none) }
                let code = OobCode(
                    text: unguessableText(OobCode.kind, count: OobCode.length), createdAt: now, requestType: type,
                    email: addresses.email, newEmail: addresses.newEmail, continueURL: continueURL)
                try transaction.insert(code)
                return (addresses.email, code)
            }
            var reply = JSONObject([
                ("kind", "identitytoolkit#GetOobConfirmationCodeResponse"), ("email", .string(email)),
            ])
            if request.returnsLink, let code {
                reply["oobCode"] = .string(code.text)
                reply["oobLink"] = .string(code.link(origin: request.origin, tenantID: scope.tenantID))
            }
            return reply
        }
    }

    private struct Addresses {
        let email: String
        var newEmail: String?
        /// False where the reply must not tell that there is nobody to send to.
        var isSent = true
    }

    private func addresses(
        of request: OobCodeRequest, _ type: OobCode.RequestType, _ settings: ScopeSettings, now: Instant,
        in transaction: AccountTransaction
    ) throws -> Addresses {
        switch type {
        case .emailSignIn:
            guard settings.allowsEmailLinks else { throw AuthRefusal(.operationNotAllowed) }
            return Addresses(email: try address(request.email))
        case .passwordReset:
            if enforces(.codeAddressesChecked), !settings.allowsPasswords {
                throw AuthRefusal(.passwordLoginDisabled)
            }
            let email = try address(request.email)
            guard try transaction.account(email: email) != nil else {
                guard settings.improvedEmailPrivacy else { throw AuthRefusal(.emailNotFound) }
                return Addresses(email: email, isSent: false)
            }
            return Addresses(email: email)
        case .verifyEmail:
            return Addresses(
                email: try ownAddress(request, orElse: .invalidIDToken, settings, now: now, in: transaction))
        case .verifyAndChangeEmail:
            guard let wanted = request.newEmail else { throw AuthRefusal(.missingNewEmail) }
            let email = try ownAddress(request, orElse: .missingIDToken, settings, now: now, in: transaction)
            let new = try address(wanted, orElse: .invalidNewEmail)
            guard try transaction.account(email: new) == nil else {
                guard enforces(.emailPrivacyHidesAll), settings.improvedEmailPrivacy else {
                    throw AuthRefusal(.emailExists)
                }
                return Addresses(email: email, isSent: false)
            }
            return Addresses(email: email, newEmail: new)
        case .recoverEmail, .revertSecondFactorAddition: throw AuthRefusal(.notImplemented, type.rawValue)
        }
    }

    /// The address as accounts are found by it; what is none is refused by a strict service only.
    private func address(_ text: String?, orElse reason: AuthReason = .invalidEmail) throws -> String {
        guard let text else { throw AuthRefusal(.missingEmail) }
        guard enforces(.codeAddressesChecked) else { return ASCIIText.lowercased(text) }
        guard let address = EmailAddress(text, strictness: strictness) else { throw AuthRefusal(reason) }
        return address.text
    }

    /// The address of the token's user. Who asks for a link, as administrators do, and shows no token, names the user
    /// by the address.
    private func ownAddress(
        _ request: OobCodeRequest, orElse missingToken: AuthReason, _ settings: ScopeSettings, now: Instant,
        in transaction: AccountTransaction
    ) throws -> String {
        guard let idToken = request.idToken else {
            guard request.returnsLink else { throw AuthRefusal(missingToken) }
            let email = try address(request.email)
            guard try transaction.account(email: email) != nil else { throw AuthRefusal(.userNotFound) }
            return email
        }
        let account = try account(for: present(idToken, in: settings.scope, now: now), in: transaction)
        guard let email = account.email else { throw AuthRefusal(.missingEmail, uid: account.localID) }
        return email
    }

    /// The code with which the owner of an address that was changed takes it back.
    func giveOutRecovery(of email: String, now: Instant, in transaction: AccountTransaction) throws {
        try transaction.insert(
            OobCode(
                text: unguessableText(OobCode.kind, count: OobCode.length), createdAt: now,
                requestType: .recoverEmail, email: email))
    }

    /// The code with which the owner of an account undoes that somebody enrolled a second factor; nobody without an
    /// address could get it.
    func giveOutReversion(
        of factor: SecondFactor, from account: Account, now: Instant, in transaction: AccountTransaction
    ) throws {
        guard enforces(.factorsRevertible), let email = account.email else { return }
        try transaction.insert(
            OobCode(
                text: unguessableText(OobCode.kind, count: OobCode.length), createdAt: now,
                requestType: .revertSecondFactorAddition, email: email, enrollmentID: factor.enrollmentID))
    }

    /// The code as it was given out.
    ///
    /// - Throws: `auth/invalid-oob-code`; `auth/expired-oob-code` when strict.
    func oobCode(_ text: String, now: Instant, in transaction: AccountTransaction) throws -> OobCode {
        guard let code = try transaction.handle(OobCode.self, text) else { throw AuthRefusal(.invalidOobCode) }
        if enforces(.oobCodesExpire), now >= code.createdAt + code.requestType.lifetime {
            throw AuthRefusal(.expiredOobCode)
        }
        return code
    }

    /// A code of a scope, not used up by looking.
    ///
    /// - Throws: `auth/invalid-oob-code`; `auth/expired-oob-code` when strict.
    func oobCode(_ text: String, in scope: AuthScope) throws -> OobCode {
        try store.read(in: scope) { try oobCode(text, now: now, in: $0) }
    }

    // MARK: - Listing

    /// Codes that nobody used yet, oldest first, as the emulator's control plane lists them.
    public func oobCodes(in scope: AuthScope = .project, origin: String) throws -> JSONObject {
        touch(scope)
        let codes = try store.read(in: scope) { try $0.handles(OobCode.self) }
        return JSONObject([
            (
                "oobCodes",
                .array(
                    codes.map { code in
                        var row = JSONObject([("email", .string(code.email))])
                        row["newEmail"] = code.newEmail.map { .string($0) }
                        row["requestType"] = .string(code.requestType.rawValue)
                        row["oobCode"] = .string(code.text)
                        row["oobLink"] = .string(code.link(origin: origin, tenantID: scope.tenantID))
                        return .object(row)
                    })
            )
        ])
    }
}

extension OobCode.RequestType {
    /// What an e-mail with such a code counts against; nil for those that are never asked for.
    fileprivate var quota: Quota? {
        switch self {
        case .emailSignIn: .signInMails
        case .passwordReset: .passwordResetMails
        case .verifyEmail, .verifyAndChangeEmail: .verificationMails
        case .recoverEmail, .revertSecondFactorAddition: nil
        }
    }
}

extension OobCode {
    /// The link that the e-mail would carry.
    func link(origin: String, tenantID: String?) -> String {
        var link = "\(origin)/emulator/action?mode=\(requestType.mode)&lang=en&oobCode=\(text)&apiKey=fake-api-key"
        if let continueURL { link += "&continueUrl=\(PercentEncoding.encode(continueURL))" }
        if let tenantID { link += "&tenantId=\(PercentEncoding.encode(tenantID))" }
        return link
    }
}
