public import BridgePrimitives
public import HTTPLoader

extension NativeSession {
    /// Asked before a redirect is followed, when its cookies are stored.
    ///
    /// - Returns: what is sent instead, mostly the given request itself; nil takes the redirect for the answer.
    public typealias RedirectDecision = @Sendable (_ redirect: Exchange, _ next: HTTPRequest) async -> HTTPRequest?

    /// A load's end without an answer.
    public enum LoadFailure: Error, Hashable, Sendable {
        /// No answer came from there, which may be where a redirect led.
        case transport(TransportFailure, from: WebURL)
        /// The last redirect leads nowhere.
        case redirect(LoadReason, from: WebURL)

        public var reason: ReasonCode {
            switch self {
            case .transport(let failure, _): failure.code.code
            case .redirect(let reason, _): reason.code
            }
        }
    }

    /// Makes a request and follows redirects, each hop with the storage's cookies of that moment.
    ///
    /// A `Cookie` header of the app's own goes along to every host, since `URLSession` takes all but `Authorization`
    /// with it (assumed: no device was asked).
    public func load(
        _ request: HTTPRequest, cookies use: CookieUse = CookieUse(), redirecting: RedirectDecision = { $1 }
    ) async throws(LoadFailure) -> Exchange {
        try await loadTelling(request, cookies: use, redirecting: redirecting).exchange
    }

    /// A load's answer and what led to it.
    package struct Loaded: Sendable {
        package let exchange: Exchange
        /// What was followed on the way, in order.
        package let redirects: [Exchange]
    }

    /// The same, with what was followed.
    package func loadTelling(
        _ request: HTTPRequest, cookies use: CookieUse = CookieUse(), redirecting: RedirectDecision = { $1 }
    ) async throws(LoadFailure) -> Loaded {
        var machine = LoadMachine(manualCookieHeader: .wholeRedirectChain)
        var (current, told, redirects) = (request, 0, [Exchange]())
        if case .send(let first) = machine.start(request) { current = first }
        while true {
            let exchange: Exchange
            do throws(TransportFailure) {
                exchange = try await perform(current, cookies: use, notes: machine.codes(after: &told))
            } catch {
                throw .transport(error, from: current.url)
            }
            let loaded = Loaded(exchange: exchange, redirects: redirects)
            switch machine.received(exchange) {
            case .deliver, .ignore: return loaded
            case .fail(let reason): throw .redirect(reason, from: current.url)
            case .send(let next):
                guard let chosen = await redirecting(exchange, next) else { return loaded }
                redirects.append(exchange)
                // Counted here as well: another request than the machine's is a new load to it.
                guard redirects.count <= Self.redirectLimit else {
                    throw .redirect(.tooManyRedirects, from: current.url)
                }
                if chosen != next {
                    _ = machine.start(chosen)
                    told = 0
                }
                current = chosen
            }
        }
    }

    private static let redirectLimit = 20
}
