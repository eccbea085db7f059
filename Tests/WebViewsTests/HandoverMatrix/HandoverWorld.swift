import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// An app with a web view, a server of three hosts, and a session to hand over: the world of one cell.
final class HandoverWorld: Sendable {
    static let secret = "s3cret"
    static let manualPair = "token=manual"
    static let phantomPair = "token=phantom"

    let cell: HandoverCell
    var method: HandoverMethod { cell.method }
    var column: HandoverColumn { cell.column }
    var setting: HandoverSetting { cell.setting }
    let kind: CookieKind?
    let clock = WorldClock.frozen(at: TestWorld.start)
    let trace: TraceLog
    let profile: CookieProfile
    let store: WebsiteDataStore
    /// The app's `HTTPCookieStorage.shared`.
    let shared: SharedCookieJar
    let content = UserContentController()
    let server: SiteServer
    private let transport: CurlTransport
    private let view: Mutex<HeadlessWebView?> = Mutex(nil)
    /// What the listings were when the first request reached the server.
    private let atFirstRequest: FirstArrival

    init(_ cell: HandoverCell, kind: CookieKind?) throws {
        (self.cell, self.kind) = (cell, kind)
        let trace = TraceLog(clock: clock, masking: Masking(.revealed))
        var profile = cell.setting == .webkitgtk ? CookieProfile.webkitgtk : .ios18
        if cell.setting == .manualHeaderSentAlong { profile.manualCookieHeader.value = .wholeRedirectChain }
        if cell.setting == .manualHeaderDropped { profile.manualCookieHeader.value = .dropped }
        // Only there does iOS have service workers; the other methods do without.
        let isBound = cell.method == .serviceWorker && cell.setting != .noAppBoundDomains
        let store = WebsiteDataStore.persistent(
            profile: profile, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace,
            app: AppInformation(appBoundDomains: isBound ? ["app.localhost"] : nil))
        let shared = SharedCookieJar(
            name: "HTTPCookieStorage.shared", profile: profile, publicSuffixes: PublicSuffixList.standard,
            clock: clock, trace: trace)
        let arrival = FirstArrival(store: store, shared: shared)
        let backend = HandoverBackend(
            method: cell.method, setting: cell.setting,
            setCookie: kind.map { Self.attributes(of: cell, $0, forScript: false) } ?? "")
        (self.trace, self.profile, self.store, self.shared, atFirstRequest) = (trace, profile, store, shared, arrival)
        server = try SiteServer { request in
            arrival.note()
            return backend.answer(request)
        }
        transport = try CurlTransport()
        open()
    }

    func shutdown() {
        server.stop()
        transport.shutdown()
    }

    // MARK: The app

    /// The app starts: a new web view in a new process.
    private func open() {
        var configuration = WebViewConfiguration(websiteDataStore: store, userContentController: content)
        configuration.trackingPrevention = true
        configuration.limitsNavigationsToAppBoundDomains = store.app.appBoundDomains != nil
        let made = HeadlessWebView(configuration: configuration, transport: transport, clock: clock, trace: trace)
        view.withLock { $0 = made }
    }

    var webView: HeadlessWebView {
        get throws { try #require(view.withLock { $0 }) }
    }

    func relaunch() {
        if setting == .crashLater { clock.advance(by: .seconds(10)) }
        if setting == .crashAtOnce || setting == .crashLater { store.networkProcessCrash() }
        store.relaunch()
        shared.removeNonPersistent()
        open()
    }

    func request(_ path: String) throws -> PageRequest {
        PageRequest(url: try WebURL(server.url(path)), timeoutInterval: .seconds(10))
    }

    // MARK: The session

    var cookiePair: String { "\(method.cookieName)=\(Self.secret)" }

    private var expiry: Instant? { kind?.isPersistent == true ? TestWorld.start + method.lifetime : nil }

    var nativeCookie: NativeCookie {
        NativeCookie(
            name: method.cookieName, value: Self.secret,
            domain: setting == .hostOnlyCookie ? "app.localhost" : ".app.localhost",
            isHTTPOnly: kind?.isHTTPOnly == true, expiry: expiry)
    }

    /// What a script assigns to `document.cookie`.
    var scriptStatement: String {
        let attributes = kind.map { Self.attributes(of: cell, $0, forScript: true) } ?? ""
        return "document.cookie = '\(attributes)'"
    }

    private static func attributes(of cell: HandoverCell, _ kind: CookieKind, forScript: Bool) -> String {
        var text = "\(cell.method.cookieName)=\(secret); Path=/"
        if cell.setting != .hostOnlyCookie { text += "; Domain=app.localhost" }
        if kind.isPersistent { text += "; Max-Age=\(cell.method.lifetime.components.seconds)" }
        if kind.isHTTPOnly, !forScript { text += "; HttpOnly" }
        return text
    }

    // MARK: Listings

    static func listing(_ cookies: [Cookie]) -> [String] {
        cookies.map { "\($0.name)=\($0.value)@\($0.domain)" }.sorted()
    }

    func storeListing() async -> [String] { Self.listing(await store.httpCookieStore.allCookies()) }
    func sharedListing() -> [String] { Self.listing(shared.all()) }
    var listingsAtFirstRequest: (store: [String], shared: [String])? { atFirstRequest.listings.withLock { $0 } }

    /// Takes the listings when the first request arrives, before it is answered.
    final class FirstArrival: Sendable {
        let listings: Mutex<(store: [String], shared: [String])?> = Mutex(nil)
        private let store: WebsiteDataStore
        private let shared: SharedCookieJar

        init(store: WebsiteDataStore, shared: SharedCookieJar) { (self.store, self.shared) = (store, shared) }

        func note() {
            let now = (HandoverWorld.listing(store.httpCookieStore.jar.all()), HandoverWorld.listing(shared.all()))
            listings.withLock { if $0 == nil { $0 = now } }
        }
    }
}

/// The server's side of the methods, one answer for each path.
struct HandoverBackend: Sendable {
    let method: HandoverMethod
    let setting: HandoverSetting
    /// The line that the methods with a `Set-Cookie` send.
    let setCookie: String
    private let hasSet = Once()

    init(method: HandoverMethod, setting: HandoverSetting, setCookie: String) {
        (self.method, self.setting, self.setCookie) = (method, setting, setCookie)
    }

    func answer(_ request: ReceivedRequest) -> Reply {
        // Once only: what a relaunch has lost stays lost.
        let isSetHere = method == .setCookieOnDocument && request.host == "app.localhost" && hasSet.take()
        let cookies = isSetHere ? [setCookie] : []
        let target = request.target
        if target.hasPrefix("/bootstrap") {
            let to = target.split(separator: "to=").last.map(String.init) ?? "/"
            return .redirect(to, cookies: [setCookie], status: request.method == "POST" ? 303 : 302)
        }
        if target.hasPrefix("/session") { return .html("", cookies: [setCookie], status: 201) }
        if target.hasPrefix("/start") { return .redirect(location(request), cookies: cookies) }
        if target.hasPrefix("/framed") {
            let frames = ["", "http://www.app.localhost:\(request.port)", "http://other.localhost:\(request.port)"]
                .map { "<iframe src='\($0)/inner'></iframe>" }
            return .html(frames.joined(), cookies: cookies)
        }
        return .html(cookies: cookies)
    }

    private func location(_ request: ReceivedRequest) -> String {
        switch setting {
        case .redirectToSibling: "http://www.app.localhost:\(request.port)/landed"
        case .locationRepeatsToken: "/landed?token=\(HandoverWorld.secret)"
        case .locationHasFragment: "/landed#here"
        default: "/landed"
        }
    }

    private final class Once: Sendable {
        private let isTaken = Mutex(false)
        func take() -> Bool {
            isTaken.withLock { taken in
                defer { taken = true }; return !taken
            }
        }
    }
}
