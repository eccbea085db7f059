import BridgePrimitives
import HTTPLoader
import TestSupport
import Testing

@Suite("Requests and responses over a real socket", .timeLimit(.minutes(5)))
struct CurlTransportTests {
    @Test func deliversStatusHeadersAndBody() async throws {
        let answer = "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nno\0\n\r"
        try await withServer(answer: { _ in .keep(answer) }) { server, transport in
            let exchange = try await transport.perform(HTTPRequest(url: server.url("/a?b=c#secret")))
            #expect(exchange.response.status == 404)
            #expect(exchange.response.httpVersion == "HTTP/1.1")
            #expect(exchange.response.headers.first("content-TYPE") == "text/plain")
            #expect(exchange.response.body == Array("no\0\n\r".utf8))
            #expect(exchange.remoteAddress == "127.0.0.1:\(server.port)")
            #expect(exchange.timings.total >= exchange.timings.firstByte)
            #expect(exchange.timings.firstByte > .zero)
        }
    }

    /// Nothing is added but the host: no User-Agent, Accept, Content-Type or Expect of libcurl's own.
    @Test func sendsTheRequestAndNothingElse() async throws {
        try await withServer(answer: { _ in .ok() }) { server, transport in
            var request = try HTTPRequest(url: server.url("/a?b=c#secret"), headers: ["X-One": "1", "X-Empty": ""])
            request.headers.append("X-Bytes", bytes: [0xC3, 0xA9, 0x09, 0xFF])
            _ = try await transport.perform(request)
            _ = try await transport.perform(HTTPRequest(method: "POST", url: server.url()))
            let (first, second) = (server.received[0], server.received[1])
            #expect(first.line == "GET /a?b=c HTTP/1.1")
            #expect(
                first.lines.dropFirst() == [
                    "Host: 127.0.0.1:\(server.port)", "X-One: 1", "X-Empty:", "X-Bytes: é\t\u{FFFD}",
                ])
            #expect(second.lines == ["POST / HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Content-Length: 0"])
        }
    }

    @Test(
        arguments: [
            ("GET", nil, nil),  // no body, no length
            ("DELETE", nil, nil),
            ("OPTIONS", nil, nil),
            ("PATCH", "", "0"),  // an empty body is announced
            ("PUT", "x", "1"),
            ("POST", "a\0b\r\n\r\nc", "8"),  // NUL and an empty line inside
            ("GET", "odd", "3"),  // allowed, if unusual
            ("PROPFIND", "<x/>", "4"),  // a method from elsewhere
            ("get", nil, nil),  // case is the caller's
        ] as [(String, String?, String?)])
    func sendsMethodsAndBodies(method: String, body: String?, length: String?) async throws {
        try await withServer(answer: { _ in .ok("fine") }) { server, transport in
            let request = try HTTPRequest(method: method, url: server.url("/m"), body: body.map { Array($0.utf8) })
            // Twice on one handle: nothing of a request may show in the next.
            for _ in 0..<2 { #expect(try await transport.perform(request).response.text == "fine") }
            _ = try await transport.perform(HTTPRequest(url: server.url("/after")))
            for seen in server.received.prefix(2) {
                #expect(seen.line == "\(method) /m HTTP/1.1")
                #expect(seen.values("content-length").first == length)
                #expect(seen.body == Array((body ?? "").utf8))
            }
            #expect(server.received[2].lines == ["GET /after HTTP/1.1", "Host: 127.0.0.1:\(server.port)"])
        }
    }

    @Test func headHasNoBodyThoughALengthIsSaid() async throws {
        try await withServer(answer: { _ in .keep("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n") }) {
            server, transport in
            let exchange = try await transport.perform(HTTPRequest(method: "HEAD", url: server.url()))
            #expect(exchange.response.body.isEmpty)
            #expect(exchange.response.headers.first("content-length") == "999999999999")
        }
    }

    @Test func repeatedSetCookieLinesStayApart() async throws {
        let cookies = "Set-Cookie: a=1; Path=/\r\nset-cookie: b=2, c=3\r\nSet-Cookie: a=1; Path=/\r\n"
        try await withServer(answer: { _ in .ok(headers: cookies) }) { server, transport in
            let headers = try await transport.perform(HTTPRequest(url: server.url())).response.headers
            #expect(
                headers.all("Set-Cookie").map { String(decoding: $0, as: UTF8.self) }
                    == ["a=1; Path=/", "b=2, c=3", "a=1; Path=/"])
        }
    }

    @Test func headerBytesArriveAsSent() async throws {
        let bytes: [UInt8] = [0x80, 0xFF, 0x09, 0xE3, 0x81, 0x82, 0x01]  // not UTF-8 as a whole
        let answer = Array("HTTP/1.1 200 OK\r\nX-Raw: ".utf8) + bytes + Array("\r\nContent-Length: 0\r\n\r\n".utf8)
        try await withServer(answer: { _ in .keep(answer) }) { server, transport in
            let headers = try await transport.perform(HTTPRequest(url: server.url())).response.headers
            #expect(headers.all("x-raw") == [bytes])
        }
    }

    @Test func chunksAreJoinedAndTrailersLeftOut() async throws {
        let answer = """
            HTTP/1.1 100 Continue\r\nX-Interim: yes\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r
            4\r\nWiki\r\n5;ext=1\r\npedia\r\n0\r\nX-Trailer: t\r\n\r\n
            """
        try await withServer(answer: { _ in .keep(answer) }) { server, transport in
            let response = try await transport.perform(HTTPRequest(url: server.url())).response
            #expect(response.text == "Wikipedia")
            #expect(response.headers.map(\.name) == ["Transfer-Encoding"])
        }
    }

    @Test func aBodyMayEndWithTheConnection() async throws {
        try await withServer(answer: { _ in .close("HTTP/1.0 200 OK\r\n\r\nuntil the end") }) { server, transport in
            let response = try await transport.perform(HTTPRequest(url: server.url())).response
            #expect(response.text == "until the end")
            #expect(response.httpVersion == "HTTP/1.0")
        }
    }

    @Test func contentIsDecodedOnlyWhenTheRequestAsked() async throws {
        // "hi" in gzip.
        let gzip: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0xC8, 4, 0, 0xAC, 0x2A, 0x93, 0xD8, 2, 0, 0, 0,
        ]
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n"
        try await withServer(answer: { _ in .keep(Array(head.utf8) + gzip) }) { server, transport in
            let asked = try HTTPRequest(url: server.url(), headers: ["accept-encoding": "gzip"])
            #expect(try await transport.perform(asked).response.text == "hi")
            #expect(try await transport.perform(HTTPRequest(url: server.url())).response.body == gzip)
            #expect(server.received.map { $0.values("accept-encoding") } == [["gzip"], []])
        }
    }

    @Test func twoRequestsUseOneConnection() async throws {
        try await withServer(answer: { .ok($0.line) }) { server, transport in
            for path in ["/1", "/2"] {
                let exchange = try await transport.perform(HTTPRequest(url: server.url(path)))
                #expect(exchange.response.text == "GET \(path) HTTP/1.1")
            }
            #expect(server.received.map(\.connection) == [0, 0])
        }
    }

    @Test func aConnectionClosedInBetweenIsReplaced() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"  // says nothing of closing, and closes
        try await withServer(answer: { _ in .close(answer) }) { server, transport in
            for _ in 0..<3 { _ = try await transport.perform(HTTPRequest(method: "POST", url: server.url())) }
            #expect(server.received.map(\.connection) == [0, 1, 2])
        }
    }

    @Test func manyRequestsRunSideBySide() async throws {
        try await withServer(limits: TransportLimits(connections: 8), answer: { .ok($0.line) }) { server, transport in
            let port = server.port
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let url = try WebURL("http://127.0.0.1:\(port)/\(number)")
                        return try await transport.perform(HTTPRequest(url: url)).response.text
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(texts == Set((0..<100).map { "GET /\($0) HTTP/1.1" }))
            #expect(Set(server.received.map(\.connection)).count <= 8)
        }
    }

    @Test func namesUnderLocalhostAreLoopback() async throws {
        try await withServer(answer: { .ok($0.values("host").first ?? "") }) { server, transport in
            let url = try WebURL("http://app.localhost:\(server.port)/")
            let exchange = try await transport.perform(HTTPRequest(url: url))
            #expect(exchange.response.text == "app.localhost:\(server.port)")
        }
    }

    @Test func redirectsAndCookiesAreLeftToTheCaller() async throws {
        let answer = "HTTP/1.1 302 Found\r\nLocation: /next\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n"
        try await withServer(answer: { _ in .keep(answer) }) { server, transport in
            for _ in 0..<2 {
                let exchange = try await transport.perform(HTTPRequest(url: server.url()))
                #expect(exchange.response.status == 302)
            }
            #expect(server.received.map(\.line) == ["GET / HTTP/1.1", "GET / HTTP/1.1"])
            #expect(server.received.allSatisfy { $0.values("cookie").isEmpty })
        }
    }

    @Test func aLargeBodyArrivesWhole() async throws {
        let body = String(repeating: "0123456789abcdef", count: 200_000)
        try await withServer(answer: { .ok(String(decoding: $0.body, as: UTF8.self)) }) { server, transport in
            let request = try HTTPRequest(method: "POST", url: server.url(), body: Array(body.utf8))
            #expect(try await transport.perform(request).response.body == Array(body.utf8))
        }
    }

    @Test func aTaskMayRunOnTheTransportsOwnThread() async throws {
        try await withServer(answer: { .ok($0.line) }) { server, transport in
            let url = try server.url("/own")
            try await withTaskExecutorPreference(transport.executor) {
                for _ in 0..<50 {
                    let exchange = try await transport.perform(HTTPRequest(url: url))
                    #expect(exchange.response.text == "GET /own HTTP/1.1")
                }
            }
            #expect(Set(server.received.map(\.connection)) == [0])
        }
    }

    @Test func aJobOutlivesTheTransportsThread() async throws {
        let transport = try CurlTransport()
        let executor = transport.executor
        transport.shutdown()
        let sum = await Task(executorPreference: executor) {
            await Task.yield()
            return 40 + 2
        }.value
        #expect(sum == 42)
    }
}
