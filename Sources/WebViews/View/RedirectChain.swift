import BridgePrimitives
import Cookies
import CookieStores
import HTTPLoader

/// A request on its way through redirects: what was made of it, where it has been, what comes next.
struct RedirectChain: Sendable {
    /// The hop that is made next, or was made last.
    private(set) var request: HTTPRequest
    private(set) var hops: [Hop] = []
    /// Where redirects led away from, first one first.
    private(set) var origins: [CookieURL] = []
    private var machine: LoadMachine
    /// How many of the machine's notes were told.
    private var told = 0

    init(_ request: HTTPRequest, manualCookieHeader: LoadMachine.ManualCookieHeader) {
        var machine = LoadMachine(manualCookieHeader: manualCookieHeader)
        self.request = if case .send(let first) = machine.start(request) { first } else { request }
        self.machine = machine
    }

    /// What is to be said of the next request that has not been said yet.
    mutating func newNotes() -> [ReasonCode] { machine.codes(after: &told) }

    /// Keeps the hop that was made for ``request``; nil when none was.
    mutating func passed(_ hop: Hop?) {
        if let hop { hops.append(hop) }
    }

    /// Takes in what came of ``request``.
    ///
    /// - Returns: the exchange that answers; nil when ``request`` is another one now, which is to be made.
    mutating func received(
        _ outcome: Result<Exchange, TransportFailure>
    ) throws(NavigationFailure) -> Exchange? {
        let exchange: Exchange
        do throws(TransportFailure) { exchange = try outcome.get() } catch { throw NavigationFailure(error) }
        switch machine.received(exchange) {
        case .deliver: return exchange
        case .fail(let reason): throw NavigationFailure(reason)
        case .ignore: throw NavigationFailure(.superseded)
        case .send(let next):
            origins.append(CookieURL(request.url))
            request = next
            return nil
        }
    }
}
