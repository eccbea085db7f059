public import BridgePrimitives
public import HTTPLoader

extension NativeSession {
    /// Asked before a redirect is followed, when its cookies are stored.
    ///
    /// - Returns: what is sent instead, mostly the given request itself; nil takes the redirect for the answer.
    public typealias RedirectDecision = @Sendable (_ redirect: Exchange, _ next: HTTPRequest) async -> HTTPRequest?

    /// A load's end without an answer.
    public enum LoadFailure: Error, Hashable, Sendable {
        case transport(TransportFailure)
        /// The last redirect leads nowhere.
        case redirect(LoadReason, from: WebURL)

        public var reason: ReasonCode {
            switch self {
            case .transport(let failure): failure.code.code
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
        var machine = LoadMachine(manualCookieHeader: .wholeRedirectChain)
        var (current, told, redirects) = (request, 0, 0)
        if case .send(let first) = machine.start(request) { current = first }
        while true {
            let exchange: Exchange
            do throws(TransportFailure) {
                exchange = try await performStoring(current, cookies: use, notes: machine.codes(after: &told)).exchange
            } catch {
                throw .transport(error)
            }
            switch machine.received(exchange) {
            case .deliver, .ignore: return exchange
            case .fail(let reason): throw .redirect(reason, from: current.url)
            case .send(let next):
                guard let chosen = await redirecting(exchange, next) else { return exchange }
                redirects += 1
                // Counted here as well: another request than the machine's is a new load to it.
                guard redirects <= Self.redirectLimit else { throw .redirect(.tooManyRedirects, from: current.url) }
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
