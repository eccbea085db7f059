import BridgePrimitives
import HTTPLoader
import Hummingbird
import Listening
import Serving
import TestSupport
import Testing

@Suite("Addresses that are announced", .timeLimit(.minutes(5)))
struct AnnouncedAddressTests {
    /// Columns: how the server answers, and the codes of what is said; none stops the services.
    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", []),
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", []),  // a backend has nothing at /
            ("HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n", []),
            (
                "HTTP/1.1 301 Moved\r\nLocation: https://localhost:9/\r\nContent-Length: 0\r\n\r\n",
                ["announced/redirects", "announced/redirects"]
            ),
            ("nonsense\r\n\r\n", ["announced/unreachable", "announced/unreachable"]),
        ] as [(String, [String])])
    func answers(answer: String, codes: [String]) async throws {
        let server = try ScriptedServer { _ in .close(answer) }
        defer { server.stop() }
        try await announced("http://127.0.0.1:\(server.port)", codes: codes)
        #expect(server.received.count == 2)
    }

    @Test func nothingListens() async throws {
        try await announced("http://127.0.0.1:1", codes: ["announced/unreachable", "announced/unreachable"])
    }

    @Test func aCertificateThatNobodyTrusts() async throws {
        try await withEphemeralStateDirectory { directory in
            let identity = try LocalAuthority(in: directory, now: SystemTime.now)
                .serverIdentity(for: ["127.0.0.1"], now: SystemTime.now)
            let router = Router()
            router.get("/") { _, _ in Response(status: .ok, json: [:]) }
            try await withListener(router, tls: identity, name: "own") { bound in
                try await announced(bound.origin, codes: ["announced/not-trusted", "announced/not-trusted"])
            }
        }
    }

    private func announced(_ origin: String, codes: [String]) async throws {
        let said = Mutex<[BridgeFailure]>([])
        try await Served.world(configuring: { serving in
            (serving.webURL, serving.backendURL) = (origin, origin)
            serving.warn = { failure in said.withLock { $0.append(failure) } }
        }) { addresses, transport in
            #expect(addresses.web == origin && addresses.backendTLS == origin)
            // The page may call the built-in backend all the same, and mails may lead to it.
            let port = addresses.trustPage.split(separator: "/").dropFirst().first?.split(separator: ":").last ?? ""
            let answer = try await Served.call(
                "POST", "http://api.localhost:\(port)/", [:], headers: ["Origin": origin], over: transport)
            #expect(answer.headers.first("access-control-allow-origin") == origin)
        }
        let failures = said.withLock { $0 }
        #expect(failures.map(\.code.rawValue) == codes)
        #expect(failures.allSatisfy { $0.cause.contains(origin) && !$0.fix.isEmpty })
    }
}
