import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Project
import Scenarios
import TestSupport
import Testing
import Tokens
import WorldTestSupport
import Worlds

// Backends that do wrong.
extension OwnBackendTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let code: String
        let says: String
        let answer: @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer
        var testDescription: String { code }

        init(
            _ code: String, _ says: String,
            _ answer: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer
        ) {
            (self.code, self.says, self.answer) = (code, says, answer)
        }
    }

    static func raw(_ status: String, _ headers: String = "", _ body: String = "") -> ScriptedServer.Answer {
        .keep("HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    static let rows: [Row] = [
        Row("exchange/server-error", "exchange failed: the backend answered 500: boom.") { _ in
            raw("500 Oops", "Content-Type: text/plain\r\n", "boom")
        },
        Row("exchange/html", "answered with an HTML page, \"Shop\".") { _ in
            raw("200 OK", "Content-Type: text/html\r\n", "<!doctype html><title>Shop</title>")
        },
        Row("exchange/redirected", "the backend answered 302, a redirect to /login?next=%2F.") { _ in
            raw("302 Found", "Location: /login?next=%2F\r\n")
        },
        Row("exchange/no-endpoint", "has nothing at POST /auth/exchange (404).") { _ in raw("404 Not Found") },
        Row(
            "exchange/not-accepted",
            "did not accept the request with the ID token (401): no; the ID token that it was sent is of demo-bridge"
        ) {
            _ in
            raw("401 No", "", #"{"error":"no"}"#)
        },
        Row("exchange/refused", "the backend answered 422.") { _ in raw("422 No") },
        Row("exchange/not-json", "the answer is no JSON (2 bytes).") { _ in raw("200 OK", "", "ok") },
        Row("exchange/no-token", "data has no customToken; known are: custom_token; did you mean \"custom_token\"?") {
            _ in raw("200 OK", "", #"{"data":{"custom_token":"x"}}"#)
        },
        Row("exchange/empty-token", "data.customToken of the JSON answer is empty.") { _ in
            raw("200 OK", "", #"{"data":{"customToken":""}}"#)
        },
        Row("exchange/other-project", "is of the project staging, and the page's is demo-bridge.") { request in
            let token = mint(for: request, issuer: "x@staging.iam.gserviceaccount.com")
            return raw("200 OK", "", #"{"data":{"customToken":"\#(token)"}}"#)
        },
        Row("exchange/two-tokens", "a token in data.customToken of the JSON answer and in the cookie fb_token") {
            request in
            let other = mint(for: request, issuer: "other@example.com")
            return raw(
                "200 OK", "Set-Cookie: fb_token=\(other)\r\n", #"{"data":{"customToken":"\#(mint(for: request))"}}"#)
        },
        Row("exchange/id-token-came-back", "holds an ID token, not a custom token.") { request in
            let body = try? JSONValue(parsing: request.body)
            return raw(
                "200 OK", "", JSONValue.object(JSONObject([("data", ["customToken": body?["id_token"] ?? ""])])).text())
        },
        Row("transport/malformed-response", "exchange failed") { _ in .close("SSH-2.0-OpenSSH\r\n") },
    ]

    @Test(arguments: rows)
    func eachHasItsOwnReason(row: Row) async throws {
        let server = try ScriptedServer(answer: row.answer)
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port))
        #expect(result.rootCause?.code.rawValue == row.code, "\(result.rootCause?.message ?? "none")")
        #expect(result.rootCause?.message.contains(row.says) == true, "\(result.rootCause?.message ?? "none")")
        #expect(result.rootCause?.fix.isEmpty == (row.code == "none"))
    }

    @Test func aProxyThatFoldsTheTokenIntoAnotherCookiesLine() async throws {
        let server = try ScriptedServer { request in
            Self.raw("200 OK", "Set-Cookie: lang=ja; Path=/, fb_token=\(Self.mint(for: request)); Path=/\r\n")
        }
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port, token: .cookie("fb_token")))
        #expect(result.rootCause?.code.rawValue == "exchange/folded-cookie")
        #expect(result.rootCause?.message.contains("in the Set-Cookie line of lang, behind a comma") == true)
    }

    @Test func aBackendThatIsNotThere() async throws {
        let server = try ScriptedServer { _ in .ok() }
        let port = server.port
        server.stop()
        let result = try await Self.run(Self.project(port))
        #expect(result.rootCause?.code.rawValue == "exchange/backend-not-there")
        #expect(
            result.rootCause?.message == "exchange failed: nothing listens at http://127.0.0.1:\(port).")
    }

    /// Columns: the steps, and the cause: what the tool made wrong with the token, it says.
    @Test(arguments: [
        ("[sign-in, exchange]", "exchange/not-accepted"), ("[sign-in, exchange: { token: expired }]", "token/expired"),
        ("[sign-in, exchange: { token: foreign-project }]", "token/wrong-audience"),
        ("[sign-in, advance: 1m, exchange]", "exchange/other-clock"),
    ])
    func aRefusedTokenSaysWhatIsWrongWithIt(steps: String, code: String) async throws {
        let server = try ScriptedServer { _ in Self.raw("401 No", "", #"{"error":"no"}"#) }
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port), steps: steps)
        #expect(result.rootCause?.code.rawValue == code, "\(result.rootCause?.message ?? "")")
    }

    /// Tokens are in no message, even if a server writes them there.
    @Test func whatTheBackendSaysIsMasked() async throws {
        let server = try ScriptedServer { request in
            let body = try? JSONValue(parsing: request.body)
            return Self.raw("401 No", "", body?["id_token"]?.stringValue ?? "")
        }
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port))
        #expect(result.rootCause?.code.rawValue == "exchange/not-accepted")
        #expect(result.rootCause?.message.contains("eyJ") == false, "\(result.rootCause?.message ?? "")")
    }

    @Test func aBackendThatRunsElsewhereIsNotStopped() async throws {
        let result = try await Self.run(
            Self.project(1), steps: "[stop-backend]",
            expect: "{ failure: { step: stop-backend, reason: backend/runs-elsewhere } }")
        #expect(result.rootCause == nil)
    }
}
