import BridgePrimitives

/// A part of a project with users and sign-in methods of its own.
public struct Tenant: Hashable, Sendable {
    public let id: String
    public var displayName: String?
    public var allowsPasswords = false
    public var allowsEmailLinks = false
    public var allowsAnonymousUsers = false
    /// Whether every call for it is refused (`disableAuth`).
    public var isDisabled = false
    /// `mfaConfig`, as it was sent.
    private(set) var secondFactorConfiguration = Self.secondFactorConfiguration(JSONObject())

    public var secondFactors: SecondFactorSettings {
        SecondFactorSettings(json: .object(secondFactorConfiguration))
    }

    /// Longer ids are refused; the service's own have 28 characters.
    static let idLimit = 128

    static func isValid(id: String) -> Bool { !id.isEmpty && id.utf16.count <= idLimit && !id.utf8.contains(0) }

    /// A tenant that allows nothing yet, as one is made explicitly.
    public init(id: String) { self.id = id }

    /// A tenant as the emulator makes one when it first hears its name.
    static func implicit(id: String) -> Tenant {
        var tenant = Tenant(id: id)
        (tenant.allowsPasswords, tenant.allowsEmailLinks, tenant.allowsAnonymousUsers) = (true, true, true)
        tenant.secondFactorConfiguration = JSONObject([("state", "ENABLED"), ("enabledProviders", ["PHONE_SMS"])])
        return tenant
    }

    /// The resource without its name, as it is kept.
    var json: JSONObject {
        var object = JSONObject([("tenantId", .string(id))])
        object["displayName"] = displayName.map { .string($0) }
        object["allowPasswordSignup"] = .bool(allowsPasswords)
        object["enableEmailLinkSignin"] = .bool(allowsEmailLinks)
        object["enableAnonymousUser"] = .bool(allowsAnonymousUsers)
        object["disableAuth"] = .bool(isDisabled)
        object["mfaConfig"] = .object(secondFactorConfiguration)
        return object
    }

    /// Members that are absent are off.
    init(id: String, json: JSONObject) {
        self.init(id: id)
        displayName = json["displayName"]?.stringValue
        allowsPasswords = json["allowPasswordSignup"]?.boolValue ?? false
        allowsEmailLinks = json["enableEmailLinkSignin"]?.boolValue ?? false
        allowsAnonymousUsers = json["enableAnonymousUser"]?.boolValue ?? false
        isDisabled = json["disableAuth"]?.boolValue ?? false
        secondFactorConfiguration = Self.secondFactorConfiguration(json["mfaConfig"]?.objectValue ?? JSONObject())
    }

    /// Each member has a default of its own.
    private static func secondFactorConfiguration(_ json: JSONObject) -> JSONObject {
        var configuration = JSONObject([
            ("state", json["state"] ?? "DISABLED"), ("enabledProviders", json["enabledProviders"] ?? []),
        ])
        configuration["providerConfigs"] = json["providerConfigs"]
        return configuration
    }

    /// The resource as replies show it.
    func resource(of projectID: String) -> JSONObject {
        var object = JSONObject([("name", .string("projects/\(projectID)/tenants/\(id)"))])
        for (name, value) in json { object[name] = value }
        return object
    }
}
