import BridgePrimitives
public import BrowserDriving
public import Cookies
public import HTTPLoader
import Listening
public import Proxying
public import WebViews

/// Opens one page in a real engine with a fresh store in memory, all of whose traffic goes through a proxy: what the engine
/// really sent is what the proxy read.
///
/// Servers on this machine are read, by TLS too, and so is the page's own host; what goes to other hosts by TLS passes
/// unread. The engine trusts an authority that is made for this run, whose certificates the proxy shows, and the
/// system's. Whether a server on this machine has a certificate that the engine would take is therefore not found out.
public struct EngineVisit: Sendable {
    public var url: WebURL
    public var engine = PageEngineKind.webkitgtk
    /// Of the first request. A `Cookie` field stands in for the store's, if the engine takes it.
    public var headers = HTTPHeaders()
    /// Put into the store before the load, one after the other; each is awaited.
    public var cookies: [NativeCookie] = []
    public var userScripts: [UserScript] = []
    public var messageHandlers: [String] = []
    /// Names of further hosts elsewhere whose traffic is read, `api.example.com`.
    public var readHosts: [String] = []
    /// Services here that answer in the place of hosts elsewhere.
    public var services: [ProxyPolicy.Service] = []
    /// The page is left when nothing has happened for this long and nothing is loading.
    public var quiet = Duration.milliseconds(250)
    /// After the document has finished, so much is waited for what it loads on its own.
    public var patience = Duration.seconds(5)
    public var timeouts = BrowserTimeouts()

    public init(url: WebURL) { self.url = url }

    /// - Throws: as ``withPageEngine(_:trusting:timeouts:at:_:)`` and `engine/lost`. That the page does not open is no
    ///   error but an ``VisitedPage/Outcome``.
    public func run(at place: HelperPlace = HelperPlace()) async throws -> VisitedPage {
        // What is missing is said before anything is started.
        try engine.checkIsInstalled(at: place)
        let names = hostNames
        let authority = try RunAuthority(for: names, now: SystemTime.now)
        let policy = ProxyPolicy(services: services, opened: names.compactMap { AllowedHost($0) }, allowsAll: true)
        let record = VisitRecord()
        return try await withProxy(policy, authority: authority, trace: record.trace()) { proxy in
            try await withPageEngine(
                engine, trusting: authority.certificatePEM, timeouts: timeouts, at: place
            ) { helper in
                try await helper.withStore(EngineStoreSettings(proxy: proxy.origin)) { store in
                    for cookie in cookies { try await store.setCookie(cookie) }
                    return try await store.withView(viewSettings) { view in
                        try await load(in: view, record)
                        return try await page(record, view, store)
                    }
                }
            }
        }
    }

    /// Hosts elsewhere that are read: the authority vouches for them, and for those below them.
    private var hostNames: [String] {
        let given = [url.host] + readHosts + services.flatMap(\.hosts)
        return given.map(Self.plainName).filter { !Self.isAddress($0) }.uniqued()
    }

    /// In lower case, and without the dot that ends a name in full.
    private static func plainName(_ host: String) -> String {
        let name = ASCIIText.lowercased(host)
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    private static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.utf8.allSatisfy { ASCIIText.isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    private var viewSettings: EngineViewSettings {
        EngineViewSettings(
            userScripts: [ScriptCookieWrite.observer] + userScripts,
            messageHandlers: [ScriptCookieWrite.handler] + messageHandlers)
    }

    /// Loads, and returns when nothing more is to be expected.
    private func load(in view: EngineView, _ record: VisitRecord) async throws {
        let events = view.events()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await record.note(events) }
            defer { group.cancelAll() }
            try await view.load(url.string, headers: headers.fields.map { ($0.name, $0.text) })
            try await record.settle(quiet: quiet, patience: patience, within: timeouts.page)
        }
    }

    /// What the engine takes for a page and is none: the proxy's own answer, and the blank page in place of a port that no
    /// browser speaks with.
    private func failure(shown: String, _ exchanges: [EngineExchange]) -> BridgeFailure? {
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

    private func page(_ record: VisitRecord, _ view: EngineView, _ store: EngineStore) async throws -> VisitedPage {
        let watch = record.watch
        // A document of the engine's own, about:blank say, may refuse it.
        let visible = watch.isShown ? try? await view.evaluate("document.cookie") : nil
        var writes: [ScriptCookieWrite] = []
        var happenings: [VisitedPage.Happening] = []
        for happening in watch.happenings {
            if case .scriptMessage(ScriptCookieWrite.handler, let body) = happening.event {
                if let write = ScriptCookieWrite(body: body) { writes.append(write) }
            } else {
                happenings.append(happening)
            }
        }
        let exchanges = record.exchanges
        let failure = watch.failure ?? self.failure(shown: watch.url, exchanges)
        return VisitedPage(
            engine: view.helper.engine, version: view.helper.version,
            outcome: failure.map { .failed($0) } ?? .finished(status: watch.status), url: watch.url,
            title: watch.title, happenings: happenings, exchanges: exchanges, scriptWrites: writes,
            cookies: try await store.allCookies(), visible: visible?.stringValue.map { Secret($0) })
    }
}
