public import BridgePrimitives
public import BridgeTrace
import Databases
public import Faults
public import Tokens

/// The rules of Firebase Authentication: what each endpoint checks, in which order, and what it changes.
///
/// Methods take decoded requests and return the members of the reply, or throw an ``AuthRefusal``; HTTP stays
/// outside. They block for as long as SQLite, one RSA signature or one password hash takes; for a project's
/// functions nothing blocks, see ``FunctionPass``.
public final class AuthService: Sendable {
    public let projectID: String
    public let strictness: Strictness
    public let tokenForm: TokenForm
    public let keys: KeyRing
    /// The service account whose custom tokens are accepted.
    public let serviceAccount: ServiceAccount

    /// What the service shares with those of further projects.
    let surroundings: AuthSurroundings
    /// The further projects; those know of none themselves.
    let projects: AuthProjects
    private let initialConfiguration: AuthConfiguration

    let store: AccountStore
    let clock: WorldClock
    let trace: TraceLog
    let ids: IdentitySource
    let idTokenVerifier: IDTokenVerifier
    let customTokenVerifier: CustomTokenVerifier
    let settings: SettingsBook
    /// What was done too often, where the configuration says how often is too often.
    let quotaBook = Mutex(QuotaBook())
    /// Users who are at a provider's page.
    let redirects = Mutex(RedirectSignIns())

    /// - Parameters:
    ///   - projectID: the audience of the ID tokens.
    ///   - tokenForm: nil for what the strictness implies: strict signs, lenient does not.
    ///   - ids: where uids and session ids come from; the tokens themselves cannot be guessed from it.
    /// - Throws: `usage/strict-needs-signed` for unsigned tokens that the service itself would then refuse.
    public convenience init(
        projectID: String, strictness: Strictness, tokenForm: TokenForm? = nil, store: AccountStore, keys: KeyRing,
        serviceAccount: ServiceAccount, clock: WorldClock, trace: TraceLog, ids: IdentitySource,
        configuration: AuthConfiguration = AuthConfiguration()
    ) throws(BridgeFailure) {
        try self.init(
            projectID: projectID, strictness: strictness, tokenForm: tokenForm, store: store, keys: keys,
            serviceAccount: serviceAccount, clock: clock, trace: trace, ids: ids, configuration: configuration,
            surroundings: AuthSurroundings())
    }

    /// A further project of a service. Its ids are a sequence of their own, so that one seed gives one run whatever
    /// order the projects are made in.
    convenience init(projectID: String, store: AccountStore, asIn service: AuthService) throws(BridgeFailure) {
        try self.init(
            projectID: projectID, strictness: service.strictness, tokenForm: service.tokenForm, store: store,
            keys: service.keys, serviceAccount: service.serviceAccount, clock: service.clock, trace: service.trace,
            ids: service.ids.derived(for: projectID), configuration: service.initialConfiguration,
            surroundings: service.surroundings)
    }

    private init(
        projectID: String, strictness: Strictness, tokenForm: TokenForm?, store: AccountStore, keys: KeyRing,
        serviceAccount: ServiceAccount, clock: WorldClock, trace: TraceLog, ids: IdentitySource,
        configuration: AuthConfiguration, surroundings: AuthSurroundings
    ) throws(BridgeFailure) {
        let form = tokenForm ?? .usual(for: strictness)
        guard form == .signed || !StrictnessRule.tokensSigned.isEnforced(by: strictness) else {
            throw BridgeFailure(
                AuthServiceReason.strictNeedsSigned,
                cause: "a strict service, which is the default, refuses unsigned tokens, its own too")
        }
        (self.projectID, self.strictness, self.tokenForm) = (projectID, strictness, form)
        (self.store, self.keys, self.serviceAccount) = (store, keys, serviceAccount)
        (self.clock, self.trace, self.ids) = (clock, trace, ids)
        (self.surroundings, initialConfiguration) = (surroundings, configuration)
        projects = AuthProjects(stores: ProjectStores(beside: store))
        idTokenVerifier = IDTokenVerifier(projectID: projectID, checks: .strict)
        customTokenVerifier = CustomTokenVerifier(
            serviceAccounts: [serviceAccount.email: serviceAccount.key.verificationKey],
            checks: StrictnessRule.customTokenVerified.isEnforced(by: strictness) ? .strict : .lenient)
        do {
            ids.begin(epoch: try store.write { try $0.takeIDEpoch() })
            settings = try SettingsBook(store: store, initial: configuration)
        } catch {
            throw error as? BridgeFailure
                ?? BridgeFailure(AccountDatabaseReason.damaged, cause: "the configuration cannot be read: \(error)")
        }
    }

    /// Who answers for Apple, Twitter and other providers. Tokens of a provider that nobody answers for are looked at
    /// as far as that goes without its keys.
    public var identityProviders: (any IdentityProviderDirectory)? {
        get { surroundings.directory.withLock { $0 } }
        set { surroundings.directory.withLock { $0 = newValue } }
    }

    /// The faults that are injected.
    public var faults: FaultBook { surroundings.faults }
    /// The audit log of all requests.
    public var audit: AuditLog { surroundings.audit }

    /// Hosts where the web app is, as whoever started the services says: authorised without being configured.
    package var announcedDomains: [String] {
        get { surroundings.announcedDomains.withLock { $0 } }
        set { surroundings.announcedDomains.withLock { $0 = newValue } }
    }

    /// The project's configuration, kept in the store.
    public var configuration: AuthConfiguration { settings.configuration }

    public func configure(_ change: (inout AuthConfiguration) -> Void) throws { try settings.change(change) }

    /// Forgets accounts, tenants, sessions, codes, configuration, faults and all further projects, as after a first
    /// start; keys stay.
    ///
    /// - Complexity: O(pages): a hundred thousand accounts go in milliseconds.
    public func reset() throws {
        try store.removeAll()
        projects.removeAll()
        settings.reset()
        faults.set([])
        audit.removeAll()
        redirects.withLock { $0 = RedirectSignIns() }
        quotaBook.withLock { $0 = QuotaBook() }
    }

    /// Whether this service acts as the strict column of the table says.
    func enforces(_ rule: StrictnessRule) -> Bool { rule.isEnforced(by: strictness) }

    /// The service's time: the world's, unless a fault skews it for the request at hand.
    var now: Instant {
        guard let effects = FaultEffects.current else { return clock.now }
        return clock.now + effects.skew
    }

    // MARK: - Scopes

    /// What holds for the scope's users. A lenient service makes a tenant that it hears of for the first time.
    ///
    /// - Parameter evenIfDisabled: for the few calls that do not ask whether the tenant's sign-in is switched off.
    /// - Throws: `auth/tenant-not-found` when strict; `auth/project-disabled`.
    func settings(of scope: AuthScope, evenIfDisabled: Bool = false) throws -> ScopeSettings {
        if let known = settings.settings(of: scope) {
            if known.isDisabled, !evenIfDisabled { throw AuthRefusal(.projectDisabled) }
            return known
        }
        guard let id = scope.tenantID, !enforces(.unknownTenantRefused) else { throw AuthRefusal(.tenantNotFound) }
        guard Tenant.isValid(id: id) else {
            throw AuthRefusal(.invalidArgument, "/tenantId must have 1 to \(Tenant.idLimit) characters, and no NUL")
        }
        try settings.set(Tenant.implicit(id: id))
        guard let made = settings.settings(of: scope) else { throw AuthRefusal(.tenantNotFound) }
        return made
    }

    /// A lenient service makes a tenant as soon as it is named, by whatever call.
    func touch(_ scope: AuthScope) { _ = try? settings(of: scope, evenIfDisabled: true) }

    // MARK: - Recording

    /// Runs one request on a scope's users, and leaves its refusal in the trace.
    func answering(
        in scope: AuthScope, evenIfDisabled: Bool = false, _ body: (ScopeSettings) throws -> JSONObject
    ) throws -> JSONObject {
        do { return try body(try settings(of: scope, evenIfDisabled: evenIfDisabled)) } catch let refusal as AuthRefusal
        { throw recorded(refusal) }
    }

    /// The refusal, once it is in the trace.
    func recorded(_ refusal: AuthRefusal) -> AuthRefusal {
        guard !refusal.isRecorded else { return refusal }
        let detail = refusal.offender.map(trace.masking.text)
        record(AccountEvent(.refused, uid: refusal.uid, reasons: refusal.reasons, detail: detail))
        var refusal = refusal
        refusal.isRecorded = true
        return refusal
    }

    func record(_ event: AccountEvent) { record(.account(event)) }

    func record(
        _ action: TokenEvent.Action, _ form: TokenEvent.Form, _ token: String, uid: String?, reasons: [ReasonCode] = []
    ) {
        let masked = trace.masking.secret(token)
        record(.token(TokenEvent(action, form, token: masked, uid: uid, reasons: reasons)))
    }

    /// At once, or when it is sure that a request is not run again.
    private func record(_ event: TraceEvent.Kind) {
        if let pass = FunctionPass.current { pass.note(event) } else { trace.record(event, by: .auth) }
    }
}
