import BridgePrimitives

/// Configuration, tenants and identity providers, in memory for every request to look at, in the store so that they outlive the process.
final class SettingsBook: Sendable {
    private struct State {
        var configuration: AuthConfiguration
        var tenants: [String: Tenant]
        var providers: [AuthScope: [String: ProviderConfig]] = [:]
    }

    private let state: Mutex<State>
    private let store: AccountStore
    private let initial: AuthConfiguration
    static let configurationName = "configuration"

    /// - Parameter initial: as after a first start, unless the store knows better.
    init(store: AccountStore, initial: AuthConfiguration) throws {
        (self.store, self.initial) = (store, initial)
        state = Mutex(try Self.read(store, initial))
    }

    private static func read(_ store: AccountStore, _ initial: AuthConfiguration) throws -> State {
        try store.read { transaction in
            State(
                configuration: try transaction.setting(configurationName).map(AuthConfiguration.init(json:)) ?? initial,
                tenants: Dictionary(try transaction.tenants().map { ($0.id, $0) }) { first, _ in first },
                providers: try transaction.providers().reduce(into: [:]) {
                    $0[$1.scope, default: [:]][$1.config.id] = $1.config
                })
        }
    }

    var configuration: AuthConfiguration { state.withLock { $0.configuration } }
    var hasTenants: Bool { state.withLock { !$0.tenants.isEmpty } }

    func tenant(id: String) -> Tenant? { state.withLock { $0.tenants[id] } }

    /// In the order of their ids.
    var tenants: [Tenant] { state.withLock { $0.tenants.values.sorted { $0.id < $1.id } } }

    func settings(of scope: AuthScope) -> ScopeSettings? {
        state.withLock { state in
            guard let id = scope.tenantID else { return ScopeSettings(state.configuration) }
            return state.tenants[id].map { ScopeSettings($0, of: state.configuration) }
        }
    }

    /// Changes the configuration, one caller at a time; it is on disk when this returns.
    func change(_ body: (inout AuthConfiguration) -> Void) throws {
        do {
            try store.write { transaction in
                var configuration = self.configuration
                body(&configuration)
                try transaction.set(Self.configurationName, to: configuration.json)
                state.withLock { $0.configuration = configuration }
            }
        } catch {
            // Nothing was stored, so nothing has changed.
            try? reload()
            throw error
        }
    }

    func set(_ tenant: Tenant) throws {
        try store.write { try $0.store(tenant) }
        state.withLock { $0.tenants[tenant.id] = tenant }
    }

    func removeTenant(id: String) throws {
        try store.write { try $0.deleteTenant(id: id) }
        state.withLock {
            $0.tenants[id] = nil; $0.providers[AuthScope(tenantID: id)] = nil
        }
    }

    // MARK: - Identity providers

    func provider(_ id: String, in scope: AuthScope) -> ProviderConfig? { state.withLock { $0.providers[scope]?[id] } }

    /// In the order of their ids.
    func providers(in scope: AuthScope) -> [ProviderConfig] {
        state.withLock { ($0.providers[scope] ?? [:]).values.sorted { $0.id < $1.id } }
    }

    func set(_ config: ProviderConfig, in scope: AuthScope) throws {
        try store.write(in: scope) { try $0.store(config) }
        state.withLock { $0.providers[scope, default: [:]][config.id] = config }
    }

    func removeProvider(_ id: String, in scope: AuthScope) throws {
        try store.write(in: scope) { try $0.deleteProvider(id: id) }
        state.withLock { $0.providers[scope]?[id] = nil }
    }

    /// What the store says, after somebody else changed it.
    func reload() throws {
        let read = try Self.read(store, initial)
        state.withLock { $0 = read }
    }

    /// As after a first start; the store was emptied before.
    func reset() { state.withLock { $0 = State(configuration: initial, tenants: [:]) } }
}
