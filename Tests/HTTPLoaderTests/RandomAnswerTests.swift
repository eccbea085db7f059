import BridgePrimitives
import HTTPLoader
import TestSupport
import Testing

@Suite("Answers at random", .timeLimit(.minutes(5)))
struct RandomAnswerTests {
    private static let words = [
        "HTTP/1.1 200 OK\r\n", "HTTP/1.1 ", "HTTP/1.0 302 Found\r\n", "HTTP/1.1 999999999999999999999 x\r\n",
        "HTTP/1.1 -1\r\n", "HTTP/9.9 200\r\n", "Content-Length: ", "Content-Length: 3\r\n",
        "Content-Length: 99999999999999999999999\r\n", "Content-Length: -1\r\n", "Location: /x\r\n",
        "Location: http://[\r\n",
        "Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFFF\r\n", "5\r\nabcde\r\n", "0\r\n\r\n",
        "Set-Cookie: a=b; Max-Age=",
        "Set-Cookie: a=b; Max-Age=99999999999999999999\r\n", "Retry-After: 99999999999999999999\r\n",
        "Content-Encoding: gzip\r\n", "\r\n", "\n", "\r", ": ", " folded\r\n", "\u{0}", "é", "body",
        "Connection: close\r\n",
    ]

    /// Each ends in a response or in a failure with a reason, and the transport goes on working.
    @Test func endInAResponseOrAFailure() async throws {
        var generator = SeededGenerator(seed: 9_112)
        let answers = (0..<300).map { _ in
            let start = Bool.random(using: &generator) ? "HTTP/1.1 200 OK\r\n" : ""
            return start
                + (0..<Int.random(in: 0...10, using: &generator)).map { _ in
                    Self.words.randomElement(using: &generator) ?? ""
                }.joined()
        }
        let server = try ScriptedServer { request in
            let index = request.line.split(separator: " ").dropFirst().first.flatMap { Int($0.dropFirst()) }
            return index.map { .close(answers[$0]) } ?? .ok("still here")
        }
        defer { server.stop() }
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        var (responses, failures) = (0, 0)
        for index in answers.indices {
            let url = try WebURL("http://127.0.0.1:\(server.port)/\(index)")
            do throws(TransportFailure) {
                let response = try await transport.perform(HTTPRequest(url: url)).response
                #expect((0...999).contains(response.status), "\(answers[index])")
                responses += 1
            } catch { failures += 1 }
        }
        #expect(responses > 20 && failures > 20, "\(responses), \(failures)")
        let last = try await transport.perform(HTTPRequest(url: WebURL("http://127.0.0.1:\(server.port)/x")))
        #expect(last.response.body == Array("still here".utf8))
    }
}
