import BridgePrimitives

/// One row of the table of endpoints: routing, credentials, 404, 501 and the OpenAPI document come from it.
struct Endpoint: Sendable {
    /// What a request must carry.
    enum Access: Hashable, Sendable {
        case open
        /// An API key; bearers are not looked at.
        case key
        /// An API key, or an administrator's bearer.
        case keyOrBearer
        /// An administrator's bearer.
        case admin
    }

    enum BodyRule: Hashable, Sendable { case none, optional, required }

    typealias Handler = @Sendable (Call) async throws -> WireAnswer

    /// `accounts:signUp`, say: how faults and the audit log name it.
    let id: String
    /// Upper case.
    let method: String
    /// With `{project}`, `{tenant}` and other names for what varies; the real services' host comes first.
    let paths: [String]
    let access: Access
    let body: BodyRule
    let takesForms: Bool
    let query: [QueryParameter]
    let request: Shape
    let reply: Shape
    /// Whether the project must stand in the body, for want of a place in the path.
    var needsTarget = false
    /// Nil where the answer is 501, as the emulator's.
    let handler: Handler?

    init(
        _ id: String, _ method: String, _ paths: [String], access: Access = .keyOrBearer, body: BodyRule = .optional,
        takesForms: Bool = false, query: [QueryParameter] = [], request: Shape = .empty, reply: Shape = .empty,
        answering handler: Handler?
    ) {
        (self.id, self.method, self.paths, self.access) = (id, method, paths, access)
        (self.body, self.takesForms, self.query) = (body, takesForms, query)
        (self.request, self.reply, self.handler) = (request, reply, handler)
    }

    /// For the many that answer with one JSON object.
    init(
        _ id: String, _ method: String, _ paths: [String], access: Access = .keyOrBearer, body: BodyRule = .optional,
        takesForms: Bool = false, query: [QueryParameter] = [], request: Shape = .empty, reply: Shape = .empty,
        _ handler: @escaping @Sendable (Call) async throws -> JSONObject
    ) {
        self.init(
            id, method, paths, access: access, body: body, takesForms: takesForms, query: query, request: request,
            reply: reply, answering: { WireAnswer(json: try await handler($0)) })
    }

    /// One that the service does not do.
    static func notImplemented(
        _ id: String, _ method: String, _ paths: [String], access: Access = .keyOrBearer
    ) -> Endpoint {
        Endpoint(id, method, paths, access: access, answering: nil)
    }
}

/// A parameter that an endpoint reads from the query.
struct QueryParameter: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: String
    let shape: Shape

    init(_ name: String, _ shape: Shape) { (self.name, self.shape) = (name, shape) }
    init(stringLiteral name: String) { self.init(name, .text) }
}

extension Endpoint {
    /// Whether ``request`` names all that clients may send. Configuration and tenants have branches that are only kept,
    /// and what other services take is not ours to list.
    var knowsItsNames: Bool { paths.contains { $0.hasPrefix(EndpointPath.toolkit) && $0.contains("accounts") } }

    /// The same, for an administrator who names the project in the body.
    func needingTarget() -> Endpoint {
        var endpoint = self
        endpoint.needsTarget = true
        return endpoint
    }

    /// What a body may hold: what the endpoint reads, and whom it is about.
    var acceptedRequest: Shape {
        access == .open ? request : request.with(["tenantId": .text, "targetProjectId": .text])
    }

    /// What is wrong with a request, as the emulator's schema check tells it: the query first, of the body the first
    /// thing.
    func violation(query given: [String: String], body: WireBody, rules: ShapeRules) -> String? {
        for parameter in query {
            guard let text = given[parameter.name], !text.isEmpty else { continue }
            if let found = parameter.shape.violation(inQuery: text, named: parameter.name) { return found }
        }
        guard self.body != .none else { return nil }
        return acceptedRequest.violation(in: .object(body.checkedForm), rules: rules)
    }
}

/// A request that found its endpoint, with all that the handler may look at.
struct Call: Sendable {
    let service: AuthService
    let body: WireBody
    /// The last value of each name.
    let query: [String: String]
    let caller: AuthCaller
    /// The project or tenant whose users it concerns.
    let scope: AuthScope
    /// What stands in the path under names of the endpoint's own.
    let parameters: [String: String]
    /// Scheme, host and port under which the service was asked.
    let origin: String
}

/// Where endpoints live: the path families of the protocol.
enum EndpointPath: Sendable {
    static let toolkit = "/identitytoolkit.googleapis.com"
    static let legacy = "/www.googleapis.com/identitytoolkit/v3/relyingparty"

    /// A verb on accounts for users: the v1 name, and the v3 name where there is one.
    static func user(_ verb: String, _ legacyName: String? = nil) -> [String] {
        ["\(toolkit)/v1/accounts:\(verb)"] + (legacyName.map { ["\(legacy)/\($0)"] } ?? [])
    }

    /// The same for administrators, of the project and of a tenant. Signing up has no verb there.
    static func admin(_ verb: String?) -> [String] {
        let name = "accounts" + (verb.map { ":\($0)" } ?? "")
        return [
            "\(toolkit)/v1/projects/{project}/\(name)",
            "\(toolkit)/v1/projects/{project}/tenants/{tenant}/\(name)",
        ]
    }

    static func control(_ name: String) -> [String] {
        ["/emulator/v1/projects/{project}/\(name)", "/emulator/v1/projects/{project}/tenants/{tenant}/\(name)"]
    }
}
