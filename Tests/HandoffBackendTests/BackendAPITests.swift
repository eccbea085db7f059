import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HandoffBackend
import Listening
import Testing
import Tokens

@Suite("The backend over HTTP", .timeLimit(.minutes(5)))
struct BackendAPITests {
    private let transport: CurlTransport

    init() throws { transport = try CurlTransport() }

    /// Lends a story and the address of its backend.
    private func withBackend(_ body: (Story, String) async throws -> Void) async throws {
        try await withStory { story in
            try await withListener(BackendAPI(story.backend), name: "backend", clock: story.clock) { bound in
                try await body(story, bound.origin)
            }
        }
    }

    @Test func postsAFormAndGetsTheCookie() async throws {
        try await withBackend { story, origin in
            let request = HTTPRequest.form(url: try WebURL(origin), fields: [("idtoken", try story.idToken())])
            let response = try await transport.perform(request).response
            #expect(response.status == 200)
            #expect(response.text == #"{"status":"success"}"#)
            #expect(response.headers.first("content-type") == "application/json; charset=utf-8")
            #expect(response.headers.first("cache-control") == "no-store")
            let cookies = response.headers.all("set-cookie").map { String(decoding: $0, as: UTF8.self) }
            let token = try story.account.customToken(uid: "u1", issuedAt: Story.start)
            #expect(
                cookies == [
                    "customtoken=\(token); Max-Age=432000; Path=/; Expires=Thu, 26 Nov 2026 09:00:00 GMT; "
                        + "HttpOnly; Secure"
                ])
        }
    }

    @Test func postsJSON() async throws {
        try await withBackend { story, origin in
            let body: JSONValue = ["token": .string(try story.idToken())]
            let response = try await transport.perform(.json(url: WebURL(origin + "/?a=1"), value: body)).response
            #expect(response.status == 200)
        }
    }

    @Test func refusalsAreJSON() async throws {
        try await withBackend { story, origin in
            let expired = try story.idToken()
            story.clock.advance(by: .seconds(3600))
            let response = try await transport.perform(.form(url: WebURL(origin), fields: [("idtoken", expired)]))
                .response
            #expect(response.status == 401)
            #expect(response.headers.first("www-authenticate") == #"Bearer error="invalid_token""#)
            #expect(response.headers.all("set-cookie").isEmpty)
            #expect(
                response.text
                    == #"{"status":"error","code":"token/expired","message":"The token's time is over. "#
                    + #"Ask for a fresh token just before use, and compare the clocks.","reasons":["token/expired"]}"#)
        }
    }

    @Test(arguments: [
        ("GET", "/", 405, "backend/method-not-allowed"),
        ("PUT", "/", 405, "backend/method-not-allowed"),
        ("OPTIONS", "/", 405, "backend/method-not-allowed"),
        ("POST", "/other", 404, "backend/no-such-path"),
        ("GET", "//", 404, "backend/no-such-path"),
        ("POST", "/", 400, "backend/empty-body"),
    ])
    func otherRequests(method: String, path: String, status: Int, code: String) async throws {
        try await withBackend { story, origin in
            let response = try await transport.perform(HTTPRequest(method: method, url: WebURL(origin + path))).response
            // The trace, and with it the log of a served world, knows each refusal once.
            #expect(story.trace.events.map { $0.reasons.map(\.rawValue) } == [[code]])
            #expect(response.status == status)
            #expect(try JSONValue(parsing: response.body)["code"]?.stringValue == code)
            #expect((response.headers.first("allow") == "POST") == (status == 405))
        }
    }

    @Test(arguments: [
        (128 * 1024 + 1, "backend/body-too-large"), (1 << 20, "backend/body-too-large"),
        (1 << 20 + 1, "backend/body-too-large"),  // beyond the listener's own limit
    ])
    func bodiesThatAreTooLarge(length: Int, code: String) async throws {
        try await withBackend { story, origin in
            defer { #expect(story.trace.events.map { $0.reasons.map(\.rawValue) } == [[code]]) }
            let request = HTTPRequest(
                method: "POST", url: try WebURL(origin), headers: ["Content-Type": "application/json"],
                body: Array(repeating: 0x61, count: length))
            let response = try await transport.perform(request).response
            #expect(response.status == 413)
            #expect(try JSONValue(parsing: response.body)["code"]?.stringValue == code)
        }
    }
}
