public import BridgePrimitives
public import BridgeTrace
import GRDB
import Synchronization
public import Tokens

/// The rules of Firebase Authentication: what each endpoint checks, in which order, and what it changes.
///
/// Methods take decoded requests and return the members of the reply, or throw an ``AuthRefusal``; HTTP stays
/// outside. They block for as long as SQLite, one RSA signature or one password hash takes.
public final class AuthService: Sendable {
    public let projectID: String
    public let strictness: Strictness
    public let tokenForm: TokenForm
    public let keys: KeyRing
    /// Whose custom tokens sign users in.
    public let serviceAccount: ServiceAccount

    let store: AccountStore
    let clock: WorldClock
    let trace: TraceLog
    let ids: IdentitySource
    let idTokenVerifier: IDTokenVerifier
    let customTokenVerifier: CustomTokenVerifier
    private let initialConfiguration: AuthConfiguration
    private let currentConfiguration: Mutex<AuthConfiguration>

    /// - Parameters:
    ///   - projectID: the audience of the ID tokens.
    ///   - tokenForm: nil for what the strictness implies: strict signs, lenient does not.
    ///   - ids: where uids and session ids come from; the tokens themselves cannot be guessed from it.
    /// - Throws: `usage/strict-needs-signed` for unsigned tokens that the service itself would then refuse.
    public init(
        projectID: String, strictness: Strictness, tokenForm: TokenForm? = nil, store: AccountStore, keys: KeyRing,
        serviceAccount: ServiceAccount, clock: WorldClock, trace: TraceLog, ids: IdentitySource,
        configuration: AuthConfiguration = AuthConfiguration()
    ) throws(BridgeFailure) {
        let form = tokenForm ?? (strictness == .strict ? .signed : .unsigned)
        guard strictness == .lenient || form == .signed else {
            throw BridgeFailure(
                .usage, code: "usage/strict-needs-signed",
                cause: "strict services refuse unsigned tokens, their own too",
                mend: "pass --lenient with --tokens unsigned")
        }
        (self.projectID, self.strictness, self.tokenForm) = (projectID, strictness, form)
        (self.store, self.keys, self.serviceAccount) = (store, keys, serviceAccount)
        (self.clock, self.trace, self.ids) = (clock, trace, ids)
        idTokenVerifier = IDTokenVerifier(projectID: projectID, checks: .strict)
        customTokenVerifier = CustomTokenVerifier(
            serviceAccounts: [serviceAccount.email: serviceAccount.key.verificationKey],
            checks: strictness == .strict ? .strict : .lenient)
        initialConfiguration = configuration
        currentConfiguration = Mutex(configuration)
    }

    public var configuration: AuthConfiguration { currentConfiguration.withLock { $0 } }

    public func configure(_ change: (inout AuthConfiguration) -> Void) {
        var changed = configuration
        change(&changed)
        currentConfiguration.withLock { $0 = changed }
    }

    /// Forgets accounts, sessions and configuration, as after a first start; keys stay.
    public func reset() throws {
        try store.write { try $0.deleteAll() }
        currentConfiguration.withLock { $0 = initialConfiguration }
    }

    var isStrict: Bool { strictness == .strict }

    // MARK: - Recording

    /// Runs one request, and leaves its refusal in the trace.
    func answering(_ body: () throws -> JSONObject) throws -> JSONObject {
        do { return try body() } catch let refusal as AuthRefusal {
            record(AccountEvent(.refused, uid: refusal.uid, reasons: refusal.reasons))
            throw refusal
        }
    }

    func record(_ event: AccountEvent) { trace.record(.account(event), by: .auth) }

    func record(
        _ action: TokenEvent.Action, _ form: TokenEvent.Form, _ token: String, uid: String?, reasons: [ReasonCode] = []
    ) {
        let masked = trace.masking.secret(token)
        trace.record(.token(TokenEvent(action, form, token: masked, uid: uid, reasons: reasons)), by: .auth)
    }
}
