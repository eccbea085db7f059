import BridgePrimitives
import Testing

@testable import PageEngines

@Suite("Why a page's request came to nothing", .timeLimit(.minutes(1)))
struct RequestFailureTests {
    private static let origin = ("Origin", "https://app.test")
    private static let allowed = ("Access-Control-Allow-Origin", "https://app.test")
    private static let all = ("Access-Control-Allow-Origin", "*")
    private static let cookie = ("Cookie", "sid=1")

    private static func exchange(
        _ method: String, _ request: [(String, String)], _ answer: [(String, String)], status: Int? = 200,
        url: String = "https://api.test/login"
    ) -> EngineExchange {
        let now = Instant(millisecondsSinceEpoch: 0)
        return EngineExchange(
            method: method, url: url, start: now, end: now, requestFields: request, status: status,
            responseFields: answer)
    }

    private static func exchange(_ answer: [(String, String)], url: String = "https://api.test/login") -> EngineExchange
    {
        exchange("GET", [origin], answer, url: url)
    }

    private static func preflight(
        _ wanted: String, _ answer: [(String, String)], asking headers: String = "", status: Int = 200
    ) -> EngineExchange {
        let request = [
            origin, ("Access-Control-Request-Method", wanted), ("Access-Control-Request-Headers", headers),
        ]
        return exchange("OPTIONS", request, answer, status: status)
    }

    private static let methods = "Access-Control-Allow-Methods", headers = "Access-Control-Allow-Headers"
    private static let credentials = "Access-Control-Allow-Credentials"

    /// Columns: the exchange at the proxy, the engine's words, the reason, what is missing.
    private static let rows: [(EngineExchange?, String, String, String?)] = [
        // The answer does not allow the page's origin
        (exchange([]), "Load failed", "request/cors-origin", allowed.0),
        (exchange([("Access-Control-Allow-Origin", "https://b.test")]), "", "request/cors-origin", allowed.0),
        (exchange([("access-control-allow-origin", " https://app.test ")]), "", "request/broken-body", nil),
        (exchange("GET", [], []), "Load failed", "request/broken-body", nil),
        (exchange([], url: "https://app.test/"), "Load failed", "request/broken-body", nil),
        // Credentials
        (exchange("GET", [origin, cookie], [all]), "", "request/cors-credentials", allowed.0),
        (exchange("GET", [origin, cookie], [allowed]), "", "request/cors-credentials", credentials),
        (exchange([allowed]), "Credentials flag is true", "request/cors-credentials", credentials),
        (exchange("GET", [origin, cookie], [allowed, (credentials, "true")]), "", "request/broken-body", nil),
        (exchange([all]), "", "request/broken-body", nil),
        // The preflight
        (preflight("PUT", [allowed], status: 404), "", "request/cors-preflight", nil),
        (preflight("PUT", [allowed]), "", "request/cors-preflight", methods),
        (preflight("PUT", [allowed, (methods, "GET, put")]), "words", "request/failed", nil),
        (
            preflight("POST", [allowed, (headers, "X-A")], asking: "content-type,x-a"), "", "request/cors-preflight",
            headers
        ),
        (preflight("POST", [allowed, (headers, "*")], asking: "x-a"), "", "request/failed", nil),
        (preflight("POST", [allowed, (headers, "*")], asking: "authorization"), "", "request/cors-preflight", headers),
        (preflight("PUT", []), "", "request/cors-origin", allowed.0),
        // The engine's words
        (nil, "net::ERR_NAME_NOT_RESOLVED", "request/no-such-host", nil),
        (nil, "Could not connect to a.test: Connection refused", "request/not-reached", nil),
        (nil, "the certificate is not accepted", "request/tls", nil),
        (nil, "net::ERR_SSL_PROTOCOL_ERROR", "request/tls", nil),
        (nil, "net::ERR_TIMED_OUT", "request/timed-out", nil),
        (nil, "Load request cancelled", "request/left", nil), (nil, "net::ERR_ABORTED", "request/left", nil),
        (exchange("GET", [], []), "net::ERR_CONTENT_DECODING_FAILED", "request/broken-body", nil),
        (nil, "net::ERR_FAILED", "request/failed", nil), (nil, "", "request/failed", nil),
    ]

    @Test func isKnownByFieldsAndWords() {
        for (exchange, words, reason, missing) in Self.rows {
            let failure = RequestFailure(EngineEvent.ResourceFailure(words), exchange)
            #expect(failure.reason.rawValue == reason, "\(words) \(exchange?.description ?? "-")")
            #expect(failure.missing == missing, "\(words) \(exchange?.description ?? "-")")
        }
    }

    /// Columns: the proxy's reason, the page's.
    @Test(
        arguments: [
            ("proxy/name-unknown", "request/no-such-host"), ("proxy/unreachable", "request/not-reached"),
            ("proxy/timed-out", "request/timed-out"), ("proxy/not-trusted", "request/tls"),
            ("proxy/certificate-unverified", "request/tls"), ("proxy/broken-off", "request/broken-body"),
            ("proxy/host-refused", "request/failed"), ("", "request/failed"),
        ])
    func theProxySaysWhy(code: String, reason: String) {
        let now = Instant(millisecondsSinceEpoch: 0)
        let refused = EngineExchange(
            .refused, url: "https://api.test/", start: now, end: now, status: nil,
            reasons: code.isEmpty ? [] : [ReasonCode(unchecked: code)])
        // An engine takes the proxy's own answer for the server's.
        let failure = RequestFailure(.init("net::ERR_FAILED", .corsOrigin, missing: "x"), refused)
        #expect(failure.reason.rawValue == reason && failure.missing == nil)
    }
}
