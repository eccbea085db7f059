@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Listening
import Testing
import Tokens

/// Requests as the rows of statements write them.
extension WireFixture {
    /// Asks an endpoint by its name in the table: as a user with an API key, or as an administrator, who names the
    /// project in the path.
    ///
    /// - Parameters:
    ///   - tenant: in the body for users, in the path for administrators.
    ///   - path: what stands in the path under other names than `project` and `tenant`, or in place of these.
    func post(
        _ endpoint: String, _ body: JSONValue = [:], as caller: AuthCaller = .user, tenant: String? = nil,
        query: String = "", path: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        let answer = try await send(
            endpoint, body, method: "POST", admin: caller == .admin, tenant: tenant, query: query, path: path)
        return Asked(answer: answer, location: sourceLocation)
    }

    func get(
        _ endpoint: String, as caller: AuthCaller = .user, tenant: String? = nil, query: String = "",
        path: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        let answer = try await send(
            endpoint, method: "GET", admin: caller == .admin, tenant: tenant, query: query, path: path)
        return Asked(answer: answer, location: sourceLocation)
    }

    func patch(
        _ endpoint: String, _ body: JSONValue, as caller: AuthCaller = .admin, tenant: String? = nil,
        query: String = "", path: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        let answer = try await send(
            endpoint, body, method: "PATCH", admin: caller == .admin, tenant: tenant, query: query, path: path)
        return Asked(answer: answer, location: sourceLocation)
    }

    func delete(
        _ endpoint: String, as caller: AuthCaller = .admin, tenant: String? = nil, query: String = "",
        path: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        let answer = try await send(
            endpoint, method: "DELETE", admin: caller == .admin, tenant: tenant, query: query, path: path)
        return Asked(answer: answer, location: sourceLocation)
    }

    /// A request with all that a client might get wrong; `target` is the path with its query.
    func raw(
        _ method: String, _ target: String, authorization: String? = nil, contentType: String? = "application/json",
        appCheck: String? = nil, _ body: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Asked {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var request = PlainRequest(
            method: method, host: "127.0.0.1:9099", path: String(parts[0]),
            query: parts.count > 1 ? String(parts[1]) : "", authorization: authorization, contentType: contentType,
            body: Array(body.utf8))
        request.headers[named: AppCheckToken.field] = appCheck
        return Asked(answer: await api.answer(request), location: sourceLocation)
    }

    // MARK: - People and things that are there before

    /// An ID token of Taro, `taro@example.com` with the password `correct-horse`, who is made when missing.
    func taro(verified: Bool = true) async throws -> JSONValue {
        try await signInTaro(verified: verified)["idToken"] ?? .null
    }

    /// Of the trace's last event.
    var lastReasons: [String] { fixture.trace.events.last?.reasons.map(\.rawValue) ?? [] }

    /// Of the trace's last event, if it is about accounts.
    var lastDetail: String? {
        guard case .account(let account)? = fixture.trace.events.last?.kind else { return nil }
        return account.detail?.text
    }

    /// Makes a user as an administrator does.
    @discardableResult
    func user(_ members: JSONValue, tenant: String? = nil) async throws -> JSONObject {
        try await call("accounts:signUp", members, admin: true, tenant: tenant)
    }

    /// What administrators see of a user; empty when there is none.
    func record(of uid: String, tenant: String? = nil) async throws -> JSONObject {
        try await call("accounts:lookup", ["localId": [.string(uid)]], admin: true, tenant: tenant)["users"]?
            .arrayValue?.first?.objectValue ?? JSONObject()
    }

    /// A tenant made on purpose, with what these members allow; its id.
    func tenant(_ members: JSONValue = ["allowPasswordSignup": true, "enableAnonymousUser": true]) async throws
        -> String
    {
        try await call("tenants:create", members, admin: true).text("tenantId")
    }
}
