import BridgePrimitives
import Proxying

extension VisitedPage {
    /// What is known of a visit that has come to rest, and what the engine's store and page say at the end.
    ///
    /// - Throws: `engine/lost` and the like.
    init(of record: VisitRecord, in view: EngineView, over store: EngineStore) async throws(BridgeFailure) {
        let watch = record.watch
        // A document of the engine's own, about:blank say, may refuse it.
        let visible = watch.isShown ? try? await view.evaluate("document.cookie") : nil
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
        let failure = watch.failure ?? Self.failure(shown: watch.url, exchanges)
        self.init(
            engine: view.helper.engine, version: view.helper.version,
            outcome: failure.map { .failed($0) } ?? .finished(status: watch.status), url: watch.url,
            title: watch.title, happenings: happenings, exchanges: exchanges,
            scriptWrites: posts.compactMap { ScriptCookieWrite(body: $0) },
            scriptReads: posts.compactMap { ScriptCookieRead(body: $0) }, userScripts: UserScriptRun.runs(in: posts),
            answers: record.answers,
            cookies: try await store.allCookies(), visible: visible?.stringValue.map { Secret($0) })
    }

    /// What the engine takes for a page and is none: the proxy's own answer, and the blank page in place of a port that no
    /// browser speaks with.
    private static func failure(shown: String, _ exchanges: [EngineExchange]) -> BridgeFailure? {
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
