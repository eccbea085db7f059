package import BridgePrimitives
package import BridgeTrace
package import Cookies
package import HTTPLoader

/// A ``TracedHop`` of a client with a cookie jar: the jar's cookies go out with the request, and what the response sets
/// or clears goes into the jar.
package struct JarHop: Sendable {
    /// What becomes of `Clear-Site-Data`.
    package enum Client: Sendable {
        /// Obeys it.
        case browser
        /// `URLSession` knows nothing of it.
        case urlSession
    }

    package let hop: TracedHop
    /// Whether a `Cookie` header that somebody wrote by hand goes out in place of the jar's cookies.
    package let isCookieHandWritten: Bool
    private let url: CookieURL
    private let jar: SharedCookieJar
    private let context: StoreContext
    private let omitsCredentials: Bool
    private let refusal: StoreReason?
    private let client: Client
    private let actor: TraceActor

    /// - Parameters:
    ///   - url: the request's.
    ///   - cookies: what the jar gives the request, and what it keeps back.
    ///   - context: of what the response sets.
    ///   - omitsCredentials: whether cookies are neither sent nor stored.
    ///   - refusal: why this client keeps nothing of what the response sets; nil where it does.
    package init(
        _ request: HTTPRequest, to url: CookieURL, cookies: RequestCookies, of jar: SharedCookieJar,
        context: StoreContext = StoreContext(), omitsCredentials: Bool = false, refusal: StoreReason? = nil,
        notes: [ReasonCode] = [], client: Client = .browser, by actor: TraceActor, in trace: TraceLog
    ) {
        (self.url, self.jar, self.context) = (url, jar, context)
        (self.omitsCredentials, self.refusal) = (omitsCredentials, refusal)
        (self.client, self.actor) = (client, actor)
        isCookieHandWritten = request.headers.contains("cookie")
        let unsent: SendReason? =
            isCookieHandWritten ? .manualHeaderWins : omitsCredentials ? .credentialsOmitted : nil
        let masking = trace.masking
        var withheld = cookies.withheld.map { $0.cookie.mention(masking, reasons: $0.reasons.map(\.code)) }
        if let unsent { withheld = cookies.sent.map { $0.mention(masking, reasons: [unsent.code]) } + withheld }
        hop = TracedHop(
            request,
            cookies: HopCookies(
                store: unsent == nil ? jar.name : nil, header: unsent == nil ? cookies.header : nil,
                sent: unsent == nil ? cookies.sent.map { $0.mention(masking) } : [], withheld: withheld),
            notes: notes, by: actor, in: trace)
    }

    /// Sends the request, and stores what the response sets.
    ///
    /// What a response clears goes after what it sets has come: engines store cookies before they look at the rest.
    /// - Parameter remarks: what the trace is to say about the response besides.
    /// - Returns: as well a decision for each `Set-Cookie` field, in order.
    package func perform(
        over transport: any Transport, remarks: (HTTPResponse) -> [ReasonCode] = { _ in [] }
    ) async throws(TransportFailure) -> (exchange: Exchange, stored: [StoreDecision]) {
        do throws(TransportFailure) {
            let exchange = try await hop.perform(over: transport) { response in
                (clearing(response)?.reasons.map(\.code) ?? []) + remarks(response)
            }
            return (exchange, take(from: exchange.response))
        } catch {
            // Cookies are stored when the head is there, whatever becomes of the body.
            if let begun = error.begun { _ = take(from: begun.response) }
            throw error
        }
    }

    /// Stores what the response sets, and clears what it has cleared.
    private func take(from response: HTTPResponse) -> [StoreDecision] {
        let refusal = omitsCredentials ? .credentialsOmitted : refusal
        let stored = response.headers.all("set-cookie").map { line in
            refusal.map { jar.refuse(setCookie: line, from: url, reason: $0, actor: actor, hop: hop.number) }
                ?? jar.store(setCookie: line, from: url, context: context, actor: actor, hop: hop.number)
        }
        if clearing(response)?.clearsCookies == true { jar.clear(siteOf: url) }
        return stored
    }

    /// What the response has cleared; nil where nobody listens. A request without credentials clears nothing
    /// (Clear Site Data §4.1).
    package func clearing(_ response: HTTPResponse) -> ClearSiteData? {
        switch client {
        case .browser: omitsCredentials ? nil : ClearSiteData(response, from: url)
        case .urlSession: nil
        }
    }
}
