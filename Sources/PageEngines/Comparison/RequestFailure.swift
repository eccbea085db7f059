import BridgePrimitives
import HTTPLoader

/// Why a request of a page came to nothing, by what the engine says and what the proxy saw of it.
struct RequestFailure: Hashable {
    let reason: FailedRequestReason
    /// The response field that is missing or wrong, for CORS.
    var missing: String?

    private init(_ reason: FailedRequestReason, missing: String? = nil) {
        self.reason = reason
        self.missing = missing
    }

    /// - Parameter exchange: the request at the proxy, or the preflight before it; nil if none came there.
    init(_ failure: EngineEvent.ResourceFailure, _ exchange: EngineExchange?) {
        if failure.isCancellation {
            self.init(.left)
        } else if let exchange, exchange.handling == .refused {
            // First: an engine takes the proxy's answer for the server's, in which it misses the fields of CORS.
            self.init(refusedFor: exchange.reasons)
        } else if let reason = failure.reason {
            self.init(reason, missing: failure.missing)
        } else if let exchange, let refusal = Self.crossOrigin(exchange, failure.words) {
            self = refusal
        } else {
            let isAnswered = exchange.map { $0.status != nil && $0.method != "OPTIONS" } ?? false
            self.init(Self.reason(of: failure.words, isAnswered: isAnswered))
        }
    }

    /// - Parameter codes: the proxy's.
    init(refusedFor codes: [ReasonCode]) {
        let reasons = codes.compactMap { ProxyReason(rawValue: $0.rawValue) }.map { reason -> FailedRequestReason in
            switch reason {
            case .nameUnknown: .noSuchHost
            case .unreachable: .notReached
            case .timedOut: .timedOut
            case .brokenOff: .brokenBody
            case .notTrusted, .authorityNotTrusted, .certificatePinned, .handshakeFailed, .certificateWanted,
                .certificateUnverified:
                .tls
            default: .failed
            }
        }
        self.init(reasons.first ?? .failed)
    }

    // MARK: - CORS

    private static let allowOrigin = "Access-Control-Allow-Origin"
    private static let allowCredentials = "Access-Control-Allow-Credentials"

    /// What of an answer that came keeps it from the page that asked (Fetch, "CORS check" and "CORS-preflight fetch").
    ///
    /// - Parameter words: the engine's, which alone say that a request was made with credentials when no cookie was there.
    /// - Returns: nil if the page asked its own origin, or if the answer allows what was asked.
    private static func crossOrigin(_ exchange: EngineExchange, _ words: String) -> RequestFailure? {
        guard exchange.status != nil, let origin = exchange.requestFields.first("origin"),
            let url = try? WebURL(exchange.url), url.origin != origin
        else { return nil }
        let answer = exchange.responseFields
        let allowed = answer.first(allowOrigin).map { ASCIIText.trimmed($0.utf8) }
        guard allowed == "*" || allowed == origin else { return RequestFailure(.corsOrigin, missing: allowOrigin) }
        if let method = exchange.requestFields.first("access-control-request-method"), exchange.method == "OPTIONS" {
            if let refusal = preflight(exchange, method) { return refusal }
        }
        let hasCredentials =
            exchange.cookieHeader != nil || ASCIIText.lowercased(words).contains("credential")
        guard hasCredentials else { return nil }
        if allowed == "*" { return RequestFailure(.corsCredentials, missing: allowOrigin) }
        let allows = answer.first(allowCredentials) == "true"
        return allows ? nil : RequestFailure(.corsCredentials, missing: allowCredentials)
    }

    private static func preflight(_ exchange: EngineExchange, _ method: String) -> RequestFailure? {
        func list(_ name: String, in fields: HTTPHeaders) -> [String] {
            fields.all(name).flatMap { $0.split(separator: UInt8(ascii: ",")) }.map {
                ASCIIText.lowercased(ASCIIText.trimmed($0))
            }
        }
        guard (200..<300).contains(exchange.status ?? 0) else { return RequestFailure(.corsPreflight) }
        let (methods, headers) = ("Access-Control-Allow-Methods", "Access-Control-Allow-Headers")
        let allowedMethods = list(methods, in: exchange.responseFields)
        let isSimple = ["GET", "HEAD", "POST"].contains(method)
        guard isSimple || allowedMethods.contains("*") || allowedMethods.contains(ASCIIText.lowercased(method)) else {
            return RequestFailure(.corsPreflight, missing: methods)
        }
        let allowedHeaders = list(headers, in: exchange.responseFields)
        // `*` stands for every field but this one.
        let isAllowed = list("Access-Control-Request-Headers", in: exchange.requestFields).allSatisfy {
            allowedHeaders.contains($0) || $0 != "authorization" && allowedHeaders.contains("*")
        }
        return isAllowed ? nil : RequestFailure(.corsPreflight, missing: headers)
    }

    // MARK: - The engine's words

    /// Parts of what Chromium's and WebKit's network code says, with what it means.
    private static let known: [(part: String, reason: FailedRequestReason)] = [
        ("access-control-allow-origin", .corsOrigin), ("preflight", .corsPreflight),
        ("mixed content", .mixedContent), ("insecure content", .mixedContent),
        ("content security policy", .blockedByPolicy),
        ("err_name_not_resolved", .noSuchHost), ("error resolving", .noSuchHost),
        ("err_connection_refused", .notReached), ("could not connect", .notReached),
        ("connection refused", .notReached), ("err_address_unreachable", .notReached),
        ("err_cert_", .tls), ("err_ssl_", .tls), ("certificate", .tls), ("tls", .tls),
        ("timed out", .timedOut), ("err_timed_out", .timedOut), ("err_connection_timed_out", .timedOut),
        ("err_content_decoding", .brokenBody), ("err_incomplete_chunked", .brokenBody),
        ("err_content_length_mismatch", .brokenBody), ("err_invalid_chunked", .brokenBody),
        ("terminated unexpectedly", .brokenBody), ("compress", .brokenBody), ("err_http2_protocol", .brokenBody),
        ("err_connection_closed", .brokenBody), ("err_empty_response", .brokenBody),
        ("err_connection_reset", .brokenBody),
    ]

    /// - Parameter isAnswered: whether the head of an answer came, so that only its body can be at fault.
    private static func reason(of words: String, isAnswered: Bool) -> FailedRequestReason {
        let words = ASCIIText.lowercased(words)
        return known.first { words.contains($0.part) }?.reason ?? (isAnswered ? .brokenBody : .failed)
    }
}
