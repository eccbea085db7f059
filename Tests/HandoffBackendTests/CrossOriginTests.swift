import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HandoffBackend
import Listening
import Testing

@Suite("Pages of other origins", .timeLimit(.minutes(5)))
struct CrossOriginTests {
    private let transport: CurlTransport

    init() throws { transport = try CurlTransport() }

    private func withSite(
        _ origins: [String] = [], _ body: (Story, String) async throws -> Void
    ) async throws {
        try await withStory { story in
            let site = BackendSite(
                exchange: BackendAPI(story.backend), users: UsersAPI(story.users),
                crossOrigin: CrossOriginPolicy(origins: origins))
            try await withListener(site, name: "backend", clock: story.clock) { try await body(story, $0.origin) }
        }
    }

    /// Columns: the page's origin, and whether it may call the exchange with its cookies.
    @Test(arguments: [
        ("http://localhost:5173", true), ("http://127.0.0.1:3000", true), ("http://[::1]:5173", true),
        ("https://app.localhost:8443", true), ("capacitor://localhost", true),
        ("https://staging.example.com", true), ("https://staging.example.com:8443", false),
        ("http://staging.example.com", false), ("https://evil.example", false), ("null", false), ("", false),
        ("http://localhost.evil.example", false), ("https://staging.example.com.evil.example", false),
        ("http://192.168.1.7:8080", false),
    ])
    func theExchange(origin: String, isAllowed: Bool) async throws {
        try await withSite(["https://staging.example.com"]) { story, backend in
            let body: JSONValue = ["idtoken": .string(try story.idToken())]
            let request = HTTPRequest.json(
                method: "POST", url: try WebURL(backend), value: body, headers: ["Origin": origin])
            let answer = try await transport.perform(request).response
            let preflight = try await transport.perform(
                HTTPRequest(
                    method: "OPTIONS", url: WebURL(backend),
                    headers: [
                        "Origin": origin, "Access-Control-Request-Method": "POST",
                        "Access-Control-Request-Headers": "content-type,x-mine",
                        "Access-Control-Request-Private-Network": "true",
                    ])
            ).response
            for response in [answer, preflight] {
                #expect(response.headers.first("access-control-allow-origin") == (isAllowed ? origin : nil))
                #expect(response.headers.first("access-control-allow-credentials") == (isAllowed ? "true" : nil))
                #expect(response.headers.first("vary")?.contains("Origin") == true)
            }
            guard isAllowed else {
                // No cookie is made for it, and the log has the reason.
                #expect(answer.status == 403 && preflight.status == 403)
                #expect(answer.headers.first("set-cookie") == nil)
                #expect(try JSONValue(parsing: answer.body)["code"] == "backend/origin-not-allowed")
                #expect(story.trace.events.last?.reasons.map(\.rawValue) == ["backend/origin-not-allowed"])
                return
            }
            #expect(answer.status == 200 && answer.headers.first("set-cookie")?.hasPrefix("customtoken=") == true)
            #expect(preflight.status == 204 && preflight.body.isEmpty)
            #expect(preflight.headers.first("access-control-allow-methods") == "GET,HEAD,POST")
            #expect(preflight.headers.first("access-control-allow-headers") == "content-type,x-mine")
            #expect(preflight.headers.first("access-control-allow-private-network") == "true")
        }
    }

    /// Columns: `Host`, and the page's origin; a name of somebody else's that was pointed at this machine is of the same
    /// origin as its page.
    @Test(
        arguments: [
            ("evil.example", "http://evil.example", false), ("evil.example:8080", nil, false),
            ("api.evil.example", nil, false), ("192.168.1.7:8082", nil, false), ("localhost.evil.example", nil, false),
            ("localhost@evil.example", nil, false), ("", nil, false),
            ("localhost:8080", nil, true), ("api.localhost", "http://api.localhost", true), ("[::1]:8080", nil, true),
            // What was let in by name may be a proxy's.
            ("staging.example.com", "https://staging.example.com", true), ("staging.example.com:443", nil, true),
            ("staging.example.com:8443", nil, false),
        ] as [(String, String?, Bool)])
    func theNameIsTheBackends(host: String, origin: String?, isOwn: Bool) async throws {
        try await withSite(["https://staging.example.com"]) { story, backend in
            for path in ["/", "/v1/users/me"] {
                var headers: HTTPHeaders = ["Host": host]
                if let origin { headers.set("Origin", origin) }
                let request = HTTPRequest(url: try WebURL(backend + path), headers: headers)
                let answer = try await transport.perform(request).response
                let code = (try? JSONValue(parsing: answer.body))?["code"]?.stringValue
                #expect((code == "backend/foreign-host") == !isOwn, "\(path) \(answer.status)")
                guard !isOwn else { continue }
                #expect(answer.status == 403 && answer.headers.first("access-control-allow-origin") == nil)
                #expect(story.trace.events.last?.reasons.map(\.rawValue) == ["backend/foreign-host"])
            }
        }
    }

    /// A page must be able to read the refusals too, those of the users' endpoints and of bodies that are too large.
    @Test(arguments: [
        ("/v1/users/me", 0, 401), ("/", 0, 405), ("/v1/users", 1 << 20 + 1, 413), ("/", 1 << 20 + 1, 413),
    ])
    func refusalsCanBeRead(path: String, length: Int, status: Int) async throws {
        try await withSite { _, backend in
            let request = HTTPRequest(
                method: length == 0 ? "GET" : "POST", url: try WebURL(backend + path),
                headers: ["Origin": "http://localhost:5173"],
                body: length == 0 ? nil : Array(repeating: 0x20, count: length))
            let answer = try await transport.perform(request).response
            #expect(answer.status == status)
            #expect(answer.headers.first("access-control-allow-origin") == "http://localhost:5173")
        }
    }

    @Test func whoeverSendsNoOriginIsNoPage() async throws {
        try await withSite { story, backend in
            let body: JSONValue = ["idtoken": .string(try story.idToken())]
            let answer = try await transport.perform(.json(url: WebURL(backend), value: body)).response
            #expect(answer.status == 200)
            #expect(answer.headers.first("access-control-allow-origin") == nil)
            #expect(answer.headers.first("vary") == "Origin")
        }
    }

    @Test(
        arguments: [
            ("http://192.168.1.7:5173", "http://192.168.1.7:5173"),
            ("HTTPS://Staging.Example.com", "https://staging.example.com"),
            ("https://staging.example.com:443", "https://staging.example.com"), ("http://a.test:80/", "http://a.test"),
            ("https://a.test:80", "https://a.test:80"), ("ionic://app", "ionic://app"),
            ("http://[fd12::7]:5173", "http://[fd12::7]:5173"),
            ("*", nil), ("staging.example.com", nil), ("https://a.test/path", nil), ("https://user@a.test", nil),
            ("https://", nil), ("://a.test", nil), ("https://*.a.test", nil), ("null", nil), ("", nil),
        ] as [(String, String?)])
    func originsAreAsBrowsersWriteThem(text: String, origin: String?) {
        #expect(CrossOriginPolicy.origin(text) == origin)
    }
}
