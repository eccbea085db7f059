import BridgePrimitives
import BridgeTrace
import HTTPTypes
import Hummingbird
import Listening
import Proxying
import TestSupport
import Testing

@Suite("A proxy, behind CONNECT", .timeLimit(.minutes(5)))
struct TunnelTests {
    private static let close = "Connection: close\r\n\r\n"

    @Test func answersGooglesHostsWithCertificatesOfTheRun() async throws {
        try await withServer {
            .ok("\($0.line) \($0.values("host"))")
        } _: { server in
            try await withFixture(answers: server) { proxy in
                let client = TLSClient(proxyPort: proxy.port, trusted: proxy.authority.certificatePEM)
                let answer = try await client.say(
                    "GET /known?key=AIzaSecretKey HTTP/1.1\r\nHost: www.googleapis.com\r\n\(Self.close)",
                    to: "www.googleapis.com:443")
                #expect(answer.hasSuffix(#"GET /known?key=AIzaSecretKey HTTP/1.1 ["www.googleapis.com"]"#), "\(answer)")
                // Whoever is connected with one host cannot speak with another by naming it.
                let other = try await client.say(
                    "POST /x HTTP/1.1\r\nHost: iam.googleapis.com\r\nContent-Length: 0\r\n\(Self.close)",
                    to: "www.googleapis.com:443")
                #expect(other.hasSuffix(#"POST /x HTTP/1.1 ["www.googleapis.com"]"#), "\(other)")
                #expect(proxy.codes == ["answered", "answered proxy/not-simulated"])
                #expect(proxy.events.first?.url.text.hasPrefix("https://www.googleapis.com/known?key=<") == true)
            }
        }
    }

    /// The client says no more than that it does not trust; the trace says what to set.
    @Test func aClientThatDoesNotTrustTheRunIsTold() async throws {
        let stranger = try RunAuthority(for: ["www.googleapis.com"], now: SystemTime.now)
        try await withServer { _ in
            .ok()
        } _: { server in
            try await withFixture(answers: server) { proxy in
                let client = TLSClient(proxyPort: proxy.port, trusted: stranger.certificatePEM)
                await #expect(throws: (any Error).self) {
                    try await client.say("GET / HTTP/1.1\r\n\r\n", to: "www.googleapis.com:443")
                }
                try await waitUntil("the refusal to be told") { proxy.codes == ["refused proxy/not-trusted"] }
                #expect(proxy.events.first?.url.text == "www.googleapis.com:443")
                #expect(server.received.isEmpty)
            }
        }
    }

    @Test func aServerThatWantsACertificateOfItsClientIsNamed() async throws {
        let server = try await TLSServer(name: "app.localhost", wantsClientCertificate: true)
        defer { server.stop() }
        try await withFixture { proxy in
            let answer = try await proxy.answer(
                to: "GET https://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\(Self.close)")
            #expect(answer.contains("proxy/client-certificate-wanted"), "\(answer)")
            #expect(proxy.codes == ["refused proxy/client-certificate-wanted"])
        }
    }

    @Test func readsWhatGoesToATLSServerOfThisMachine() async throws {
        let router = Router()
        router.get("/page") { request, _ in
            "cookie \(request.headers[.cookie] ?? "none"), host \(request.head.authority ?? "")"
        }
        try await withEphemeralStateDirectory { state in
            let identity = try LocalAuthority(in: state, now: SystemTime.now)
                .serverIdentity(for: ["app.localhost"], now: SystemTime.now)
            try await withListener(router, tls: identity, name: "app") { app in
                try await withFixture { proxy in
                    let client = TLSClient(proxyPort: proxy.port, trusted: proxy.authority.certificatePEM)
                    let answer = try await client.say(
                        "GET /page HTTP/1.1\r\nHost: app.localhost:\(app.port)\r\nCookie: a=b\r\n\(Self.close)",
                        to: "app.localhost:\(app.port)")
                    #expect(answer.hasSuffix("cookie a=b, host app.localhost:\(app.port)"), "\(answer)")
                    #expect(proxy.events.first?.url.text == "https://app.localhost:\(app.port)/page")
                    #expect(proxy.events.first?.requestFields.map(\.name) == ["Host", "Cookie", "Connection"])
                }
            }
        }
    }

    @Test func readsARequestWithoutTLS() async throws {
        try await withServer {
            .ok($0.line)
        } _: { server in
            try await withFixture { proxy in
                let client = try proxy.client()
                // Nobody has to wait for the answer to CONNECT.
                client.send(
                    "CONNECT localhost:\(server.port) HTTP/1.1\r\n\r\nGET /a HTTP/1.1\r\nHost: localhost\r\n\(Self.close)"
                )
                #expect(await client.readToEnd().hasSuffix("GET /a HTTP/1.1"))
                #expect(proxy.codes == ["passed"])
            }
        }
    }

    @Test func anythingElsePassesAsItIs() async throws {
        try await withServer {
            .close("heard \($0.head)")
        } _: { server in
            try await withFixture { proxy in
                let client = try proxy.client()
                client.send("CONNECT localhost:\(server.port) HTTP/1.1\r\n\r\n")
                #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 200 Connection Established\r\n\r\n")
                client.send("\u{1}hello\r\n\r\n")
                #expect(await client.readToEnd() == "heard \u{1}hello")
                #expect(proxy.codes == ["tunnelled"])
            }
        }
    }

    /// A host elsewhere that was allowed; this one leads to this machine, where only control ports stay closed.
    @Test func allowedHostsAreNotRead() async throws {
        try await withServer {
            .close("heard \($0.line)")
        } _: { server in
            try await withFixture(allowed: ["0.0.0.0"]) { proxy in
                let client = try proxy.client()
                client.send("CONNECT 0.0.0.0:\(server.port) HTTP/1.1\r\n\r\nGET /secret HTTP/1.1\r\n\r\n")
                #expect(await client.readToEnd().hasSuffix("\r\n\r\nheard GET /secret HTTP/1.1"))
                #expect(proxy.codes == ["tunnelled"])
            }
            try await withFixture(allowed: ["0.0.0.0"], closed: [server.port]) { proxy in
                let answer = try await proxy.answer(to: "CONNECT 0.0.0.0:\(server.port) HTTP/1.1\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer)")
                #expect(proxy.codes == ["refused proxy/control-port"])
            }
        }
    }

    @Test func webSocketsPass() async throws {
        try await withServer { request in
            request.line.hasPrefix("GET /socket")
                ? .keep("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst")
                : .close("echo \(request.head)")
        } _: { server in
            try await withFixture { proxy in
                let client = try proxy.client()
                client.send(
                    "GET http://localhost:\(server.port)/socket HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\n"
                        + "Upgrade: websocket\r\n\r\n")
                let head = await client.read(until: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 101 ") && head.contains("Upgrade: websocket\r\n"), "\(head)")
                #expect(server.received.first?.values("upgrade") == ["websocket"])
                #expect(await client.read(until: "first") == "first")
                client.send("\u{81}frame\r\n\r\n")
                #expect(await client.readToEnd() == "echo \u{81}frame")
                #expect(proxy.events.first?.status == 101)
            }
        }
    }

    /// A server that does not want to speak otherwise answers as ever.
    @Test func anUpgradeThatIsNotTakenUpIsAnAnswer() async throws {
        try await withServer { _ in
            .ok("no")
        } _: { server in
            try await withFixture { proxy in
                let answer = try await proxy.answer(
                    to: "GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                        + "Upgrade: h2c\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("no"))
            }
        }
    }

    /// Each event is there when it is sent, and the stream has no end.
    @Test func eventStreamsPassAsTheyCome() async throws {
        let router = Router()
        let (events, send) = AsyncStream.makeStream(of: ByteBuffer.self)
        router.get("/events") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/event-stream"], body: ResponseBody(asyncSequence: events))
        }
        try await withListener(router, name: "events") { server in
            try await withFixture { proxy in
                let client = try proxy.client()
                client.send("GET http://localhost:\(server.port)/events HTTP/1.1\r\nHost: x\r\n\r\n")
                for number in 1...3 {
                    send.yield(ByteBuffer(string: "data: \(number)\n\n"))
                    #expect(await client.read(until: "data: \(number)\n\n").hasSuffix("data: \(number)\n\n"))
                }
                client.leave()
                send.finish()
            }
        }
    }

    /// However many connections stand, none is left when the proxy ends.
    @Test func allConnectionsEndWithTheProxy() async throws {
        try await withServer { _ in
            .silence
        } _: { server in
            var clients: [RawClient] = []
            try await withFixture { proxy in
                let waiting = try proxy.client()
                waiting.send("GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                let tunnel = try proxy.client()
                tunnel.send("CONNECT localhost:\(server.port) HTTP/1.1\r\n\r\n\u{1}\r\n\r\n")
                clients = [try proxy.client(), waiting, tunnel]
                var arrived = 0
                for await _ in server.arrivals {
                    arrived += 1
                    if arrived == 2 { break }
                }
            }
            for client in clients { _ = await client.readToEnd() }
        }
    }
}
