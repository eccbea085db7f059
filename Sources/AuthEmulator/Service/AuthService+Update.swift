public import BridgePrimitives
import BridgeTrace
import Tokens

extension AuthService {
    /// Changes an account: the owner's of a code, the one of an ID token, or any as an administrator, looked at in
    /// this order.
    ///
    /// - Returns: `kind`, `localId`, the profile, `providerUserInfo`, `newEmail` when an address was sent; tokens when
    ///   the change revoked the old ones and somebody is signed in by the call.
    /// - Throws: an ``AuthRefusal``; errors of the store.
    public func update(
        _ request: UpdateRequest, as caller: AuthCaller, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { settings in
            try checkShape(of: request, as: caller)
            let now = now
            if let code = request.oobCode { return try update(by: code, request, settings, now: now) }
            let presented = try request.idToken.map { try present($0, in: scope, now: now) }
            let password = try hash(request.password, settings)

            let (account, grant) = try store.write(in: scope) { transaction in
                var account = try subject(of: request, presented: presented, as: caller, now: now, in: transaction)
                let revokes = try changeCredentials(
                    of: &account, by: request, hashed: password, as: caller, provider: presented?.provider, settings,
                    now: now, in: transaction)
                try changeSecondFactors(of: &account, by: request, as: caller)
                try changeProfile(of: &account, by: request, as: caller, in: transaction)
                account.remove(request)
                try link(request.linkedIdentity, to: &account, in: transaction)

                let provider = request.password == nil ? presented?.provider : "password"
                var grant: TokenGrant?
                if revokes, let provider {
                    account.lastRefreshAt = now
                    // The caller stays signed in with a session of its own; the revocation ended the others.
                    let factor = enforces(.sessionFactorKept) ? presented?.secondFactor : nil
                    grant = try grantSession(
                        account, SignInMethod(provider, secondFactor: factor), in: scope, now: now, in: transaction)
                }
                try transaction.update(account)
                return (account, grant)
            }
            record(
                AccountEvent(
                    .updated, uid: account.localID, provider: presented?.provider,
                    reasons: AccountChangeReason.all(of: request).map(\.code)))
            var reply = updateReply(about: account, in: scope)
            reply["newEmail"] = request.email.flatMap { EmailAddress($0, strictness: strictness) }.map {
                .string($0.text)
            }
            if let grant { try issue(grant).write(to: &reply) }
            return reply
        }
    }

    /// What every update repeats of the user record; JavaScript overwrites its own values with these.
    func updateReply(about account: Account, in scope: AuthScope) -> JSONObject {
        let echoed: Set<String> = [
            "localId", "email", "displayName", "photoUrl", "passwordHash", "emailVerified", "providerUserInfo",
        ]
        var reply = JSONObject([("kind", "identitytoolkit#SetAccountInfoResponse")])
        for (name, value) in wireForm(of: account, for: .user, in: scope) where echoed.contains(name) {
            reply[name] = value
        }
        if reply["providerUserInfo"] == nil { reply["providerUserInfo"] = [] }
        return reply
    }

    /// All that can be said without looking at an account.
    private func checkShape(of request: UpdateRequest, as caller: AuthCaller) throws {
        if let name = request.unsupportedMember { throw AuthRefusal(.notImplemented, name) }
        switch caller {
        case .user:
            guard request.idToken != nil || request.oobCode != nil else {
                throw AuthRefusal(.invalidRequestType, "Unsupported request parameters.")
            }
            guard request.customAttributes == nil else { throw AuthRefusal(.insufficientPermission) }
        case .admin:
            guard let localID = request.localID else { throw AuthRefusal(.missingLocalID) }
            // An empty text stands for no claims at all.
            if let attributes = request.customAttributes, !attributes.isEmpty {
                do { try CustomAttributes.check(attributes) } catch {
                    var refusal = error
                    refusal.uid = localID
                    throw refusal
                }
            }
        }
        for name in ["PROVIDER", "RAW_USER_INFO"] where request.deleteAttributes.contains(name) {
            throw AuthRefusal(.notImplemented, name)
        }
    }

    /// Whom the request is about.
    private func subject(
        of request: UpdateRequest, presented: PresentedIDToken?, as caller: AuthCaller, now: Instant,
        in transaction: AccountTransaction
    ) throws -> Account {
        guard let presented else {
            guard let localID = request.localID, let account = try transaction.account(localID: localID) else {
                throw AuthRefusal(.userNotFound, uid: request.localID)
            }
            return account
        }
        let account = try self.account(for: presented, in: transaction)
        if caller == .user, request.changesCredentials { try requireRecentSignIn(presented, now: now) }
        guard request.disableUser == nil else { throw AuthRefusal(.operationNotAllowed, uid: account.localID) }
        return account
    }

    /// Address and password. Returns whether tokens from before are revoked by it.
    private func changeCredentials(
        of account: inout Account, by request: UpdateRequest, hashed: StoredPassword?, as caller: AuthCaller,
        provider: String?, _ settings: ScopeSettings, now: Instant, in transaction: AccountTransaction
    ) throws -> Bool {
        var revokes = false
        if let email = request.email {
            guard let address = EmailAddress(email, strictness: strictness) else {
                throw AuthRefusal(.invalidEmail, uid: account.localID)
            }
            if address.text != account.email {
                if caller == .user { try requireChangeableEmail(of: account, settings) }
                guard try transaction.account(email: address.text) == nil else {
                    throw AuthRefusal(.emailExists, uid: account.localID)
                }
                if provider != "anonymous", account.initialEmail == nil { account.initialEmail = account.email }
                (account.email, account.emailVerified) = (address.text, false)
                if let initial = account.initialEmail { try giveOutRecovery(of: initial, now: now, in: transaction) }
                revokes = true
            }
        }
        if let password = request.password {
            try apply(password: password, hashed: hashed, to: &account, settings, now: now)
            revokes = true
        }
        if revokes { account.validSince = now }
        if let seconds = request.validSince {
            // Users may end their other sessions, at no other time than now.
            account.validSince = caller == .admin ? Instant(secondsSinceEpoch: seconds) : now
            revokes = true
        }
        return revokes
    }

    /// Production lets only a verified address replace the old one where addresses are private or guarded.
    private func requireChangeableEmail(of account: Account, _ settings: ScopeSettings) throws {
        if enforces(.emailPrivacyHidesAll), settings.improvedEmailPrivacy {
            throw AuthRefusal(
                .operationNotAllowed, "Please verify the new email before changing email.", uid: account.localID)
        }
        if enforces(.emailChangeNeedsVerification), settings.asksForSecondFactor(of: account) {
            throw AuthRefusal(.emailChangeNeedsVerification, uid: account.localID)
        }
    }

    private func changeProfile(
        of account: inout Account, by request: UpdateRequest, as caller: AuthCaller, in transaction: AccountTransaction
    ) throws {
        account.displayName = try checked(displayName: request.displayName) ?? account.displayName
        account.photoURL = try checked(photoURL: request.photoURL) ?? account.photoURL
        guard caller == .admin else { return }
        if let number = request.phoneNumber, number != account.phoneNumber {
            try apply(phoneNumber: number, to: &account, in: transaction)
        }
        account.disabled = request.disableUser ?? account.disabled
        account.emailVerified = request.emailVerified ?? account.emailVerified
        account.customAttributes = request.customAttributes ?? account.customAttributes
        if let created = request.createdAt { account.createdAt = Instant(millisecondsSinceEpoch: created) }
        if let login = request.lastLoginAt { account.lastLoginAt = Instant(millisecondsSinceEpoch: login) }
    }

    /// The identity of `linkProviderUserInfo`, which nobody proves. One that another account has moves, or when strict
    /// stays where it is.
    func link(_ row: WireBody?, to account: inout Account, in transaction: AccountTransaction) throws {
        guard let row else { return }
        guard let provider = try row.nonEmptyString("providerId") else { throw AuthRefusal(.missingProviderID) }
        guard let raw = try row.nonEmptyString("rawId") else { throw AuthRefusal(.missingRawID) }
        // These two follow from the account's address and number.
        guard provider != "password", provider != "phone" else { return }
        if var owner = try transaction.account(providerID: provider, rawID: raw), owner.localID != account.localID {
            guard !enforces(.identitiesStay) else {
                throw AuthRefusal(.federatedUserIDAlreadyLinked, uid: owner.localID)
            }
            owner.identities.removeAll { $0.providerID == provider }
            try transaction.update(owner)
        }
        account.set(
            ProviderIdentity(
                providerID: provider, rawID: raw, federatedID: try row.string("federatedId"),
                email: try row.string("email"), displayName: try row.string("displayName"),
                photoURL: try row.string("photoUrl"), screenName: try row.string("screenName"),
                phoneNumber: try row.string("phoneNumber")))
    }
}

extension Account {
    fileprivate mutating func remove(_ request: UpdateRequest) {
        let attributes = request.deleteAttributes, providers = request.deleteProviders
        if attributes.contains("DISPLAY_NAME") { displayName = nil }
        if attributes.contains("PHOTO_URL") { photoURL = nil }
        if attributes.contains("PASSWORD") { password = nil }
        if attributes.contains("EMAIL") { (email, emailVerified, emailLinkSignin) = (nil, nil, false) }
        if providers.contains("password") {
            (email, emailVerified, emailLinkSignin, password) = (nil, nil, false, nil)
        }
        if providers.contains("phone") { phoneNumber = nil }
        identities.removeAll { providers.contains($0.providerID) }
        passkeys?.removeAll { request.deletePasskeys.contains($0.credentialID) }
    }

    /// A row in the place of the provider's last one.
    fileprivate mutating func set(_ identity: ProviderIdentity) {
        if let position = identities.firstIndex(where: { $0.providerID == identity.providerID }) {
            identities[position] = identity
        } else {
            identities.append(identity)
        }
    }
}

extension AccountChangeReason {
    /// What a change means for tokens that were handed out before it.
    fileprivate static func all(of request: UpdateRequest) -> [Self] {
        (request.customAttributes == nil ? [] : [.claimsChanged])
            + (request.disableUser == true || request.validSince != nil ? [.sessionsEnded] : [])
    }
}
