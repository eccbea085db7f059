import AuthEmulator
import BridgePrimitives
import HTTPLoader
import Listening
import Testing

/// What browsers ask before and beside a request, over a socket.
extension Statement {
    private static let signUpTarget = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    private static let app = "http://app.localhost:8080"

    static let browsers: [Statement] = [
        Statement(
            "1.8-01", "A preflight has no body, and allows the origin, the headers and the methods that are asked for."
        ) { wire in
            let wanted =
                "content-type,x-client-version,x-firebase-gmpid,x-firebase-client,x-firebase-locale,x-firebase-appcheck"
            // A browser must be able to read the 404 that would follow, too.
            for target in [signUpTarget, "/nothing/here"] {
                let answer = try await wire.http(
                    "OPTIONS", target,
                    ["Origin": app, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": wanted])
                #expect(answer.status == 204 && answer.body.isEmpty, "\(target)")
                #expect(answer.headers.first("access-control-allow-origin") == app)
                #expect(answer.headers.first("access-control-allow-headers") == wanted)
                #expect(answer.headers.first("access-control-allow-methods") == "GET,HEAD,PUT,PATCH,POST,DELETE")
                #expect(answer.headers.first("access-control-allow-credentials") == nil)
                #expect(answer.headers.first("vary")?.contains("Origin") == true)
            }
        },
        Statement("1.8-02", "Every answer names the origin that asked, failures too; without an origin it names none.")
        {
            wire in
            let lookup = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k"
            for (target, origin) in [(signUpTarget, app), (lookup, "https://app.example.com"), ("/nothing", "null")] {
                let answer = try await wire.http("POST", target, ["Origin": origin], "{}")
                #expect(answer.headers.first("access-control-allow-origin") == origin, "\(target)")
                #expect(answer.headers.first("vary") == "Origin")
                #expect(answer.headers.first("access-control-allow-credentials") == nil)
            }
            let plain = try await wire.http("POST", signUpTarget, [:], "{}")
            #expect(plain.status == 200 && plain.headers.first("access-control-allow-origin") == nil)
        },
        Statement(
            "1.8-03", "A page of this machine is let into the private network, when it asks; one from outside is not."
        ) { wire in
            for (origin, asks, isLetIn) in [
                (app, "true", true), ("http://127.0.0.1:3000", "true", true), (app, nil, false),
                ("https://evil.test", "true", false), ("null", "true", false),
            ] as [(String, String?, Bool)] {
                var headers: HTTPHeaders = ["Origin": origin]
                if let asks { headers.append("Access-Control-Request-Private-Network", asks) }
                let answer = try await wire.http("OPTIONS", signUpTarget, headers)
                #expect(answer.status == 204)
                #expect(
                    answer.headers.first("access-control-allow-private-network") == (isLetIn ? "true" : nil),
                    "\(origin)")
            }
        },
    ]
}

extension WireFixture {
    /// A request over a socket, to a service of its own port.
    func http(
        _ method: String, _ target: String, _ headers: HTTPHeaders, _ body: String? = nil
    ) async throws -> HTTPLoader.HTTPResponse {
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        return try await withListener(api, name: "auth") { bound in
            try await transport.perform(
                HTTPLoader.HTTPRequest(
                    method: method, url: WebURL(bound.origin + target), headers: headers,
                    body: body.map { Array($0.utf8) })
            ).response
        }
    }
}

extension StatementTests {
    @Test("1.8", arguments: Statement.trials(of: Statement.browsers))
    func browsers(_ trial: Statement.Trial) async throws { try await trial.run() }
}
