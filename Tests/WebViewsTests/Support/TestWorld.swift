import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// A server, a frozen clock, a store and one web view on it.
struct TestWorld: Sendable {
    let server: SiteServer
    let clock: WorldClock
    let trace: TraceLog
    let content = UserContentController()
    let store: WebsiteDataStore
    let transport: CurlTransport
    let configuration: WebViewConfiguration
    let view: HeadlessWebView

    /// 2026-11-21T09:00:00Z
    static let start = Instant(secondsSinceEpoch: 1_795_251_600)

    init(
        profile: CookieProfile, scriptTimeLimit: Duration, isPersistent: Bool = false,
        app: AppInformation = AppInformation(), configure: (inout WebViewConfiguration) -> Void = { _ in },
        script: @escaping @Sendable (ReceivedRequest) -> Reply
    ) throws {
        server = try SiteServer(script)
        clock = .frozen(at: Self.start)
        trace = TraceLog(clock: clock, masking: Masking(.revealed))
        let make = isPersistent ? WebsiteDataStore.persistent : WebsiteDataStore.nonPersistent
        store = make("web", profile, PublicSuffixList.standard, clock, trace, app)
        transport = try CurlTransport()
        var configuration = WebViewConfiguration(
            websiteDataStore: store, userContentController: content, scriptTimeLimit: scriptTimeLimit)
        configure(&configuration)
        self.configuration = configuration
        view = HeadlessWebView(configuration: configuration, transport: transport, clock: clock, trace: trace)
    }

    func request(_ path: String = "/", on host: String = "app.localhost") throws -> PageRequest {
        PageRequest(url: try WebURL(server.url(path, on: host)), timeoutInterval: .seconds(10))
    }

    @discardableResult
    func load(_ path: String = "/", on host: String = "app.localhost") async throws -> NavigationResult {
        await view.load(try request(path, on: host))
    }

    func addScript(
        _ source: String, _ time: UserScript.InjectionTime = .atDocumentStart, forMainFrameOnly: Bool = true
    ) {
        content.addUserScript(UserScript(source: source, injectionTime: time, forMainFrameOnly: forMainFrameOnly))
    }

    /// What a script gives in the first frame of that URL, compared without scheme and port.
    func evaluate(_ source: String, inFrame url: String) async throws -> JSONValue {
        let frame = try #require(await frames().first { $0.place == url })
        return try await view.evaluateJavaScript(source, in: frame.id)
    }

    /// All frames, each before those in it.
    func frames() async -> [PageFrame] {
        var waiting = Array(await view.frames.reversed())
        var found: [PageFrame] = []
        while let frame = waiting.popLast() {
            found.append(frame)
            waiting += frame.frames.reversed()
        }
        return found
    }

    /// Another view on the same store, in a web process that may be another.
    func view(in pool: ProcessPool, adjust: (inout WebViewConfiguration) -> Void = { _ in }) -> HeadlessWebView {
        var configuration = configuration
        configuration.processPool = pool
        adjust(&configuration)
        return HeadlessWebView(configuration: configuration, transport: transport, clock: clock, trace: trace)
    }

    /// Puts a cookie in as a response had set it elsewhere: with SameSite=None, which engines may not take natively.
    func put(_ name: String, _ value: String, on domain: String, sameSite: SameSite) {
        store.httpCookieStore.jar.restore([
            Cookie(
                name: name, value: value, domain: domain, sameSite: sameSite, creationTime: Self.start,
                lastAccessTime: Self.start)
        ])
    }

    /// `name=value@domain` of all that the view's store holds.
    func stored() async -> [String] {
        await store.httpCookieStore.allCookies().map { "\($0.name)=\($0.value)@\($0.domain)" }.sorted()
    }

    /// Events of one kind, in order.
    func events<Event>(_ pick: (TraceEvent.Kind) -> Event?) -> [Event] { trace.events.compactMap { pick($0.kind) } }
    var writes: [CookieWriteEvent] { events { if case .cookieWrite(let event) = $0 { event } else { nil } } }
    var reads: [CookieReadEvent] { events { if case .cookieRead(let event) = $0 { event } else { nil } } }
    var requests: [RequestEvent] { events { if case .request(let event) = $0 { event } else { nil } } }
    var scripts: [ScriptEvent] { events { if case .script(let event) = $0 { event } else { nil } } }
    var navigations: [NavigationEvent.Phase] {
        events { if case .navigation(let event) = $0 { event.phase } else { nil } }
    }
    var messages: [MessageEvent] { events { if case .message(let event) = $0 { event } else { nil } } }
}

/// Lends a world to `body` and shuts it down however `body` ends.
func withWorld<Value>(
    profile: CookieProfile = .ios18, scriptTimeLimit: Duration = .seconds(2), isPersistent: Bool = false,
    app: AppInformation = AppInformation(), configure: (inout WebViewConfiguration) -> Void = { _ in },
    answering script: @escaping @Sendable (ReceivedRequest) -> Reply = { _ in .html() },
    _ body: (TestWorld) async throws -> Value
) async throws -> Value {
    let world = try TestWorld(
        profile: profile, scriptTimeLimit: scriptTimeLimit, isPersistent: isPersistent, app: app,
        configure: configure, script: script)
    defer {
        world.server.stop()
        world.transport.shutdown()
    }
    return try await body(world)
}

extension PageFrame {
    /// The URL without scheme and port: `app.localhost/path`; as it is when it is not of the web.
    var place: String {
        guard let url = try? WebURL(url) else { return url }
        return url.host + url.target
    }
}
