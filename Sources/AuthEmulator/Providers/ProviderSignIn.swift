import BridgePrimitives

/// Whose account a provider's identity leads to: the decision table of `signInWithIdp`, inside one transaction.
struct ProviderSignIn {
    let service: AuthService
    let settings: ScopeSettings
    let provider: VerifiedProvider
    let now: Instant
    let createsAccounts: Bool

    enum Outcome {
        case signedIn(Account, isNew: Bool, wasRecycled: Bool, SignInGrant)
        /// Another account has the address, and the provider does not vouch that it is the user's.
        case needsConfirmation(Account)
        /// A conflict that goes back with the credential.
        case conflict(AuthRefusal)
        /// What the provider said is stored, and nobody is signed in.
        case refused(AuthRefusal)
    }

    private var method: SignInMethod {
        SignInMethod(provider.credential.providerID, attributes: provider.attributes)
    }

    // MARK: - Signing in

    func signIn(in transaction: AccountTransaction) throws -> Outcome {
        let identity = provider.identity
        if let known = try transaction.account(providerID: identity.providerID, rawID: identity.rawID) {
            var account = known
            account.replace(identity)
            return try end(account, stored: known, in: transaction)
        }
        let email = settings.allowsDuplicateEmails ? nil : provider.profile.email
        guard let email, let known = try transaction.account(email: email) else {
            guard createsAccounts else { throw AuthRefusal(.userNotFound) }
            var account = Account(localID: try service.freshLocalID(in: transaction), createdAt: now)
            account.identities = [identity]
            account.takeProfile(of: provider.profile)
            if let email { (account.email, account.emailVerified) = (email, provider.profile.emailVerified) }
            return try end(account, stored: nil, in: transaction)
        }
        guard provider.profile.emailVerified else { return .needsConfirmation(known) }
        var owner = known
        let wasRecycled = owner.identities.contains { $0.providerID == identity.providerID }
        if owner.emailVerified != true {
            // Whoever made the account never proved that the address is theirs: what they put there goes.
            // Identities at other providers stay: who linked one has shown to be somebody there.
            (owner.password, owner.passwordUpdatedAt, owner.phoneNumber) = (nil, nil, nil)
            owner.validSince = now
        }
        owner.replace(identity)
        owner.takeProfile(of: provider.profile)
        owner.emailVerified = true
        return try end(owner, stored: known, wasRecycled: wasRecycled, in: transaction)
    }

    // MARK: - Linking

    func link(
        _ known: Account, of presented: PresentedIDToken, returnsCredential: Bool,
        in transaction: AccountTransaction
    ) throws -> Outcome {
        let identity = provider.identity
        func conflict(_ reason: AuthReason, _ owner: Account) throws -> Outcome {
            let refusal = AuthRefusal(reason, uid: owner.localID)
            guard returnsCredential else { throw refusal }
            return .conflict(refusal)
        }
        if let owner = try transaction.account(providerID: identity.providerID, rawID: identity.rawID) {
            return try conflict(.federatedUserIDAlreadyLinked, owner)
        }
        var account = known
        if let email = provider.profile.email {
            if !settings.allowsDuplicateEmails {
                if let owner = try transaction.account(email: email), owner.localID != known.localID {
                    return try conflict(.emailExists, owner)
                }
                if account.email == nil { (account.email, account.emailVerified) = (email, false) }
            }
            if account.email == email, provider.profile.emailVerified { account.emailVerified = true }
        }
        account.replace(identity)
        return try end(account, stored: known, linking: presented, in: transaction)
    }

    private func end(
        _ account: Account, stored: Account?, wasRecycled: Bool = false, linking presented: PresentedIDToken? = nil,
        in transaction: AccountTransaction
    ) throws -> Outcome {
        var account = account
        // The emulator asks a disabled user for the second factor first.
        if account.isDisabled, service.enforces(.disabledBeforeFactor) || !settings.asksForSecondFactor(of: account) {
            account.lastLoginAt = now
            try transaction.update(account)
            return .refused(AuthRefusal(.userDisabled, uid: account.localID))
        }
        let admission = Admission(
            account: account, stored: stored, method: method, event: provider.credential.providerID,
            provider: provider, linking: service.enforces(.linkingAsksNoFactor) ? presented : nil)
        switch try service.admit(admission, settings, now: now, in: transaction) {
        case .success(let (account, grant)):
            return .signedIn(account, isNew: stored == nil, wasRecycled: wasRecycled, grant)
        case .failure(let refusal): return .refused(refusal)
        }
    }
}

extension Account {
    fileprivate mutating func replace(_ identity: ProviderIdentity) {
        if let position = identities.firstIndex(where: { $0.providerID == identity.providerID }) {
            identities[position] = identity
        } else {
            identities.append(identity)
        }
    }

    /// The provider's profile in place of the account's; what the provider does not say is gone.
    fileprivate mutating func takeProfile(of provider: ProviderProfile) {
        (displayName, photoURL) = (provider.displayName, provider.photoURL)
        for name in ["screenName", "language", "dateOfBirth"] { profile[name] = nil }
        profile["screenName"] = provider.screenName.map { .string($0) }
    }
}
