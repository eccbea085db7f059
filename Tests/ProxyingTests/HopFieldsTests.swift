import NIOHTTP1
@testable import Proxying
import Testing

@Suite("Fields that go on to the next hop, RFC 9110 §7.6.1", .timeLimit(.minutes(5)))
struct HopFieldsTests {
    private func request(_ headers: HTTPHeaders, method: HTTPMethod = .GET, version: HTTPVersion = .http1_1)
        -> HTTPRequestHead
    { HTTPRequestHead(version: version, method: method, uri: "/", headers: headers) }

    @Test func whatIsBetweenClientAndProxyStaysThere() {
        let headers = HopFields.request(
            request([
                "Host": "a", "Proxy-Authorization": "Basic x", "Proxy-Connection": "keep-alive", "TE": "trailers",
                "Connection": "close, X-Own", "X-Own": "1", "Keep-Alive": "5", "Expect": "100-continue",
                "Accept": "*/*",
            ]), host: nil, isUpgrade: false)
        #expect(headers.map(\.name) == ["Host", "Accept"])
    }

    @Test func repeatedFieldsKeepTheirOrder() {
        let headers = HopFields.request(
            request([("Cookie", "a=1"), ("X", "2"), ("Cookie", "b=2")].headers), host: "b:1", isUpgrade: false)
        #expect(headers.map { "\($0.name)=\($0.value)" } == ["Cookie=a=1", "X=2", "Cookie=b=2", "Host=b:1"])
    }

    /// Two lengths would let two servers see two requests (RFC 9112 §6.3).
    @Test func aBodyHasOneLength() {
        let chunked = HopFields.request(
            request(["Transfer-Encoding": "Chunked", "Content-Length": "3"], method: .POST), host: nil, isUpgrade: false
        )
        #expect(chunked["content-length"].isEmpty && chunked["transfer-encoding"] == ["chunked"])
        let plain = HopFields.request(request(["Content-Length": "3"], method: .POST), host: nil, isUpgrade: false)
        #expect(plain["content-length"] == ["3"] && plain["transfer-encoding"].isEmpty)
    }

    @Test func anUpgradeGoesOnWhereItIsWanted() {
        let head = request(["Connection": "keep-alive, Upgrade", "Upgrade": "websocket"])
        #expect(HopFields.request(head, host: nil, isUpgrade: true)["upgrade"] == ["websocket"])
        #expect(HopFields.request(head, host: nil, isUpgrade: true)["connection"] == ["Upgrade"])
        #expect(HopFields.request(head, host: nil, isUpgrade: false).isEmpty)
    }

    /// Columns: the request's method and version, the answer's status and fields, how its body ends for the client.
    @Test(
        arguments: [
            (.GET, .http1_1, 200, ["Content-Length": "3"], .asIs),
            (.GET, .http1_1, 200, ["Transfer-Encoding": "chunked"], .chunked),
            (.GET, .http1_1, 200, [:], .chunked),  // the server ends it by closing; the client's connection goes on
            (.GET, .http1_0, 200, ["Transfer-Encoding": "chunked"], .byClosing),  // HTTP/1.0 knows no chunks
            (.GET, .http1_0, 200, [:], .byClosing),
            (.HEAD, .http1_1, 200, ["Content-Length": "3"], .asIs),
            (.HEAD, .http1_1, 200, [:], .asIs),
            (.GET, .http1_1, 204, [:], .asIs), (.GET, .http1_1, 304, ["Content-Length": "9"], .asIs),
        ] as [(HTTPMethod, HTTPVersion, Int, HTTPHeaders, HopFields.Framing)])
    func answersEndAsTheClientUnderstands(
        method: HTTPMethod, version: HTTPVersion, status: Int, headers: HTTPHeaders, framing: HopFields.Framing
    ) {
        let answer = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
        let forwarded = HopFields.response(answer, to: request([:], method: method, version: version))
        #expect(forwarded.framing == framing)
        #expect(forwarded.headers.contains(name: "transfer-encoding") == (framing == .chunked))
        #expect(forwarded.headers["content-length"] == (framing == .asIs ? headers["content-length"] : []))
    }
}

extension [(String, String)] {
    fileprivate var headers: HTTPHeaders { HTTPHeaders(self) }
}
