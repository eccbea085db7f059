import BridgePrimitives
import Foundation
import HTTPLoader
import HTTPTypes
import Hummingbird
import Listening
import TestSupport
import Testing

@Suite("Listening", .timeLimit(.minutes(5)))
struct ListenerTests {
    private static let now = Instant(secondsSinceEpoch: 1_795_251_600)
    private let transport: CurlTransport

    init() throws { transport = try CurlTransport() }

    /// `GET /` greets, `POST /` tells the length of the body, `GET /broken` throws, `GET /gone` throws politely.
    private static func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/") { _, _ in Response(status: .ok, json: ["greeting": "hello"]) }
        router.post("/") { request, _ in
            let body = try await request.body.collect(upTo: .max)
            return Response(status: .ok, json: ["length": .integer(Int64(body.readableBytes))])
        }
        router.get("/broken") { _, _ -> Response in throw SecretiveFailure() }
        router.get("/gone") { _, _ -> Response in throw HTTPError(.gone) }
        return router
    }

    private struct SecretiveFailure: Error, CustomStringConvertible {
        let description = "password is hunter2"
    }

    private func get(_ bound: BoundListener, _ path: String = "/", host: String? = nil) async throws
        -> HTTPLoader.HTTPResponse
    {
        let origin = host.map { bound.origin(host: $0) } ?? bound.origin
        return try await transport.perform(HTTPLoader.HTTPRequest(url: WebURL(origin + path))).response
    }

    @Test func answersOnAPortOfTheSystemsChoice() async throws {
        let clock = WorldClock.frozen(at: Self.now)
        try await withListener(Self.router(), name: "greeter", clock: clock) { bound in
            #expect(bound.port > 0)
            #expect(!bound.isSecure)
            #expect(bound.origin == "http://127.0.0.1:\(bound.port)")
            let response = try await get(bound, host: "app.localhost")
            #expect(response.status == 200)
            #expect(response.text == #"{"greeting":"hello"}"#)
            #expect(response.headers.first("content-type") == "application/json; charset=utf-8")
            #expect(response.headers.first("cache-control") == "no-store")
            #expect(response.headers.first("date") == "Sat, 21 Nov 2026 09:00:00 GMT")
        }
    }

    @Test func saysWhoseTimeOrNone() async throws {
        try await withListener(Self.router(), name: "greeter") { bound in
            let response = try await get(bound)
            #expect(response.headers.first("date") == nil)
        }
    }

    // MARK: - Not listening

    @Test func aPortThatIsTakenIsNamed() async throws {
        try await withListener(Self.router(), name: "first") { bound in
            let failure = await #expect(throws: BridgeFailure.self) {
                try await withListener(Self.router(), at: bound.address, name: "second") { _ in }
            }
            #expect(failure?.code.rawValue == "server/port-in-use")
            #expect(failure?.kind == .unavailable)
            #expect(failure?.cause == "port \(bound.port) for second is already bound on 127.0.0.1")
            #expect(failure?.fix.contains("--port-base 0") == true)
            let response = try await get(bound)
            #expect(response.status == 200)  // the first is none the worse for it
        }
    }

    @Test func thePortsOwnFlagIsNamed() async throws {
        try await withListener(Self.router(), name: "first") { bound in
            let failure = await #expect(throws: BridgeFailure.self) {
                try await withListener(Self.router(), at: bound.address, name: "second", portAdvice: "pass --ui-port 0")
                { _ in }
            }
            #expect(failure?.fix == "stop what listens there, or pass --ui-port 0 for any free port")
        }
    }

    // MARK: - Several addresses

    @Test(.enabled(if: hasIPv6), arguments: [true, false])
    func theSamePortOnIPv6(isSecure: Bool) async throws {
        try await withEphemeralStateDirectory { directory in
            let authority = try LocalAuthority(in: directory, now: Self.systemNow)
            let identity = try authority.serverIdentity(for: ["::1", "127.0.0.1"], now: Self.systemNow)
            let trusting = try CurlTransport(trust: .only(pem: Array(authority.certificatePEM.utf8)))
            try await withListener(Self.router(), andAt: ["::1"], tls: isSecure ? identity : nil, name: "greeter") {
                bound in
                #expect(bound.address.host == "127.0.0.1")
                #expect(bound.further == [ListenAddress(host: "::1", port: bound.port)])
                #expect(bound.leftOut.isEmpty)
                for origin in [bound.origin, bound.origin(host: "::1")] {
                    let request = HTTPLoader.HTTPRequest(url: try WebURL(origin))
                    #expect(try await trusting.perform(request).response.status == 200)
                }
            }
        }
    }

    @Test func anAddressBesidesThatIsNotOursIsLeftOut() async throws {
        try await withListener(Self.router(), andAt: ["192.0.2.1"], name: "greeter") { bound in
            #expect(bound.further.isEmpty)
            #expect(bound.leftOut.map(\.failure.code.rawValue) == ["server/address-not-available"])
            let response = try await get(bound)
            #expect(response.status == 200)
        }
    }

    @Test(.enabled(if: hasIPv6)) func aPortThatIsTakenOnIPv6OnlyIsNamed() async throws {
        // Whoever else runs may have that port on 127.0.0.1 meanwhile: then another one is tried.
        for _ in 0..<10 {
            let cause = try await withListener(Self.router(), at: ListenAddress(host: "::1"), name: "first") { bound in
                let failure = await #expect(throws: BridgeFailure.self) {
                    try await withListener(
                        Self.router(), at: ListenAddress(port: bound.port), andAt: ["::1"], name: "second"
                    ) { _ in }
                }
                #expect(failure?.code.rawValue == "server/port-in-use")
                return failure?.cause.replacing("\(bound.port)", with: "N")
            }
            if cause == "port N for second is already bound on ::1" { return }
        }
        Issue.record("no port was free on 127.0.0.1 and taken on ::1")
    }

    /// What the body throws is not taken for an address that is in use.
    @Test func aFailureOfTheBodysOwnIsNotTriedAgain() async throws {
        var calls = 0
        await #expect(throws: BridgeFailure.self) {
            try await withListener(Self.router(), andAt: ["::1"], name: "greeter") { _ in
                calls += 1
                throw BridgeFailure(ListeningReason.portInUse, cause: "another's")
            }
        }
        #expect(calls == 1)
    }

    private static let hasIPv6 = ThisMachine.current.interfaces.contains { $0.address == "::1" }

    @Test(arguments: [
        ("192.0.2.1", "server/address-not-available"),  // TEST-NET-1, RFC 5737: nobody's
        ("no such host", "server/address-not-available"),
    ])
    func anAddressThatIsNotOurs(host: String, code: String) async throws {
        let failure = await #expect(throws: BridgeFailure.self) {
            try await withListener(Self.router(), at: ListenAddress(host: host), name: "greeter") { _ in }
        }
        #expect(failure?.code.rawValue == code)
    }

    // MARK: - Ending

    @Test func theBodysOutcomeIsHandedOnAndThePortIsFree() async throws {
        struct Stop: Error {}
        // Several times, since a listener of another test may take the port in between.
        var wasFree = false
        for _ in 0..<5 where !wasFree {
            var port = 0
            await #expect(throws: Stop.self) {
                try await withListener(Self.router(), name: "greeter") { bound in
                    port = bound.port
                    throw Stop()
                }
            }
            let again = try? await withListener(Self.router(), at: ListenAddress(port: port), name: "again") { $0.port }
            wasFree = again == port
        }
        #expect(wasFree)
    }

    @Test func cancellationEndsTheListener() async throws {
        let (ports, announcement) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
            let router = Self.router()
            router.get("/only-before-the-cancellation") { _, _ in Response(status: .ok, json: [:]) }
            return try await withListener(router, name: "greeter") { bound in
                announcement.yield(bound.port)
                // Ends with the task's cancellation and with nothing else.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                try Task.checkCancellation()
            }
        }
        let port = try #require(await ports.first { _ in true })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Not asked whether the port is free: a listener of another test may have it by now.
        let url = try WebURL("http://127.0.0.1:\(port)/only-before-the-cancellation")
        let answer = try? await transport.perform(HTTPLoader.HTTPRequest(url: url)).response
        #expect(answer?.status != 200)
    }

    @Test func requestsInFlightAreFinished() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let (gates, gate) = AsyncStream.makeStream(of: Void.self)
        let router = Router()
        router.get("/slow") { _, _ in
            started.yield()
            for await _ in gates { break }
            return Response(status: .ok, json: ["late": true])
        }
        let (responses, answered) = AsyncStream.makeStream(of: Int.self)
        var port = 0
        var request: Task<Void, any Error>?
        var opener: Task<Void, any Error>?
        try await withListener(router, name: "slow") { bound in
            port = bound.port
            let url = try WebURL(bound.origin + "/slow")
            request = Task {
                answered.yield(try await transport.perform(HTTPLoader.HTTPRequest(url: url)).response.status)
            }
            for await _ in starts { break }
            // Once the listener takes no more connections, it is draining: then the handler may go on.
            opener = Task { [port] in
                try await waitUntil("the end of listening") { Self.look(port) == .gone }
                gate.yield()
            }
        }
        try await opener?.value
        try await request?.value
        #expect(await responses.first { _ in true } == 200)
    }

    private enum Sight { case listening, gone }
    private static func look(_ port: Int) -> Sight {
        if RawConnection(port: port) != nil { .listening } else { .gone }
    }

    // MARK: - Limits

    @Test(arguments: [(0, 200), (99, 200), (100, 200), (101, 413), (100_000, 413)])
    func bodiesAreBounded(length: Int, status: Int) async throws {
        let limits = ListenerLimits(bodyBytes: 100)
        try await withListener(Self.router(), name: "greeter", limits: limits) { bound in
            let request = HTTPLoader.HTTPRequest(
                method: "POST", url: try WebURL(bound.origin), body: Array(repeating: 0x61, count: length))
            let response = try await transport.perform(request).response
            #expect(response.status == status)
            let json = try JSONValue(parsing: response.body)
            if status == 200 {
                #expect(json == ["length": .integer(Int64(length))])
            } else {
                #expect(json["code"] == "server/body-too-large")
                #expect(json["status"] == "error")
            }
            #expect(try await get(bound).status == 200)  // the connection or the next one goes on
        }
    }

    @Test func bodiesOfUnknownLengthAreBounded() async throws {
        try await withListener(Self.router(), name: "greeter", limits: ListenerLimits(bodyBytes: 4)) { bound in
            let connection = try #require(RawConnection(port: bound.port))
            connection.send(
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                    + "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n"
            )
            let answer = await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func aBodyFarTooLargeIsNotReadToItsEnd() async throws {
        try await withListener(Self.router(), name: "greeter") { bound in
            let connection = try #require(RawConnection(port: bound.port))
            connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n")
            let answer = await connection.readToEnd()  // ends because the server closes
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.contains("server/body-too-large"))
        }
    }

    /// Each is told why, in words, by a reason.
    @Test(arguments: [
        ("NONSENSE\r\n\r\n", 501, "server/unknown-method"),
        ("BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 501, "server/unknown-method"),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\r\n\r\n", 501, "server/unknown-method"),  // TLS, at a port without
        (
            "GET / HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "a", count: 80_000) + "\r\n\r\n", 400,
            "server/malformed-request"
        ),
        ("GET / HTTP/1.1\r\nHost: x\r\nBad Name: 1\r\n\r\n", 400, "server/malformed-request"),
        ("GET /\r\n\r\n", 400, "server/malformed-request"),
        (
            "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 400,
            "server/repeated-host"
        ),
        (
            "GET / HTTP/1.1\r\nHost: x\r\nX: y\r\nhOST: x\r\nConnection: close\r\n\r\n", 400,
            "server/repeated-host"
        ),
    ])
    func whatIsNoRequestIsAnsweredAndClosed(text: String, status: Int, code: String) async throws {
        try await withListener(Self.router(), name: "greeter") { bound in
            let connection = try #require(RawConnection(port: bound.port))
            connection.send(text)
            let answer = await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            let body = try #require(answer.components(separatedBy: "\r\n\r\n").dropFirst().first)
            #expect(try JSONValue(parsing: Array(body.utf8))["code"]?.stringValue == code)
        }
    }

    /// An answer that is due comes first; what followed it is no request.
    @Test func nonsenseWaitsForItsTurn() async throws {
        try await withListener(Self.router(), name: "greeter") { bound in
            let connection = try #require(RawConnection(port: bound.port))
            connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nNONSENSE\r\n\r\n")
            let answer = await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.contains("HTTP/1.1 400 ") || answer.contains("HTTP/1.1 501 "))
        }
    }

    @Test(arguments: [
        "",  // nothing at all
        "GET / HTTP/1.1\r\nHost:",  // a head that does not end
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na",  // a body that does not end
    ])
    func slowClientsAreGivenUp(text: String) async throws {
        let limits = ListenerLimits(firstRequest: .milliseconds(50), body: .milliseconds(50))
        try await withListener(Self.router(), name: "greeter", limits: limits) { bound in
            let connection = try #require(RawConnection(port: bound.port))
            connection.send(text)
            let answer = await connection.readToEnd()
            #expect(answer == "")
        }
    }

    /// What follows an answer to HEAD is the next answer, whatever the handler gave.
    @Test(arguments: ["/", "/nowhere", "/broken"])
    func headHasNoBody(path: String) async throws {
        try await withListener(Self.router(), name: "greeter") { bound in
            let connection = try #require(RawConnection(port: bound.port))
            connection.send("HEAD \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            connection.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let answers = await connection.readToEnd().components(separatedBy: "\r\n\r\n")
            #expect(answers.count == 3)  // two heads, and the one body
            #expect(answers.first?.lowercased().contains("content-length: ") == true)
            #expect(answers.dropFirst().first?.hasPrefix("HTTP/1.1 200 ") == true)
            #expect(answers.last == #"{"greeting":"hello"}"#)
        }
    }

    // MARK: - What handlers throw

    @Test func handlersErrorsBecomeJSONWithoutTheirText() async throws {
        try await withListener(Self.router(), name: "greeter") { bound in
            let broken = try await get(bound, "/broken")
            #expect(broken.status == 500)
            #expect(try JSONValue(parsing: broken.body)["code"] == "server/internal-fault")
            #expect(!broken.text.contains("hunter2"))
            #expect(try await get(bound, "/gone").status == 410)
            #expect(try await get(bound, "/nowhere").status == 404)
        }
    }

    // MARK: - TLS

    @Test func tls() async throws {
        try await withEphemeralStateDirectory { directory in
            let now = Self.systemNow
            let authority = try LocalAuthority(in: directory, now: now)
            let identity = try authority.serverIdentity(for: ["app.localhost", "127.0.0.1"], now: now)
            let trusting = try CurlTransport(trust: .only(pem: Array(authority.certificatePEM.utf8)))
            try await withListener(Self.router(), tls: identity, name: "greeter") { bound in
                #expect(bound.isSecure)
                for host in ["app.localhost", "127.0.0.1"] {
                    let url = try WebURL(bound.origin(host: host))
                    #expect(url.string.hasPrefix("https://"))
                    #expect(try await trusting.perform(HTTPLoader.HTTPRequest(url: url)).response.status == 200)
                }
                let other = try WebURL(bound.origin(host: "api.localhost"))  // not in the certificate
                let mismatch = await #expect(throws: TransportFailure.self) {
                    try await trusting.perform(HTTPLoader.HTTPRequest(url: other))
                }
                #expect(mismatch?.cause.contains("'api.localhost'") == true)
                let untrusted = await #expect(throws: TransportFailure.self) { try await get(bound) }
                #expect(untrusted?.code == .tlsUntrusted)
            }
        }
    }

    /// TLS clients read the machine's clock, so here a test has to.
    private static var systemNow: Instant {
        SystemTime.now
    }
}
