import BridgePrimitives
import BridgeTrace
import Proxying
import TestSupport
import Testing

@Suite("A proxy, plain", .timeLimit(.minutes(5)))
struct ProxyTests {
    @Test func passesOnWhatIsForThisMachine() async throws {
        try await withServer { _ in
            .ok("hello", headers: "Set-Cookie: sid=s3cr3t-value-of-a-cookie; Path=/\r\n")
        } _: { server in
            try await withFixture { proxy in
                let answer = try await proxy.answer(
                    to: "GET http://app.localhost:\(server.port)/a?b=c HTTP/1.1\r\nHost: elsewhere\r\nX-Mine: 1\r\n"
                        + "Cookie: one=first-secret-of-mine; two=second-secret-of-mine\r\n"
                        + "Authorization: Bearer third-secret-of-mine\r\nConnection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\nhello"))
                let request = try #require(server.received.first)
                #expect(request.line == "GET /a?b=c HTTP/1.1")
                #expect(request.values("host") == ["app.localhost:\(server.port)"])
                #expect(request.values("x-mine") == ["1"])
                #expect(request.values("cookie") == ["one=first-secret-of-mine; two=second-secret-of-mine"])
                #expect(request.values("connection").isEmpty)

                let event = try #require(proxy.events.first)
                #expect((event.handling, event.method, event.status) == (.passed, "GET", 200))
                #expect(event.url.text == "http://app.localhost:\(server.port)/a?b=c")
                #expect(event.requestFields.map(\.name) == ["Host", "X-Mine", "Cookie", "Authorization", "Connection"])
                #expect(event.responseFields.map(\.name) == ["Set-Cookie", "Content-Length"])
                let text = proxy.log.events.map { $0.json.text() }.joined()
                #expect(!text.contains("secret") && !text.contains("s3cr3t"), "\(text)")
            }
        }
    }

    /// Columns: what is sent, the status, what the answer says, and what the trace does.
    @Test(
        arguments: [
            (
                "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n", 403,
                "pass --allow-host example.com to let it through", "proxy/host-refused"
            ),
            (
                "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", 403,
                "403 Forbidden by session-bridge: pass --allow-host example.com to let it through", "proxy/host-refused"
            ),
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "proxy/bad-request", "proxy/bad-request"),
            ("CONNECT /x HTTP/1.1\r\nHost: a\r\n\r\n", 400, "proxy/bad-request", "proxy/bad-request"),
            (
                "GET http://localhost:1/ HTTP/1.1\r\nHost: localhost:1\r\nHost: example.com\r\n\r\n", 400,
                "proxy/repeated-host", "proxy/repeated-host"
            ),
            ("GET http://a:99999/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "proxy/bad-request", "proxy/bad-request"),
            ("\u{16}\u{3}\u{1}\0\u{1}garbage\r\n\r\n", 400, "proxy/bad-request", "proxy/bad-request"),
            ("\r\n\r\n\0\0\0\0", 400, "proxy/bad-request", "proxy/bad-request"),
            ("GET http://a/ HTTP/9.9\r\n\r\n", 400, "proxy/bad-request", "proxy/bad-request"),
            (
                "POST http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
                "proxy/bad-request", "proxy/bad-request"
            ),
            (
                "GET http://a/ HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 70_000) + "\r\n\r\n", 431,
                "proxy/head-too-large", "proxy/head-too-large"
            ),
        ] as [(String, Int, String, String)])
    func refusesTheRestInOneLine(sent: String, status: Int, words: String, code: String) async throws {
        try await withFixture { proxy in
            let answer = try await proxy.answer(to: sent)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(300))")
            #expect(answer.contains(words), "\(answer.prefix(600))")
            #expect(answer.suffix(1) == "\n" && !answer.dropLast().hasSuffix("\n"))
            #expect(proxy.codes == ["refused \(code)"])
        }
    }

    @Test func leadsNobodyToControlPortsOrToItself() async throws {
        try await withServer { _ in
            .ok("steered")
        } _: { control in
            try await withFixture(allowed: ["this-machine.example"], closed: [control.port]) { proxy in
                for host in ["localhost", "127.0.0.1", "127.0.0.2", "x.localhost", "[::1]", "LOCALHOST."] {
                    let request = "GET http://\(host):\(control.port)/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                    do {
                        let answer = try await proxy.answer(to: request)
                        #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(host)")
                    }
                    let tunnel = "CONNECT \(host):\(control.port) HTTP/1.1\r\n\r\n"
                    do {
                        let answer = try await proxy.answer(to: tunnel)
                        #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(host)")
                    }
                }
                let loop = "GET http://localhost:\(proxy.port)/ HTTP/1.1\r\nHost: x\r\n\r\n"
                do {
                    let answer = try await proxy.answer(to: loop)
                    #expect(answer.hasPrefix("HTTP/1.1 400 "))
                }
                #expect(control.received.isEmpty)
            }
        }
    }

    @Test func saysWhenNobodyAnswers() async throws {
        try await withServer { _ in
            .close("")
        } _: { server in
            try await withServer { _ in
                .close("what is this\r\n\r\n")
            } _: { babbler in
                try await withServer { _ in
                    .silence
                } _: { silent in
                    try await withFixture { proxy in
                        func get(_ port: Int) async throws -> String {
                            try await proxy.answer(to: "GET http://127.0.0.1:\(port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                        }
                        let free = try ScriptedServer { _ in .silence }
                        free.stop()
                        do {
                            let answer = try await get(free.port)
                            #expect(answer.hasPrefix("HTTP/1.1 502 "))
                        }
                        do {
                            let answer = try await get(server.port)
                            #expect(answer.hasPrefix("HTTP/1.1 502 "))
                        }
                        do {
                            let answer = try await get(babbler.port)
                            #expect(answer.hasPrefix("HTTP/1.1 502 "))
                        }
                        #expect(
                            proxy.codes == [
                                "refused proxy/unreachable", "refused proxy/broken-off", "refused proxy/broken-off",
                            ])
                    }
                    // With a limit of its own, within which a slow machine would not get through the others.
                    var limits = ProxyLimits()
                    limits.answer = .milliseconds(50)
                    try await withFixture(limits: limits) { proxy in
                        let answer = try await proxy.answer(
                            to: "GET http://127.0.0.1:\(silent.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                        #expect(answer.hasPrefix("HTTP/1.1 504 "))
                        #expect(proxy.codes == ["refused proxy/timed-out"])
                    }
                }
            }
        }
    }

    /// An answer that breaks off must not look whole.
    @Test func anAnswerThatBreaksOffIsNotEnded() async throws {
        try await withServer { _ in
            .close("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        } _: { server in
            try await withFixture { proxy in
                let answer = try await proxy.answer(
                    to: "GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && !answer.hasSuffix("0\r\n\r\n"), "\(answer)")
            }
        }
    }

    @Test func requestsOfOneConnectionAreAnsweredInTheirOrder() async throws {
        try await withServer {
            .ok($0.line, headers: "X-Connection: \($0.connection)\r\n")
        } _: { server in
            try await withFixture { proxy in
                let requests = (0..<100).map { "GET http://localhost:\(server.port)/\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
                let last = "GET http://localhost:\(server.port)/last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                let answer = try await proxy.answer(to: requests.joined() + last)
                let lines = answer.matches(of: /GET \/(\w+) HTTP/).map { String($0.output.1) }
                #expect(lines == (0..<100).map(String.init) + ["last"])
                // One connection here, one there.
                #expect(Set(server.received.map(\.connection)) == [0])
            }
        }
    }

    /// A server may end a kept connection just when the next request comes (RFC 9112 §9.3.1).
    @Test func aRequestIsRepeatedWhereAKeptConnectionHasEnded() async throws {
        try await withServer { request in
            request.line.hasPrefix("GET /first")
                ? .keep("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                : request.connection == 0 ? .close("") : .ok("again")
        } _: { server in
            try await withFixture { proxy in
                let client = try proxy.client()
                client.send("GET http://localhost:\(server.port)/first HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
                client.send(
                    "GET http://localhost:\(server.port)/second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                #expect(await client.readToEnd().hasSuffix("again"))
            }
        }
    }

    @Test func bodiesPassAsTheyWereFramed() async throws {
        try await withServer { request in
            .ok("\(request.body.count) \(request.values("transfer-encoding")) \(request.values("expect"))")
        } _: { server in
            try await withFixture { proxy in
                let head = "POST http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                let body = String(repeating: "b", count: 3_000_000)
                let sent = try await proxy.answer(to: head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
                #expect(sent.hasSuffix("3000000 [] []"), "\(sent.suffix(200))")
                // Whoever waits for leave gets it.
                let client = try proxy.client()
                client.send(head + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n")
                #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                client.send("abc")
                #expect(await client.readToEnd().hasSuffix("3 [] []"))
            }
        }
    }

    @Test func headHasNoBody() async throws {
        try await withServer { _ in
            .keep("HTTP/1.1 200 OK\r\nContent-Length: 77\r\n\r\n")
        } _: { server in
            try await withFixture { proxy in
                let answer = try await proxy.answer(
                    to: "HEAD http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                #expect(answer.hasSuffix("\r\n\r\n") && answer.contains("Content-Length: 77\r\n"), "\(answer)")
            }
        }
    }

    /// The sender of a large body gets to read why it is not wanted.
    @Test func aRefusedBodyIsReadToItsEnd() async throws {
        try await withFixture { proxy in
            let body = String(repeating: "b", count: 2_000_000)
            let answer = try await proxy.answer(
                to: "POST http://example.com/ HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
            #expect(answer.hasPrefix("HTTP/1.1 403 "))
        }
    }

    @Test func aClientThatHasSaidAllStillReads() async throws {
        try await withServer { _ in
            .ok("late")
        } _: { server in
            try await withFixture { proxy in
                let client = try proxy.client()
                client.send("GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                client.endSending()
                #expect(await client.readToEnd().hasSuffix("late"))
            }
        }
    }

    /// Nobody can tell a client that has left from one that has said all and still reads: the request ends with its
    /// answer, or with the time that it may take.
    @Test func aClientThatLeavesLeavesNothingBehind() async throws {
        var limits = ProxyLimits()
        limits.answer = .milliseconds(50)
        try await withServer { _ in
            .silence
        } _: { server in
            try await withFixture(limits: limits) { proxy in
                let client = try proxy.client()
                client.send("GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                // On a slow machine the time may be up before the request has got there.
                try await waitUntil("the request to be there") { !server.received.isEmpty || !proxy.codes.isEmpty }
                client.leave()
                try await waitUntil("the request to end") { proxy.codes == ["refused proxy/timed-out"] }
            }
        }
    }

    @Test func moreConnectionsThanItHoldsAreClosed() async throws {
        var limits = ProxyLimits()
        limits.connections = 2
        try await withFixture(limits: limits) { proxy in
            let held = [try proxy.client(), try proxy.client()]
            for client in held {
                client.send("CONNECT localhost:1 HTTP/1.1\r\n\r\n")
                #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
            }
            #expect(await (try proxy.client()).readToEnd().isEmpty)
            #expect(proxy.codes == ["refused proxy/too-many-connections"])
            held.forEach { $0.leave() }
        }
    }

    @Test func connectionsEndThatSayNothing() async throws {
        var limits = ProxyLimits()
        (limits.firstRequest, limits.idle) = (.milliseconds(500), .milliseconds(500))
        try await withServer { _ in
            .ok("x")
        } _: { server in
            try await withFixture(limits: limits) { proxy in
                do {
                    let answer = try await proxy.client().readToEnd()
                    #expect(answer.isEmpty)
                }
                let slow = try proxy.client()
                slow.send("GET http://localhost")
                #expect(await slow.readToEnd().isEmpty)
                let idle = try proxy.client()
                idle.send("GET http://localhost:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await idle.readToEnd().hasSuffix("x"))
                let handshake = try proxy.client()
                handshake.send("CONNECT localhost:\(server.port) HTTP/1.1\r\n\r\n")
                #expect(await handshake.readToEnd().hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    /// Nobody may be led where the trace has no word of it, whatever comes.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func anythingIsSurvived(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "GET ", "CONNECT ", "http://", "localhost", ":1", ":443", " HTTP/1.1", "\r\n", "\r\n\r\n", "Host: x", "\0",
            "\u{16}\u{3}\u{1}", "Transfer-Encoding: chunked", "Content-Length: 5", "Upgrade: x", "Connection: upgrade",
            "ffff\r\n", "é", "POST ", "/", "*", "[::1]",
        ]
        var limits = ProxyLimits()
        (limits.firstRequest, limits.idle) = (.milliseconds(20), .milliseconds(20))
        try await withFixture(limits: limits) { proxy in
            for _ in 0..<60 {
                let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }.joined()
                let client = try proxy.client()
                client.send(text)
                if Bool.random(using: &random) { client.endSending() }
                _ = await client.readToEnd()
            }
            // On a busy machine a request can come after its limit, and gets no answer.
            try await waitUntil("an answer") {
                try await proxy.answer(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n").hasPrefix("HTTP/1.1 400 ")
            }
        }
    }
}
