public import BridgePrimitives
public import BridgeTrace
public import HTTPLoader

/// What a client's cookie store gives one request, in a trace's words.
public struct HopCookies: Sendable {
    /// The store's name in traces; nil when it gives the request nothing, whatever it holds.
    public let store: String?
    /// The value of the `Cookie` header; nil for none.
    public let header: String?
    public let sent: [CookieMention]
    public let withheld: [CookieMention]

    public init(store: String?, header: String?, sent: [CookieMention], withheld: [CookieMention]) {
        (self.store, self.header, self.sent, self.withheld) = (store, header, sent, withheld)
    }

    /// Of a client that keeps no cookies.
    public static let none = HopCookies(store: nil, header: nil, sent: [], withheld: [])
}

/// One request on its way and what comes of it, both in the trace: web views, the in-app browser, the native app and
/// the backend make all of their requests through it.
///
/// What is told is what the wire carries. A `Cookie` header that the request has already was written by hand: it goes
/// out as it is, and the store's does not. The hop itself neither waits nor sends: ``perform(over:)`` does both, and
/// who forwards by other means says what came with ``received(_:elapsed:reasons:)`` or ``failed(_:)``.
public struct TracedHop: Sendable {
    /// Joins the request's event to the response's.
    public let number: Int
    /// As it leaves.
    public let request: HTTPRequest
    private let actor: TraceActor
    private let trace: TraceLog

    /// Puts the store's cookies on the request and records that it leaves.
    ///
    /// - Parameter notes: what happened to the request on its way here.
    public init(
        _ request: HTTPRequest, cookies: HopCookies = .none, notes: [ReasonCode] = [], by actor: TraceActor,
        in trace: TraceLog
    ) {
        let masking = trace.masking
        let handWritten = request.headers.all("cookie")
        var request = request
        var sent = cookies.sent
        if !handWritten.isEmpty {
            sent = handWritten.flatMap(CookieFields.pairs(in:)).map {
                CookieMention(name: $0.name, value: masking.secret($0.value), writer: .app)
            }
        } else if let header = cookies.header {
            request.headers.append("Cookie", header)
        }
        (self.request, self.actor, self.trace) = (request, actor, trace)
        number = trace.nextHop()
        let event = RequestEvent(
            hop: number, method: request.method, url: masking.url(request.url.string), store: cookies.store, sent: sent,
            withheld: cookies.withheld, notes: notes,
            fields: self.request.wireFields.map { masking.field($0.name, $0.text) })
        trace.record(.request(event), by: actor)
    }

    /// Sends the request, and records what comes back before it is given.
    ///
    /// - Parameter remarks: what the trace is to say about the response.
    public func perform(
        over transport: any Transport, remarks: (HTTPResponse) -> [ReasonCode] = { _ in [] }
    ) async throws(TransportFailure) -> Exchange {
        do throws(TransportFailure) {
            let exchange = try await transport.perform(request)
            received(exchange.response, elapsed: exchange.timings.total, reasons: remarks(exchange.response))
            return exchange
        } catch {
            failed(error)
            throw error
        }
    }

    /// The response is there.
    ///
    /// - Parameter elapsed: in real time.
    public func received(_ response: HTTPResponse, elapsed: Duration, reasons: [ReasonCode] = []) {
        let event = ResponseEvent(
            hop: number, status: response.status,
            location: response.headers.first("location").map { trace.masking.url($0) },
            setCookieNames: response.headers.all("set-cookie").map(CookieFields.name(inSetCookie:)), elapsed: elapsed,
            type: response.headers.first("content-type").flatMap(MediaType.essence(of:)),
            said: said(by: response).map { trace.masking.text($0) }, reasons: reasons)
        trace.record(.response(event), by: actor)
    }

    /// An error's words; a backend may answer the app with a status of success and say that it failed.
    private func said(by response: HTTPResponse) -> String? {
        let isError = response.status >= 400
        guard isError || actor == .app else { return nil }
        return AnswerWords.sentence(in: response.body, isError: isError)
    }

    /// There is none, or no more than its head.
    public func failed(_ failure: TransportFailure) {
        if let begun = failure.begun {
            return received(begun.response, elapsed: begun.timings.total, reasons: [failure.code.code])
        }
        trace.record(
            .response(ResponseEvent(hop: number, status: nil, elapsed: .zero, reasons: [failure.code.code])), by: actor)
    }
}
