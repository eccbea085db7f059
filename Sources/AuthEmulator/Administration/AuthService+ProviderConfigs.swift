import BridgePrimitives

/// The identity providers of a project or tenant, for administrators.
extension AuthService {
    /// - Parameter id: of the query.
    /// - Throws: `auth/missing-config-id`, `auth/invalid-config-id`, `auth/invalid-provider-id`,
    ///   `auth/configuration-exists`; what is wrong with the resource, see ``ProviderConfig/checked()``.
    func createProvider(
        _ collection: ProviderConfig.Collection, id: String?, _ body: WireBody, in scope: AuthScope
    ) throws -> JSONObject {
        _ = try settings(of: scope)
        guard let id, !id.isEmpty else { throw AuthRefusal(.missingConfigID) }
        guard collection.accepts(id: id) else {
            throw AuthRefusal(collection == .builtIn ? .invalidProviderID : .invalidConfigID)
        }
        guard settings.provider(id, in: scope) == nil else { throw AuthRefusal(.configurationExists) }
        return try keep(collection, id, Self.writable(body.json), in: scope)
    }

    /// - Throws: `auth/configuration-not-found`.
    func provider(
        _ collection: ProviderConfig.Collection, id: String, in scope: AuthScope
    ) throws -> JSONObject {
        try known(collection, id, in: scope).resource(of: projectID, in: scope)
    }

    /// Takes the members that the mask names; without a mask everything is replaced.
    func updateProvider(
        _ collection: ProviderConfig.Collection, id: String, _ body: WireBody, mask: String?, in scope: AuthScope
    ) throws -> JSONObject {
        let current = try known(collection, id, in: scope)
        let patch = Self.writable(body.json)
        return try keep(
            collection, id, FieldMask(mask)?.merge(patch, into: current.json, clears: true) ?? patch, in: scope)
    }

    func deleteProvider(_ collection: ProviderConfig.Collection, id: String, in scope: AuthScope) throws {
        _ = try known(collection, id, in: scope)
        try settings.removeProvider(id, in: scope)
    }

    /// - Parameters:
    ///   - pageSize: nil or 0 for 20; at most 100.
    ///   - pageToken: the last id of the page before.
    func providers(
        _ collection: ProviderConfig.Collection, pageSize: Int64?, pageToken: String?, in scope: AuthScope
    ) throws -> JSONObject {
        _ = try settings(of: scope)
        let wanted = pageSize ?? 0
        guard wanted >= 0 else { throw AuthRefusal(.invalidPageSelection) }
        let size = wanted == 0 ? 20 : Int(clamping: min(wanted, 100))
        let after = pageToken ?? ""
        let rest = settings.providers(in: scope).filter { $0.collection == collection && $0.id > after }
        var reply = JSONObject()
        let page = rest.prefix(size)
        if !page.isEmpty {
            reply[collection.rawValue] = .array(page.map { .object($0.resource(of: projectID, in: scope)) })
        }
        if rest.count > size { reply["nextPageToken"] = (page.last?.id).map { .string($0) } }
        return reply
    }

    /// Whether people may sign in with a provider.
    ///
    /// A project begins with the built-in ones, as it begins with passwords; tenants have what they were given.
    func isEnabled(providerID: String, in scope: AuthScope) -> Bool {
        guard enforces(.providerEnabled) else { return true }
        if let config = settings.provider(providerID, in: scope) { return config.isEnabled }
        return scope == .project && ProviderConfig.builtInIDs.contains(providerID)
    }

    /// Switches a built-in provider of the project off, as the console does; what else its configuration says stays.
    package func disableProvider(_ id: String) throws {
        var json = settings.provider(id, in: .project)?.json ?? JSONObject()
        json["enabled"] = false
        try settings.set(ProviderConfig(.builtIn, id: id, json: json), in: .project)
    }

    private func known(
        _ collection: ProviderConfig.Collection, _ id: String, in scope: AuthScope
    ) throws -> ProviderConfig {
        _ = try settings(of: scope)
        guard let found = settings.provider(id, in: scope), found.collection == collection else {
            throw AuthRefusal(.configurationNotFound)
        }
        return found
    }

    private func keep(
        _ collection: ProviderConfig.Collection, _ id: String, _ json: JSONObject, in scope: AuthScope
    ) throws -> JSONObject {
        let config = try ProviderConfig(collection, id: id, json: json).checked()
        try settings.set(config, in: scope)
        return config.resource(of: projectID, in: scope)
    }

    /// Without what is the service's to say.
    private static func writable(_ body: JSONObject) -> JSONObject {
        var json = body
        guard var ours = json["spConfig"]?.objectValue else { return json }
        ours["spCertificates"] = nil
        json["spConfig"] = .object(ours)
        return json
    }
}
