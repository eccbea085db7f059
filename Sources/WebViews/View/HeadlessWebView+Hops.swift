import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader

/// What decides about the cookies of one request.
struct HopContext: Sendable {
    var actor: TraceActor
    var isTopLevelNavigation: Bool
    /// The document that started the request; nil for loads by the app.
    var initiator: CookieURL?
    /// The top-level document; nil when the request is for one.
    var siteForCookies: CookieURL?
    /// The documents between the top-level one and the one that started the request.
    var ancestors: [CookieURL] = []
    var redirectedFrom: [CookieURL]
    /// The document that the request names in `Referer`, as far as the target may know of it; nil leaves the header
    /// as it is.
    var referrer: DocumentURL?
    /// The service worker that handles the request.
    var worker: ServiceWorkerRegistration?
    /// Whether cookies are neither sent nor stored.
    var omitsCredentials = false
    var notes: [ReasonCode] = []
}

extension LoadMachine {
    /// What is to be said of the next request that has not been said yet.
    ///
    /// - Parameter told: how many notes have been, moved forward.
    func codes(after told: inout Int) -> [ReasonCode] {
        defer { told = notes.count }
        return notes.dropFirst(told).flatMap { note -> [ReasonCode] in
            note.reason == .manualCookieDropped
                ? [note.reason.code, SendReason.manualHeaderDropped.code] : [note.reason.code]
        }
    }
}

extension HeadlessWebView {
    /// Makes one request with the jar's cookies, stores the response's, and traces both.
    ///
    /// - Returns: the hop, unless no request was made, and the exchange or why there is none.
    func perform(
        _ request: HTTPRequest, _ hopContext: HopContext, deadline: Instant
    ) async -> (hop: Hop?, outcome: Result<Exchange, TransportFailure>) {
        guard let cookieURL = try? CookieURL(request.url.string) else {
            return (nil, .failure(TransportFailure(.other, cause: "no jar can be asked about \(request.url.host)")))
        }
        let sameSite = SameSiteContext.computed(
            for: cookieURL, siteForCookies: hopContext.siteForCookies, initiator: hopContext.initiator,
            ancestors: hopContext.ancestors, isTopLevelNavigation: hopContext.isTopLevelNavigation,
            method: request.method, redirectedFrom: hopContext.redirectedFrom, profile: configuration.profile,
            suffixes: jar.publicSuffixes)
        let firstParty = PartyContext.firstParty(
            top: hopContext.siteForCookies, ancestors: hopContext.ancestors, profile: configuration.profile, jar: jar)
        let party = configuration.party(for: cookieURL, siteForCookies: firstParty ?? cookieURL)
        let cookies = websiteDataStore.httpCookieStore.cookies(
            leavingWith: RequestContext(url: cookieURL, sameSite: sameSite, party: party))
        var request = request
        if let referrer = hopContext.referrer {
            request.headers.remove("referer")
            if let text = referrer.referrer(for: request.url) { request.headers.append("Referer", text) }
        }
        var notes = hopContext.notes
        if hopContext.worker?.handle(&request) == true { notes.append(ServiceWorkerReason.headersAdded.code) }
        let isManual = request.headers.contains("cookie")
        if !isManual && !hopContext.omitsCredentials, let header = cookies.header {
            request.headers.append("Cookie", header)
        }
        var hop = Hop(
            number: trace.nextHop(), method: request.method, url: request.url, cookies: cookies,
            sentManualCookie: isManual, notes: notes)
        record(request: hop, omitsCredentials: hopContext.omitsCredentials, actor: hopContext.actor)
        let outcome = await exchange(request, deadline: deadline)
        switch outcome {
        case .success(let exchange):
            hop.status = exchange.response.status
            hop.location = exchange.response.headers.first("location")
            hop.timings = exchange.timings
            record(response: hop, lines: exchange.response.headers.all("set-cookie"), actor: hopContext.actor)
            let isCloaked = configuration.isCloaked(cookieURL, siteForCookies: hopContext.siteForCookies)
            let context = StoreContext(sameSite: sameSite, party: party, isCloakedResponse: isCloaked)
            for line in exchange.response.headers.all("set-cookie") {
                hop.stored.append(
                    hopContext.omitsCredentials
                        ? jar.refuse(
                            setCookie: line, from: cookieURL, reason: .credentialsOmitted, actor: hopContext.actor)
                        : jar.store(setCookie: line, from: cookieURL, context: context, actor: hopContext.actor))
            }
        case .failure(let failure):
            let event = ResponseEvent(hop: hop.number, status: nil, elapsed: .zero, reasons: [failure.code.code])
            trace.record(.response(event), by: hopContext.actor)
        }
        return (hop, outcome)
    }

    private func exchange(_ request: HTTPRequest, deadline: Instant) async -> Result<Exchange, TransportFailure> {
        let transport = transport
        do {
            return .success(
                try await withDeadline(deadline - clock.now, on: clock) { try await transport.perform(request) })
        } catch let failure as TransportFailure {
            return .failure(failure)
        } catch {
            return .failure(TransportFailure(.cancelled, cause: request.url.hostAndPort))
        }
    }

    // MARK: Tracing

    private func record(request hop: Hop, omitsCredentials: Bool, actor: TraceActor) {
        let masking = trace.masking
        let unsent: SendReason? =
            hop.sentManualCookie ? .manualHeaderWins : omitsCredentials ? .credentialsOmitted : nil
        var withheld = hop.cookies.withheld.map { $0.cookie.mention(masking, reasons: $0.reasons.map(\.code)) }
        if let unsent { withheld = hop.cookies.sent.map { $0.mention(masking, reasons: [unsent.code]) } + withheld }
        let event = RequestEvent(
            hop: hop.number, method: hop.method, url: masking.url(hop.url.string),
            store: unsent == nil ? jar.name : nil,
            sent: unsent == nil ? hop.cookies.sent.map { $0.mention(masking) } : [], withheld: withheld,
            notes: hop.notes)
        trace.record(.request(event), by: actor)
    }

    private func record(response hop: Hop, lines: [[UInt8]], actor: TraceActor) {
        let event = ResponseEvent(
            hop: hop.number, status: hop.status, location: hop.location.map { trace.masking.url($0) },
            setCookieNames: lines.map { SharedCookieJar.name(inSetCookie: $0) }, elapsed: hop.timings.total)
        trace.record(.response(event), by: actor)
    }
}
