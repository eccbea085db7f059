public import BridgePrimitives

/// Users, tenants and settings that a service is to begin with, as a file describes them:
/// `users`, `tenants`, `configuration` and `testPhoneNumbers`, each of them optional; and `projects`, each with an `id`
/// and the same of its own.
public struct Seeds: Sendable {
    public var users: [SeedUser] = []
    var tenants: [(id: String, settings: JSONObject)] = []
    var configuration: JSONObject?
    var testPhoneNumbers: [String: String] = [:]
    /// Those of further projects, which have none of their own.
    var projects: [(id: String, seeds: Seeds)] = []

    /// - Throws: `seeds/unreadable`, naming the member that is wrong.
    public init(json: JSONValue) throws(BridgeFailure) {
        guard let object = json.objectValue else { throw Self.unreadable("the file holds no mapping") }
        for (name, value) in object {
            if name == "projects" {
                projects = try Self.projects(value)
            } else {
                try take(name, value, at: "")
            }
        }
    }

    private init() {}

    private static func projects(_ value: JSONValue) throws(BridgeFailure) -> [(id: String, seeds: Seeds)] {
        var projects: [(id: String, seeds: Seeds)] = []
        for (index, row) in try list(value, "projects").enumerated() {
            let place = "projects[\(index)]"
            guard let id = row["id"]?.stringValue.flatMap(ProjectID.init(_:)) else {
                throw unreadable("\(place) has no \"id\"")
            }
            var seeds = Seeds()
            for (name, value) in row.objectValue ?? JSONObject() where name != "id" {
                try seeds.take(name, value, at: "\(place).")
            }
            projects.append((id.text, seeds))
        }
        return projects
    }

    /// - Parameter place: what stands before the names of a further project's members.
    private mutating func take(_ name: String, _ value: JSONValue, at place: String) throws(BridgeFailure) {
        switch name {
        case "users":
            for (index, user) in try Self.list(value, "\(place)users").enumerated() {
                users.append(try Self.user(user, "\(place)users[\(index)]"))
            }
        case "tenants":
            for (index, tenant) in try Self.list(value, "\(place)tenants").enumerated() {
                guard let id = tenant["id"]?.stringValue, Tenant.isValid(id: id) else {
                    throw Self.unreadable("\(place)tenants[\(index)] has no \"id\"")
                }
                tenants.append((id, tenant.objectValue ?? JSONObject()))
            }
        case "configuration": configuration = value.objectValue
        case "testPhoneNumbers":
            for (number, code) in value.objectValue ?? JSONObject() {
                testPhoneNumbers[number] = code.stringValue ?? code.integerValue.map(String.init)
            }
        default:
            throw Self.unreadable(
                "\"\(place)\(name)\" is none of users, tenants, configuration, testPhoneNumbers"
                    + (place.isEmpty ? ", projects" : ""))
        }
    }

    private static func list(_ value: JSONValue, _ name: String) throws(BridgeFailure) -> [JSONValue] {
        guard let list = value.arrayValue else { throw unreadable("\"\(name)\" is no list") }
        return list
    }

    private static func user(_ value: JSONValue, _ place: String) throws(BridgeFailure) -> SeedUser {
        guard let object = value.objectValue else { throw unreadable("\(place) is no mapping") }
        var user = SeedUser()
        for (name, value) in object {
            switch (name, value) {
            case ("uid", .string(let text)): user.localID = text
            case ("email", .string(let text)): user.email = text
            case ("password", .string(let text)): user.password = Secret(text)
            case ("displayName", .string(let text)): user.displayName = text
            case ("phoneNumber", .string(let text)): user.phoneNumber = text
            case ("tenant", .string(let text)): user.tenantID = text
            case ("emailVerified", .bool(let flag)): user.emailVerified = flag
            case ("disabled", .bool(let flag)): user.disabled = flag
            case ("claims", .object(let claims)), ("customClaims", .object(let claims)): user.customClaims = claims
            case ("secondFactors", .array(let numbers)):
                user.secondFactorPhones = numbers.compactMap(\.stringValue)
            default: throw unreadable("\(place).\(name) is no member of a user, or of the wrong type")
            }
        }
        return user
    }

    private static func unreadable(_ cause: String) -> BridgeFailure {
        BridgeFailure(
            AuthServiceReason.unreadableSeeds, cause: "the seeds cannot be read: \(cause)")
    }
}

extension AuthService {
    /// Puts the seeds in: settings first, then users, each of whom replaces one of the same uid.
    ///
    /// - Complexity: a slow hash for each password.
    public func plant(_ seeds: Seeds) throws {
        try configure { configuration in
            if let patch = seeds.configuration {
                configuration = AuthConfiguration(json: Self.overlay(patch, on: configuration.json))
            }
            configuration.testPhoneNumbers.merge(seeds.testPhoneNumbers) { _, new in new }
        }
        for (id, json) in seeds.tenants { try settings.set(Tenant(id: id, json: json)) }
        for user in seeds.users { try seed(user) }
        for project in seeds.projects { try service(ofProject: project.id).plant(project.seeds) }
    }
}
