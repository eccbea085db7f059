import BridgePrimitives
import NIOHTTP1

/// Which fields of a message go on to the next hop, and how its body is framed there (RFC 9110 §7.6.1, RFC 9112 §6).
enum HopFields {
    /// Fields that are between a client and its proxy, or between two ends of one connection.
    private static let ownHop: Set<String> = [
        "connection", "proxy-connection", "keep-alive", "proxy-authorization", "proxy-authenticate", "te",
        "transfer-encoding", "upgrade", "expect",
    ]

    /// - Parameters:
    ///   - head: as the client sent it.
    ///   - host: what `Host` is to say; nil for what it says.
    ///   - isUpgrade: whether the client's wish for another protocol goes on.
    static func request(_ head: HTTPRequestHead, host: String?, isUpgrade: Bool) -> HTTPHeaders {
        var headers = forwarded(head.headers)
        if let host { headers.replaceOrAdd(name: "Host", value: host) }
        if isChunked(head.headers) {
            headers.remove(name: "content-length")
            headers.add(name: "Transfer-Encoding", value: "chunked")
        }
        if isUpgrade {
            headers.add(name: "Connection", value: "Upgrade")
            for value in head.headers["upgrade"] { headers.add(name: "Upgrade", value: value) }
        }
        return headers
    }

    /// How an answer's body ends for the client.
    enum Framing: Hashable { case asIs, chunked, byClosing }

    /// - Parameter request: what it answers.
    static func response(
        _ head: HTTPResponseHead, to request: HTTPRequestHead
    ) -> (headers: HTTPHeaders, framing: Framing) {
        var headers = forwarded(head.headers)
        if head.status.code == 101 {
            headers.add(name: "Connection", value: "Upgrade")
            for value in head.headers["upgrade"] { headers.add(name: "Upgrade", value: value) }
            return (headers, .asIs)
        }
        let hasNoBody = request.method == .HEAD || !head.status.mayHaveResponseBody
        if hasNoBody || !isChunked(head.headers) && headers.contains(name: "content-length") { return (headers, .asIs) }
        headers.remove(name: "content-length")
        guard request.version != .http1_0 else { return (headers, .byClosing) }
        headers.add(name: "Transfer-Encoding", value: "chunked")
        return (headers, .chunked)
    }

    /// Takes out what would lead a client to HTTP/3, past the proxy (RFC 7838 §3); other alternatives come through it.
    ///
    /// - Returns: whether there was such an offer.
    static func removeHTTP3Offer(from headers: inout HTTPHeaders) -> Bool {
        let offers = headers[canonicalForm: "alt-svc"].contains { offer in
            let name = ASCIIText.lowercased(offer.utf8.prefix { $0 != UInt8(ascii: "=") })
            return name == "h3" || name.hasPrefix("h3-") || name == "hq" || name == "quic"
        }
        if offers { headers.remove(name: "alt-svc") }
        return offers
    }

    private static func forwarded(_ headers: HTTPHeaders) -> HTTPHeaders {
        let named = Set(headers[canonicalForm: "connection"].map { ASCIIText.lowercased($0.utf8) })
        return HTTPHeaders(
            headers.filter { field in
                let name = ASCIIText.lowercased(field.name)
                return !ownHop.contains(name) && !named.contains(name)
            })
    }

    private static func isChunked(_ headers: HTTPHeaders) -> Bool {
        headers[canonicalForm: "transfer-encoding"].contains { ASCIIText.isSame($0.utf8, "chunked".utf8) }
    }
}
