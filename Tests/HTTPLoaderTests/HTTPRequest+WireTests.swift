import BridgePrimitives
import HTTPLoader
import TestSupport
import Testing

@Suite("The fields that a trace says are sent", .timeLimit(.minutes(5)))
struct WireFieldsTests {
    /// What a server reads of the same request, to the letter and in its order.
    @Test(
        arguments: [
            ([], nil),
            ([("X-One", "1"), ("Accept-Encoding", "gzip, deflate"), ("User-Agent", "u"), ("Cookie", "a=1; b=2")], nil),
            ([("Accept", "*/*"), ("accept-encoding", "br"), ("ACCEPT-ENCODING", "gzip")], nil),
            ([("Accept-Encoding", ""), ("X-Empty", ""), ("x-twice", "1"), ("X-Twice", "2")], nil),
            ([("Content-Type", "text/plain")], "four"),
            ([("Host", "elsewhere.test"), ("Cookie", "")], ""),
        ] as [([(String, String)], String?)])
    func areWhatIsSent(fields: [(String, String)], body: String?) async throws {
        try await withServer(answer: { _ in .ok() }) { server, transport in
            let request = try HTTPRequest(
                method: body == nil ? "GET" : "POST", url: server.url(), headers: HTTPHeaders(fields),
                body: body.map { Array($0.utf8) })
            _ = try await transport.perform(request)
            let received = server.received[0].lines.dropFirst()
            #expect(
                request.wireFields.map { $0.value.isEmpty ? "\($0.name):" : "\($0.name): \($0.text)" }
                    == Array(received))
        }
    }
}
