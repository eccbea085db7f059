import BridgePrimitives
import HTTPLoader
import TestSupport
import Testing

@Suite("Requests that get no response", .timeLimit(.minutes(5)))
struct CurlTransportFailureTests {
    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", .connectionLost),  // fewer bytes than announced
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .connectionLost),  // inside a chunk
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", .connectionLost),  // no last chunk
            ("", .connectionLost),  // nothing at all
            ("SSH-2.0-OpenSSH_9.9\r\n", .malformedResponse),  // another protocol
            ("HTTP/1.1 200 OK\r\nContent-Length: 1025\r\n\r\nx", .tooLarge),  // announced: limit + 1
            ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1025), .tooLarge),  // not announced
            ("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 2048) + "\r\n\r\n", .tooLarge),  // the head
            ("HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 400) + "\r\n", .tooLarge),  // many fields
        ] as [(String, TransportReason)])
    func namesWhatIsWrongWithTheResponse(answer: String, expected: TransportReason) async throws {
        let limits = TransportLimits(bodyBytes: 1024, headerBytes: 2048)
        try await withServer(limits: limits, answer: { _ in .close(answer) }) { server, transport in
            let url = try server.url("/secret-path?token=abc")
            let failure = await failure { () throws(TransportFailure) in
                try await transport.perform(HTTPRequest(url: url))
            }
            #expect(failure?.code == expected)
            #expect(failure?.cause.hasPrefix("127.0.0.1:\(server.port): ") == true)
            #expect(failure?.cause.contains("token") == false)
        }
    }

    @Test func theLimitsThemselvesAreAllowed() async throws {
        let body = String(repeating: "x", count: 1024)
        try await withServer(limits: TransportLimits(bodyBytes: 1024), answer: { _ in .ok(body) }) {
            server, transport in
            let exchange = try await transport.perform(HTTPRequest(url: server.url()))
            #expect(exchange.response.body.count == 1024)
        }
    }

    /// libcurl has a limit of its own for one field, which comes before ours here.
    @Test func oneHugeFieldIsTooLarge() async throws {
        let answer = "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 150_000) + "\r\nContent-Length: 0\r\n\r\n"
        try await withServer(answer: { _ in .close(answer) }) { server, transport in
            let url = try server.url()
            let failure = await failure { () throws(TransportFailure) in
                try await transport.perform(HTTPRequest(url: url))
            }
            #expect(failure?.code == .tooLarge)
            #expect(
                failure?.cause.hasSuffix(": a header is longer than libcurl takes") == true, "\(failure?.cause ?? "")")
        }
    }

    @Test func nobodyListens() async throws {
        let url = try WebURL("http://127.0.0.1:1/")  // a port that was free a moment ago may not be any more
        let transport = try CurlTransport()
        let failure = await failure { () throws(TransportFailure) in try await transport.perform(HTTPRequest(url: url))
        }
        #expect(failure?.code == .couldNotConnect)
        #expect(failure?.cause.hasPrefix("127.0.0.1:1: ") == true)
    }

    @Test func hostHasNoAddress() async throws {
        // A label of 64 bytes is more than DNS can carry, so no resolver has to be asked.
        let url = try WebURL("http://\(String(repeating: "a", count: 64)).invalid/")
        let transport = try CurlTransport()
        let failure = await failure { () throws(TransportFailure) in try await transport.perform(HTTPRequest(url: url))
        }
        #expect(failure?.code == .hostNotFound)
    }

    @Test func cancellationEndsATransfer() async throws {
        try await withServer(answer: { _ in .silence }) { server, transport in
            let url = try server.url()
            let task = Task { try await transport.perform(HTTPRequest(url: url)) }
            for await _ in server.arrivals { break }
            task.cancel()
            await #expect(throws: TransportFailure(.cancelled, cause: "")) { try await task.value }
        }
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        try await withServer(answer: { _ in .ok() }) { server, transport in
            let url = try server.url()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await transport.perform(HTTPRequest(url: url))
            }
            await #expect(throws: TransportFailure(.cancelled, cause: "")) { try await task.value }
            #expect(server.received.isEmpty)
        }
    }

    @Test func cancellingOneLeavesTheOthers() async throws {
        try await withServer(answer: { $0.line.contains("/wait") ? .silence : .ok("fine") }) { server, transport in
            let (waiting, quick) = (try server.url("/wait"), try server.url("/quick"))
            let task = Task { try await transport.perform(HTTPRequest(url: waiting)) }
            for await _ in server.arrivals { break }
            task.cancel()
            #expect(try await transport.perform(HTTPRequest(url: quick)).response.text == "fine")
            await #expect(throws: TransportFailure(.cancelled, cause: "")) { try await task.value }
        }
    }

    @Test func shutdownFailsWhatIsInFlightAndWhatComesLater() async throws {
        try await withServer(answer: { _ in .silence }) { server, transport in
            let url = try server.url()
            let task = Task { try await transport.perform(HTTPRequest(url: url)) }
            for await _ in server.arrivals { break }
            transport.shutdown()
            transport.shutdown()
            await #expect(throws: TransportFailure(.shutDown, cause: "")) { try await task.value }
            let later = await failure { () throws(TransportFailure) in
                try await transport.perform(HTTPRequest(url: url))
            }
            #expect(later?.code == .shutDown)
        }
    }

    @Test func whatIsRefusedNeverReachesASocket() async throws {
        try await withServer(answer: { _ in .ok() }) { server, transport in
            let url = try server.url()
            let injections: [HTTPRequest] = [
                HTTPRequest(method: "GET / HTTP/1.1\r\nX: y", url: url),
                HTTPRequest(url: url, headers: ["X": "a\r\nX-Evil: b"]),
                HTTPRequest(url: url, headers: ["X\r\nX-Evil: b": "a"]),
                HTTPRequest(url: url, headers: ["X": "a\0b"]),
            ]
            for request in injections {
                let failure = await failure { () throws(TransportFailure) in try await transport.perform(request) }
                #expect([.invalidHeader, .invalidMethod].contains(failure?.code))
            }
            _ = try await transport.perform(HTTPRequest(url: url))
            #expect(server.received.count == 1)
        }
    }

    @Test(arguments: [
        TrustedCertificates.systemAnd(pem: []),
        .only(pem: Array("-----BEGIN PRIVATE KEY-----".utf8)),
    ])
    func trustNeedsACertificate(trust: TrustedCertificates) {
        #expect(throws: BridgeFailure(TransportSetupReason.noCertificates, cause: "")) {
            _ = try CurlTransport(trust: trust)
        }
    }
}
