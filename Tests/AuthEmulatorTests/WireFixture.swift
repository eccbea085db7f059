@testable import AuthEmulator
import BridgePrimitives
import Listening
import Testing
import Tokens

/// A service behind its API, without sockets: requests as clients write them, by the endpoints' names.
struct WireFixture {
    let fixture: Fixture
    let api: AuthAPI

    var service: AuthService { fixture.service }
    var clock: WorldClock { fixture.clock }

    init(
        _ strictness: Strictness = .strict, tokenForm: TokenForm? = nil,
        configuration: AuthConfiguration = AuthConfiguration()
    ) throws {
        fixture = try Fixture(strictness, tokenForm: tokenForm, configuration: configuration)
        api = AuthAPI(service: fixture.service)
    }

    /// The first path of the endpoint that fits: the administrator's when `admin`, the tenant's with a tenant then.
    func send(
        _ endpoint: String, _ body: JSONValue = [:], method: String? = nil, admin: Bool = false, tenant: String? = nil,
        query: String = "", path: [String: String] = [:]
    ) async throws -> WireAnswer {
        let row = try #require(
            EndpointTable.all.first { $0.id == endpoint && (method ?? $0.method) == $0.method }, "\(endpoint)")
        let fits = row.paths.first { path in
            path.contains("{tenant}") == (admin && tenant != nil)
                && (row.access == .open || path.contains("{project}") == admin)
        }
        var target = try #require(fits, "\(endpoint)")
        for (name, value) in path.merging(
            ["project": Fixture.project, "tenant": tenant ?? ""], uniquingKeysWith: { a, _ in a })
        {
            target = target.split(separator: "{\(name)}", omittingEmptySubsequences: false).joined(separator: value)
        }
        var request = PlainRequest(method: row.method, path: target, query: query, body: body.bytes())
        if admin {
            request.authorization = "Bearer owner"
        } else {
            request.query = query.isEmpty ? "key=k" : "key=k&\(query)"
            if let tenant, var object = body.objectValue {
                object["tenantId"] = .string(tenant)
                request.body = JSONValue.object(object).bytes()
            }
        }
        request.host = "127.0.0.1:9099"
        return await api.answer(request)
    }

    /// The reply of a request that must be done.
    func call(
        _ endpoint: String, _ body: JSONValue = [:], admin: Bool = false, tenant: String? = nil, query: String = "",
        path: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONObject {
        let answer = try await send(endpoint, body, admin: admin, tenant: tenant, query: query, path: path)
        #expect(answer.status == 200, "\(answer.json)", sourceLocation: sourceLocation)
        return answer.json
    }

    /// What the failure says, with its status when that is not 400; "" when the request was done.
    func refusal(
        _ endpoint: String, _ body: JSONValue = [:], admin: Bool = false, tenant: String? = nil, query: String = "",
        path: [String: String] = [:]
    ) async throws -> String {
        let answer = try await send(endpoint, body, admin: admin, tenant: tenant, query: query, path: path)
        guard answer.status != 200 else { return "" }
        let message = answer.json["error"]?["message"]?.stringValue ?? "?"
        return answer.status == 400 ? message : "\(answer.status) \(message)"
    }

    /// Taro with a verified address, signed in.
    func signInTaro(verified: Bool = true) async throws -> JSONObject {
        if try service.account(localID: "taro") == nil {
            try service.seed(
                SeedUser(
                    localID: "taro", email: "taro@example.com", password: Secret("correct-horse"), displayName: "Taro",
                    emailVerified: verified))
        }
        return try await call(
            "accounts:signInWithPassword", ["email": "taro@example.com", "password": "correct-horse"])
    }

    /// The latest code of the control plane's list.
    func latestOobCode(tenant: String? = nil) async throws -> JSONValue {
        let scope = AuthScope(tenantID: tenant)
        let codes = try service.oobCodes(in: scope, origin: "http://127.0.0.1:9099")
        return try #require(codes["oobCodes"]?.arrayValue?.last)
    }

    func latestSMS() throws -> (session: JSONValue, code: JSONValue) {
        let row = try #require(service.verificationCodes()["verificationCodes"]?.arrayValue?.last)
        return (try #require(row["sessionInfo"]), try #require(row["code"]))
    }
}

extension JSONObject {
    /// The claims of the reply's ID token.
    var claims: JSONObject { (try? UnverifiedToken(parsing: text("idToken")).payload) ?? JSONObject() }
}

/// The same object with one more member.
func adding(_ name: String, _ value: JSONValue?, to object: JSONValue) -> JSONValue {
    var members = object.objectValue ?? JSONObject()
    members[name] = value
    return .object(members)
}
