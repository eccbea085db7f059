import BridgePrimitives
import HTTPLoader
import HandoffBackend
import Listening
import Testing

@Suite("Users over HTTP", .timeLimit(.minutes(5)))
struct UsersAPITests {
    private let transport: CurlTransport

    init() throws { transport = try CurlTransport() }

    /// Lends a story and the address of both of its backends.
    private func withSite(_ body: (Story, String) async throws -> Void) async throws {
        try await withStory { story in
            let site = BackendSite(exchange: BackendAPI(story.backend), users: UsersAPI(story.users))
            try await withListener(site, name: "backend", clock: story.clock) { try await body(story, $0.origin) }
        }
    }

    private func call(
        _ method: String, _ url: String, _ headers: HTTPHeaders = [:], body: [UInt8]? = nil
    ) async throws -> HTTPResponse {
        try await transport.perform(HTTPRequest(method: method, url: WebURL(url), headers: headers, body: body))
            .response
    }

    @Test func registersAndIsFound() async throws {
        try await withSite { story, origin in
            let bearer: HTTPHeaders = ["Authorization": "Bearer \(try story.idToken(changing: []))"]
            let created = try await call("POST", origin + "/v1/users", bearer)
            #expect(created.status == 201)
            #expect(created.headers.first("content-type") == "application/vnd.api+json")
            #expect(created.headers.first("location") == "/v1/users/1")
            #expect(created.headers.first("cache-control") == "no-store")
            #expect(
                created.text
                    == #"{"jsonapi":{"version":"1.1"},"links":{"self":"/v1/users"},"data":{"type":"users","id":"1","#
                    + #""attributes":{"uid":"u1","name":"Taro","email":"taro@example.com","picture":null,"#
                    + #""sign-in-provider":"twitter.com","created-at":"2026-11-21T09:00:00.000Z"},"#
                    + #""links":{"self":"/v1/users/1"}}}"#)
            #expect(try await call("POST", origin + "/v1/users", bearer).status == 200)
            let found = try await call("GET", origin + "/v1/users/me", bearer)
            #expect(found.status == 200)
            #expect(try JSONValue(parsing: found.body)["data"] == JSONValue(parsing: created.body)["data"])
        }
    }

    @Test func registersWithADocument() async throws {
        try await withSite { story, origin in
            let response = try await call(
                "POST", origin + "/v1/users",
                [
                    "Authorization": "Bearer \(try story.idToken())", "Content-Type": "application/vnd.api+json",
                    "Accept": "application/vnd.api+json",
                ], body: Array(#"{"data":{"type":"users","attributes":{"name":"太郎"}}}"#.utf8))
            #expect(response.status == 201)
            #expect(try JSONValue(parsing: response.body)["data"]?["attributes"]?["name"] == "太郎")
        }
    }

    @Test func refusesByteForByte() async throws {
        try await withSite { story, origin in
            let token = try story.idToken()
            story.clock.advance(by: .seconds(3600))
            let response = try await call("GET", origin + "/v1/users/me", ["Authorization": "Bearer \(token)"])
            #expect(response.status == 401)
            #expect(
                response.headers.first("www-authenticate")
                    == #"Bearer error="invalid_token", error_description="The token's time is over.""#)
            #expect(
                response.text
                    == #"{"jsonapi":{"version":"1.1"},"errors":[{"status":"401","code":"token/expired","#
                    + #""title":"The token's time is over.","detail":"Ask for a fresh token just before use, and "#
                    + #"compare the clocks.","source":{"header":"Authorization"}}]}"#)
        }
    }

    /// Header fields of a request to `/v1/users/me` and the code of its answer.
    @Test func fieldsArriveAsTheyAre() async throws {
        try await withSite { story, origin in
            let token = try story.idToken()
            let rows: [([(String, String)], Int, String)] = [
                ([], 401, "users/no-authorization"),
                ([("Authorization", "Basic dXNlcjpwYXNz")], 401, "users/other-scheme"),
                ([("Authorization", "Bearer")], 401, "users/no-bearer-token"),
                (
                    [("Authorization", "Bearer \(token)"), ("Authorization", "Bearer \(token)")], 401,
                    "users/several-authorizations"
                ),
                (
                    [("authorization", "bearer \(token)"), ("Accept", "application/vnd.api+json; a=b")], 406,
                    "users/not-acceptable"
                ),
                ([("authorization", "bearer \(token)")], 404, "users/not-registered"),
            ]
            for (fields, status, code) in rows {
                let response = try await call("GET", origin + "/v1/users/me", HTTPHeaders(fields))
                #expect(response.status == status)
                #expect(response.headers.contains("www-authenticate") == (status == 401))
                #expect(response.headers.first("content-type") == "application/vnd.api+json")
                let error = try JSONValue(parsing: response.body)["errors"]?.arrayValue?.first
                #expect(error?["code"]?.stringValue == code)
            }
        }
    }

    @Test(arguments: [
        ("PATCH", "/v1/users", 405, "users/method-not-allowed"), ("GET", "/v1/posts", 404, "users/no-such-path"),
        ("GET", "/v1", 404, "users/no-such-path"), ("POST", "/v1/users?include=a", 400, "users/query-not-known"),
    ])
    func otherRequests(method: String, path: String, status: Int, code: String) async throws {
        try await withSite { _, origin in
            let response = try await call(method, origin + path)
            #expect(response.status == status)
            #expect(response.headers.first("content-type") == "application/vnd.api+json")
            #expect(response.headers.first("allow") == (status == 405 ? "POST" : nil))
            let error = try JSONValue(parsing: response.body)["errors"]?.arrayValue?.first
            #expect(error?["code"]?.stringValue == code)
        }
    }

    @Test(arguments: [64 * 1024 + 1, 1 << 20, 1 << 20 + 1])
    func bodiesThatAreTooLarge(length: Int) async throws {
        try await withSite { story, origin in
            let response = try await call(
                "POST", origin + "/v1/users",
                [
                    "Authorization": "Bearer \(try story.idToken())", "Content-Type": "application/vnd.api+json",
                ], body: Array(repeating: 0x20, count: length))
            #expect(response.status == 413)
            #expect(response.headers.first("content-type") == "application/vnd.api+json")
            let error = try JSONValue(parsing: response.body)["errors"]?.arrayValue?.first
            #expect(error?["code"] == "users/body-too-large")
        }
    }

    @Test func theExchangeIsBesideIt() async throws {
        try await withSite { story, origin in
            let token = try story.idToken()
            let exchanged = try await transport.perform(.form(url: WebURL(origin), fields: [("idtoken", token)]))
            #expect(exchanged.response.status == 200)
            #expect(
                try await call("GET", origin + "/v2").headers.first("content-type")?.hasPrefix("application/json")
                    == true)
            // Both take their keys from one memory.
            _ = try await call("GET", origin + "/v1/users/me", ["Authorization": "Bearer \(token)"])
            #expect(story.auth.requests == 1)
        }
    }
}
