import BridgePrimitives
public import Reasons

/// Follows redirects as Fetch has them (§4.4, HTTP-redirect fetch), one hop at a time: events in, actions out.
///
/// The shell performs each ``Action/send(_:)``, adding what its cookie jar holds for that hop, and tells the machine
/// what came back. The machine never waits and knows no clock.
public struct LoadMachine: Sendable {
    /// What becomes of a `Cookie` header that was set by hand on the first request: web views differ.
    public enum ManualCookieHeader: String, CaseIterable, Sendable {
        /// Taken out before the first request.
        case dropped
        /// Sent with the first request, gone after a redirect.
        case firstHopOnly
        /// Sent with every request, to other hosts as well.
        case wholeRedirectChain
    }

    public enum Action: Hashable, Sendable {
        /// Perform this request, then call ``LoadMachine/received(_:)``.
        case send(HTTPRequest)
        /// What came back is the answer to the load.
        case deliver
        /// The load ends without an answer.
        case fail(LoadReason)
        /// Nothing is to be done: an answer to a load that has ended.
        case ignore
    }

    /// Something worth telling about a hop that went on all the same.
    public struct Note: Hashable, Sendable {
        public let reason: LoadReason
        /// Which request it is about; the first is 0.
        public let hop: Int

        public init(reason: LoadReason, hop: Int) { (self.reason, self.hop) = (reason, hop) }
    }

    private struct Visit: Hashable { let method: String, url: WebURL, cookies: [[UInt8]] }
    private enum State { case idle, waiting(HTTPRequest), finished }

    private let manualCookieHeader: ManualCookieHeader
    private let redirectLimit: Int
    private var state = State.idle
    private var firstHost = ""
    private var visits: Set<Visit> = []

    /// Redirects followed so far.
    public private(set) var redirectCount = 0
    /// In the order in which they came up.
    public private(set) var notes: [Note] = []

    /// - Parameters:
    ///   - redirectLimit: redirects followed at most; Fetch has 20.
    public init(manualCookieHeader: ManualCookieHeader = .dropped, redirectLimit: Int = 20) {
        (self.manualCookieHeader, self.redirectLimit) = (manualCookieHeader, redirectLimit)
    }

    /// Begins a load, dropping one that is under way.
    public mutating func start(_ request: HTTPRequest) -> Action {
        (redirectCount, notes, visits, firstHost) = (0, [], [], request.url.host)
        var request = request
        if manualCookieHeader == .dropped { dropManualCookie(&request) }
        state = .waiting(request)
        return .send(request)
    }

    /// Ends the load from outside: whatever comes back now is ignored.
    public mutating func stop() { state = .finished }

    /// What came back for the request of the last ``Action/send(_:)``, with the cookies it was really sent with.
    public mutating func received(_ exchange: Exchange) -> Action {
        let locations = exchange.response.headers.all("location")
        let status = exchange.response.status
        if Self.redirectStatuses.contains(status), let first = locations.first,
            locations.contains(where: { $0 != first })
        {
            return end(.fail(.badLocation))  // which of them counts would be a guess
        }
        return received(
            status: status, location: locations.first.map(HTTPHeaders.text(of:)),
            sentCookies: exchange.request.headers.all("cookie"))
    }

    /// The same from its parts.
    ///
    /// - Parameters:
    ///   - location: the value of the `Location` header; nil when there is none.
    ///   - sentCookies: the values of the `Cookie` headers that the request carried.
    public mutating func received(status: Int, location: String?, sentCookies: [[UInt8]] = []) -> Action {
        guard case .waiting(let request) = state else { return .ignore }
        let visit = Visit(method: request.method, url: request.url.settingFragment(nil), cookies: sentCookies)
        if !visits.insert(visit).inserted { note(.redirectLoop) }
        guard Self.redirectStatuses.contains(status), let location else { return end(.deliver) }

        let target: WebURL
        do {
            target = try request.url.resolving(location, droppingUserInformation: true)
        } catch {
            return end(.fail(error.code == URLReason.unsupportedScheme.code ? .unsupportedRedirect : .badLocation))
        }
        guard redirectCount < redirectLimit else { return end(.fail(.tooManyRedirects)) }
        redirectCount += 1
        if (try? request.url.resolving(location)) == nil { note(.userInformationDropped) }
        let next = hop(from: request, to: target, status: status)
        state = .waiting(next)
        return .send(next)
    }

    private static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]

    private mutating func end(_ action: Action) -> Action {
        guard case .waiting = state else { return .ignore }
        state = .finished
        return action
    }

    private mutating func note(_ reason: LoadReason) { notes.append(Note(reason: reason, hop: redirectCount)) }
}

extension LoadMachine {
    /// The request of the next hop (HTTP-redirect fetch, from the step that changes the method on).
    private mutating func hop(from previous: HTTPRequest, to target: WebURL, status: Int) -> HTTPRequest {
        var next = previous
        next.url = target.fragment == nil ? target.settingFragment(previous.url.fragment) : target
        let becomesGet =
            ([301, 302].contains(status) && previous.method == "POST")
            || (status == 303 && !["GET", "HEAD"].contains(previous.method))
        if becomesGet {
            (next.method, next.body) = ("GET", nil)
            // The request-body-header names of Fetch, and the length that belongs to the body.
            for name in ["content-encoding", "content-language", "content-location", "content-type", "content-length"] {
                next.headers.remove(name)
            }
            note(.methodChanged)
        }
        if !target.sameOrigin(as: previous.url) { dropOriginBound(&next) }
        if previous.url.isSecure && !target.isSecure { note(.insecureRedirect) }
        if next.headers.contains("cookie") {
            if manualCookieHeader == .firstHopOnly { dropManualCookie(&next) }
            if manualCookieHeader == .wholeRedirectChain && target.host != firstHost { note(.manualCookieLeaked) }
        }
        return next
    }

    /// Fetch drops `Authorization` at another origin, WebKit `Origin` too; a `Host` set by hand is for one host.
    private mutating func dropOriginBound(_ request: inout HTTPRequest) {
        if request.headers.contains("authorization") { note(.authorizationDropped) }
        for name in ["authorization", "origin", "host"] { request.headers.remove(name) }
    }

    private mutating func dropManualCookie(_ request: inout HTTPRequest) {
        guard request.headers.contains("cookie") else { return }
        request.headers.remove("cookie")
        note(.manualCookieDropped)
    }
}
