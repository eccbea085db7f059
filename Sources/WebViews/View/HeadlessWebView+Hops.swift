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

extension HeadlessWebView {
    /// Makes one request with the jar's cookies, stores the response's, and traces both.
    ///
    /// - Returns: the hop, unless no request was made, and the exchange or why there is none.
    func perform(
        _ request: HTTPRequest, _ hopContext: HopContext, deadline: Instant
    ) async -> (hop: Hop?, outcome: Result<Exchange, TransportFailure>) {
        let cookieURL = CookieURL(request.url)
        let sameSite = SameSiteContext.computed(
            for: cookieURL, siteForCookies: hopContext.siteForCookies, initiator: hopContext.initiator,
            ancestors: hopContext.ancestors, isTopLevelNavigation: hopContext.isTopLevelNavigation,
            method: request.method, redirectedFrom: hopContext.redirectedFrom, profile: configuration.profile,
            suffixes: jar.publicSuffixes)
        let firstParty = PartyContext.firstParty(
            top: hopContext.siteForCookies, ancestors: hopContext.ancestors, profile: configuration.profile, jar: jar)
        let party = configuration.party(for: cookieURL, siteForCookies: firstParty ?? cookieURL)
        guard await isItsTurn(request) else {
            return (nil, .failure(TransportFailure(.cancelled, cause: "the request never left")))
        }
        let cookies = websiteDataStore.httpCookieStore.cookies(
            leavingWith: RequestContext(url: cookieURL, sameSite: sameSite, party: party))
        var request = request
        if let referrer = hopContext.referrer {
            request.headers.remove("referer")
            if let text = referrer.referrer(for: request.url) { request.headers.append("Referer", text) }
        }
        var notes = hopContext.notes
        if hopContext.worker?.handle(&request) == true { notes.append(ServiceWorkerReason.headersAdded.code) }
        let jarHop = JarHop(
            request, to: cookieURL, cookies: cookies, of: jar,
            context: StoreContext(sameSite: sameSite, party: party), omitsCredentials: hopContext.omitsCredentials,
            notes: notes, by: hopContext.actor, in: trace)
        var hop = Hop(
            number: jarHop.hop.number, method: request.method, url: request.url, cookies: cookies,
            sentManualCookie: jarHop.isCookieHandWritten, notes: notes)
        do throws(TransportFailure) {
            let (exchange, stored) = try await jarHop.perform(
                over: DeadlineTransport(transport, deadline: deadline, on: clock))
            if jarHop.clearing(exchange.response)?.clearsStorage == true {
                websiteDataStore.removeServiceWorkers(of: request.url)
            }
            (hop.status, hop.timings) = (exchange.response.status, exchange.timings)
            (hop.location, hop.stored) = (exchange.response.headers.first("location"), stored)
            return (hop, .success(exchange))
        } catch {
            return (hop, .failure(error))
        }
    }
}
