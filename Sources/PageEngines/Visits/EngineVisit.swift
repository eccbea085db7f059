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
                        return try await VisitedPage(of: record, in: view, over: store)
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
            userScripts: [PageObserver.script] + PageObserver.marking(userScripts),
            messageHandlers: [PageObserver.handler] + messageHandlers)
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
}
