import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import HTTPLoader
import PageEngines

/// A recording as a visit of an engine's, so that it is compared with the model as engines are.
struct CapturedVisit {
    /// A cookie that a request had and that no answer before it set to this value.
    struct Foreign {
        let pair: CookiePair
        /// The request's number in the trace.
        let hop: Int
        /// Whether it was there before the first request of its host; else it came in the middle.
        let isHeld: Bool

        var name: String { pair.name }
    }

    /// What was compared: the request of hop 1 is the first.
    let exchanges: [CapturedExchange]
    let foreign: [Foreign]
    let replay: EngineReplay

    /// - Complexity: O(n) in requests and their cookies.
    ///
    /// - Parameter actor: who made the requests.
    init(_ capture: Capture, by actor: TraceActor = .webView) {
        let exchanges = capture.exchanges.filter { (try? CookieURL($0.url)) != nil }
        self.exchanges = exchanges
        let times = Self.times(of: exchanges)
        let unasked = Set(exchanges.enumerated().filter(\.element.isUnasked).map(\.offset))
        let origins = Self.origins(of: exchanges, times)
        foreign = origins.foreign
        let requests = zip(exchanges, times).map { exchange, time in
            EngineExchange(
                method: exchange.method, url: exchange.url, start: time.start, end: time.end,
                cookie: exchange.cookieHeader?.reveal(), status: exchange.status, location: exchange.location,
                setCookies: exchange.setCookies.map { $0.reveal() },
                reasons: (exchange.facts?.reasons ?? []).compactMap(Self.known))
        }
        let documents = zip(exchanges, times).filter(\.0.isDocument).map { exchange, time in
            VisitedPage.Happening(
                at: time.start, event: .navigation(.didStartProvisional, url: exchange.url))
        }
        let page = VisitedPage(
            engine: capture.producer, version: "", outcome: .finished(status: nil),
            url: exchanges.last(where: \.isDocument)?.url ?? "about:blank", title: "", happenings: documents,
            exchanges: requests, scriptActions: origins.writes, cookies: [], visible: nil)
        replay = EngineReplay(
            page: page, cookies: [], held: origins.held, handWritten: nil,
            unasked: actor == .app ? Set(exchanges.indices) : unasked, actor: actor)
    }

    // MARK: - Times

    /// When each request was made and answered, so that what follows from an answer comes after it: recorders round, and
    /// some tell only when the whole body had come.
    private static func times(of exchanges: [CapturedExchange]) -> [(start: Instant, end: Instant)] {
        let tick = Duration.milliseconds(1)
        var times: [(start: Instant, end: Instant)] = []
        var redirects: [String: Int] = [:]
        for (index, exchange) in exchanges.enumerated() {
            var start = max(exchange.start, times.last?.start ?? exchange.start)
            let cause =
                redirects.removeValue(forKey: withoutFragment(exchange.url)) ?? previousDocument(exchanges, index)
            if let cause, times[cause].end > start {
                times[cause].end = max(times[cause].start + tick, start)
                start = max(start, times[cause].end)
            }
            times.append((start, max(start + tick, start + exchange.duration)))
            if let status = exchange.status, (300..<400).contains(status), let location = exchange.location,
                let target = try? WebURL(exchange.url).resolving(location)
            {
                redirects[withoutFragment(target.string)] = index
            }
        }
        return times
    }

    /// The document that a request right after it is part of.
    private static func previousDocument(_ exchanges: [CapturedExchange], _ index: Int) -> Int? {
        index > 0 && exchanges[index - 1].isDocument && !exchanges[index].isDocument ? index - 1 : nil
    }

    private static func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

    // MARK: - Where cookies came from

    private struct Origins {
        var held: [NativeCookie] = []
        var writes: [PageScriptAction] = []
        var foreign: [Foreign] = []
    }

    /// Cookies that no answer set: those of a host's first request were in the store, later ones somebody wrote
    /// meanwhile, most likely a script.
    private static func origins(
        of exchanges: [CapturedExchange], _ times: [(start: Instant, end: Instant)]
    ) -> Origins {
        var origins = Origins()
        var known = CookieOrigins()
        for (index, exchange) in exchanges.enumerated() {
            guard let url = try? CookieURL(exchange.url) else { continue }
            for (pair, before) in known.request(index, to: url, CookiePair.read(exchange.cookieHeader?.reveal())) {
                origins.foreign.append(Foreign(pair: pair, hop: index + 1, isHeld: before == nil))
                if let before {
                    let scheme = url.isSecure ? "https" : "http"
                    origins.writes.append(
                        PageScriptAction(
                            .wroteCookie(Secret("\(pair.name)=\(pair.value); path=/")), url: "\(scheme)://\(url.host)/",
                            // As early as it may have been: the order of cookies is that of their creation.
                            at: min(times[before].start + .milliseconds(1), times[index].start)))
                } else {
                    origins.held.append(
                        NativeCookie(
                            name: pair.name, value: pair.value, domain: url.host,
                            isSecure: url.isSecure && pair.name.hasPrefix("__")))
                }
            }
            known.answer(from: url, exchange.setCookies.map { $0.reveal() })
        }
        return origins
    }
}
