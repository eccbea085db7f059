import BridgePrimitives
import Proxying

extension VisitedPage {
    /// What is known of a visit that has come to rest, and what the engine's store and page say at the end.
    ///
    /// - Throws: `engine/lost` and the like.
    init(
        of record: VisitRecord, in view: EngineView, over store: EngineStore, patience: Duration
    ) async throws(BridgeFailure) {
        var watch = record.watch
        let visible = await Self.visible(in: view, &watch, patience)
        var posts: [JSONValue] = []
        var happenings: [VisitedPage.Happening] = []
        for happening in watch.happenings {
            if case .scriptMessage(PageObserver.handler, let body) = happening.event {
                posts.append(body)
            } else {
                happenings.append(happening)
            }
        }
        let exchanges = record.exchanges
        let cookies = try await store.allCookies()
        // A page that answers nothing does not hear that it is to close.
        if watch.isBusy { try? await view.terminateWebContentProcess() }
        let failure = watch.failure ?? Self.failure(shown: watch.url, exchanges)
        self.init(
            engine: view.helper.engine, version: view.helper.version,
            outcome: failure.map { .failed($0) } ?? .finished(status: watch.status), url: watch.url,
            title: watch.title, happenings: happenings, exchanges: exchanges,
            waiting: Self.waiting(watch, exchanges),
            scriptActions: PageScriptAction.actions(in: posts) + record.evaluations, cookies: cookies,
            visible: visible?.stringValue.map { Secret($0) })
    }

    /// What `document.cookie` gives. A page that does not even answer that has a script without an end.
    private static func visible(
        in view: EngineView, _ watch: inout VisitWatch, _ patience: Duration
    ) async -> JSONValue? {
        guard watch.isShown else { return nil }
        // One that has not finished has had its time.
        let limit = min(view.helper.timeouts.command, watch.failure == nil ? patience : .milliseconds(500))
        do throws(BridgeFailure) { return try await view.evaluate("document.cookie", within: limit) } catch {
            if error.code == PageEngineReason.timedOut.code {
                watch.findBusy(
                    PageEngineReason.pageBusy.failure("the page does not say its cookies within \(limit)"))
            }
            // A document of the engine's own, about:blank say, may refuse it.
            return nil
        }
    }

    /// A page that answers nothing does not tell that an answer has come either; the proxy does.
    private static func waiting(_ watch: VisitWatch, _ exchanges: [EngineExchange]) -> [String] {
        guard watch.isBusy else { return watch.waiting }
        let answered = Set(exchanges.map(\.url))
        return watch.waiting.filter { !answered.contains($0) }
    }

    /// What the engine takes for a page and is none: the proxy's own answer, and the blank page in place of a port that no
    /// browser speaks with.
    static func failure(shown: String, _ exchanges: [EngineExchange]) -> BridgeFailure? {
        let document = shown.prefix { $0 != "#" }
        if let exchange = exchanges.last(where: { $0.url == document }), exchange.handling == .refused {
            let reason = exchange.reasons.lazy.compactMap { ProxyReason(rawValue: $0.rawValue) }.first
            let words = reason.map { "\($0.rawValue): \($0.meaning)" } ?? "the proxy refused it"
            return PageEngineReason.loadFailed.failure(
                "the page was not got (\(words))", fix: reason?.advice(on: nil) ?? PageEngineReason.loadFailed.fix)
        }
        guard shown == "about:blank" else { return nil }
        return PageEngineReason.loadFailed.failure(
            "the engine shows about:blank in the page's place",
            fix: "look at the port: browsers speak with nobody on ports of other services, such as 1, 22 or 6000")
    }
}
