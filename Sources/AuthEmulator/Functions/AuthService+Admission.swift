import BridgePrimitives

/// A first factor that was right: the user as they are to be stored, and what functions are told of it.
struct Admission {
    var account: Account
    /// As it is stored now; nil for a user who is new.
    let stored: Account?
    var method: SignInMethod
    /// How functions know the method; nil for sign-ins that fire none.
    let event: String?
    var provider: VerifiedProvider?
    /// See ``AuthService/grantSignIn(_:_:linking:_:now:in:)``.
    var linking: PresentedIDToken?
    /// Whether nothing but the times of signing in changes, unless a function changes more.
    var changesTimesOnly = false
    /// Whether a user with second factors is asked for one; who has just signed up is not.
    var asksForFactor = true
}

extension AuthService {
    /// Ends a first factor: asks the project's functions, stores the user, and grants tokens or asks for the second one.
    ///
    /// - Returns: the account as it is stored and what it gets; or a refusal, for transactions that must keep what they
    ///   did before: of a function, or of a user whom a function has disabled.
    /// - Throws: ``PendingFunction``; errors of the store.
    func admit(
        _ admission: Admission, _ settings: ScopeSettings, now: Instant, in transaction: AccountTransaction
    ) throws -> Result<(Account, SignInGrant), AuthRefusal> {
        var (account, method) = (admission.account, admission.method)
        func changes(by kind: BlockingEvent, _ identities: [ProviderIdentity]) throws
            -> Result<FunctionChanges, AuthRefusal>?
        {
            try admission.event.flatMap { event in
                try self.changes(
                    by: FunctionEvent(
                        kind: kind, account: account, identities: identities, method: event,
                        provider: admission.provider, scope: settings.scope), now: now)
            }
        }

        /// All that was decided so far, for what ends here.
        func store(timesOnly: Bool = false) throws {
            if admission.stored == nil {
                try transaction.insert(account)
                countAgainst(.newAccounts)
            } else if timesOnly {
                try transaction.noteSignIn(account)
            } else {
                try transaction.update(account)
            }
        }
        func disabled() throws -> Result<(Account, SignInGrant), AuthRefusal> {
            account.lastLoginAt = now
            try store()
            return .failure(AuthRefusal(.userDisabled, uid: account.localID))
        }

        if admission.stored == nil {
            try requireQuota(.newAccounts)
            // Identities are those of providers here: what follows from the account comes with storing it.
            switch try changes(by: .beforeCreate, account.identities) {
            case nil: break
            case .failure(let refusal): return .failure(refusal)
            case .success(let changes): changes.apply(to: &account)
            }
            if account.isDisabled { return try disabled() }
        }
        var timesOnly = admission.changesTimesOnly
        let asksForFactor =
            admission.asksForFactor && admission.linking == nil && settings.asksForSecondFactor(of: account)
        if !asksForFactor {
            switch try changes(by: .beforeSignIn, (admission.stored ?? account).allIdentities) {
            case nil: break
            case .failure(let refusal):
                if admission.stored == nil { try store() }
                return .failure(refusal)
            case .success(let changes):
                changes.apply(to: &account)
                if let claims = changes.sessionClaims { method.claims = claims }
                timesOnly = false
            }
            if account.isDisabled { return try disabled() }
        }
        let grant: SignInGrant
        if admission.asksForFactor {
            grant = try grantSignIn(&account, method, linking: admission.linking, settings, now: now, in: transaction)
        } else {
            (account.lastLoginAt, account.lastRefreshAt) = (now, now)
            grant = .tokens(try grantSession(account, method, in: settings.scope, now: now, in: transaction))
        }
        try store(timesOnly: timesOnly)
        return .success((account, grant))
    }
}
