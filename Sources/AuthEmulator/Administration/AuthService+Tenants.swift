public import BridgePrimitives

/// Tenants and the project's configuration, for administrators.
extension AuthService {
    /// - Returns: the tenant's resource.
    public func createTenant(_ body: WireBody) throws -> JSONObject {
        var id = ids.alphanumeric(count: 28)
        while settings.tenant(id: id) != nil { id = ids.alphanumeric(count: 28) }
        let tenant = Tenant(id: id, json: body.json)
        try settings.set(tenant)
        return tenant.resource(of: projectID)
    }

    /// - Throws: `auth/tenant-not-found` when strict; a lenient service makes the tenant.
    public func tenant(id: String) throws -> JSONObject { try knownTenant(id).resource(of: projectID) }

    /// Takes the members that the mask names; without a mask everything is replaced.
    public func updateTenant(id: String, _ body: WireBody, mask: String?) throws -> JSONObject {
        let known = try knownTenant(id)
        let merged = FieldMask(mask)?.merge(body.json, into: known.json, clears: enforces(.masksClear)) ?? body.json
        let tenant = Tenant(id: id, json: merged)
        try settings.set(tenant)
        return tenant.resource(of: projectID)
    }

    /// The tenant goes with its users.
    public func deleteTenant(id: String) throws {
        _ = try knownTenant(id)
        try settings.removeTenant(id: id)
    }

    /// - Parameters:
    ///   - pageSize: nil or 0 for 20; at most 1000; negative for all.
    ///   - pageToken: the last id of the page before.
    public func tenants(pageSize: Int64?, pageToken: String?) -> JSONObject {
        let size = Self.pageSize(pageSize)
        let page = Array(settings.tenants.drop { $0.id <= pageToken ?? "" }.prefix(size))
        var reply = JSONObject([("tenants", .array(page.map { .object($0.resource(of: projectID)) }))])
        if page.count == size { reply["nextPageToken"] = (page.last?.id).map { .string($0) } }
        return reply
    }

    private func knownTenant(_ id: String) throws -> Tenant {
        if let known = settings.tenant(id: id) { return known }
        guard !enforces(.unknownTenantRefused) else { throw AuthRefusal(.tenantNotFound) }
        _ = try settings(of: AuthScope(tenantID: id))
        guard let made = settings.tenant(id: id) else { throw AuthRefusal(.tenantNotFound) }
        return made
    }

    // MARK: - The project's configuration

    /// The `Config` resource; a lenient service shows the three branches that the emulator knows.
    public var configurationResource: JSONObject {
        guard enforces(.configurationWhole) else { return configuration.emulatorJSON }
        var resource = JSONObject([("name", .string("projects/\(projectID)/config"))])
        for (name, value) in configuration.json { resource[name] = value }
        return resource
    }

    /// Takes the members that the mask names. Without a mask a strict service takes those that are there, and a lenient
    /// one replaces its three branches by what is there.
    ///
    /// - Throws: `auth/invalid-blocking-function` for a trigger without an absolute URL.
    public func updateConfiguration(_ body: WireBody, mask: String?) throws -> JSONObject {
        let patch = body.json
        let triggers = patch["blockingFunctions"]?["triggers"]?.objectValue ?? JSONObject()
        for (name, trigger) in triggers {
            guard name == "beforeCreate" || name == "beforeSignIn" else {
                throw AuthRefusal(.invalidBlockingFunction, "((Event type is invalid.))")
            }
            guard let uri = trigger["functionUri"]?.stringValue, Self.isAbsoluteURI(uri) else {
                throw AuthRefusal(.invalidBlockingFunction, "((Expected an absolute URI with valid scheme and host.))")
            }
        }
        let fields = FieldMask(mask)
        try configure { configuration in
            let current = configuration.json
            if let fields {
                configuration = AuthConfiguration(
                    json: fields.merge(patch, into: current, clears: enforces(.masksClear)))
            } else if enforces(.configurationWhole) {
                configuration = AuthConfiguration(json: Self.overlay(patch, on: current))
            } else {
                configuration.replaceEmulatorBranches(by: patch)
            }
        }
        return configurationResource
    }

    /// What the emulator's own control endpoint shows and takes.
    public func updateEmulatorConfiguration(_ body: WireBody) throws -> JSONObject {
        try configure { configuration in
            let patch = body.json
            let duplicates = patch["signIn"]?["allowDuplicateEmails"]?.boolValue
            let privacy = patch["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.boolValue
            // Neither of the two: the emulator takes that for a configuration that says nothing.
            guard duplicates != nil || privacy != nil else {
                return configuration.replaceEmulatorBranches(by: patch)
            }
            configuration.allowsDuplicateEmails = duplicates ?? configuration.allowsDuplicateEmails
            configuration.improvedEmailPrivacy = privacy ?? configuration.improvedEmailPrivacy
        }
        return emulatorConfiguration
    }

    public var emulatorConfiguration: JSONObject {
        var json = configuration.emulatorJSON
        json["blockingFunctions"] = nil
        return json
    }

    /// Objects are merged two levels deep, as far as the configuration's own branches go; other values replace.
    static func overlay(_ patch: JSONObject, on target: JSONObject) -> JSONObject {
        var target = target
        for (name, value) in patch {
            guard let new = value.objectValue, var old = target[name]?.objectValue, name != "mfa" else {
                target[name] = value
                continue
            }
            for (name, value) in new {
                guard let inner = value.objectValue, var known = old[name]?.objectValue else {
                    old[name] = value
                    continue
                }
                for (name, value) in inner { known[name] = value }
                old[name] = .object(known)
            }
            target[name] = .object(old)
        }
        return target
    }
}
