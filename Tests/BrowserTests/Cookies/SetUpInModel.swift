import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import WebViews

/// Runs set-ups in the headless view, each with an empty data store.
struct SetUpInModel: Sendable {
    let profile: CookieProfile
    let places: SetUpPlaces
    let site: SetUpSite
    let transport: CurlTransport
    let clock: WorldClock

    func run(_ setUp: CookieSetUp) async throws -> SetUpOutcome {
        _ = site.takeRequests()
        let trace = TraceLog(clock: clock, masking: Masking(.revealed))
        let store = WebsiteDataStore.nonPersistent(
            profile: profile, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        let pool = ProcessPool()
        func load(_ url: WebURL, scripts: [UserScript] = []) async -> HeadlessWebView {
            let controller = UserContentController()
            for script in scripts { controller.addUserScript(script) }
            let view = HeadlessWebView(
                configuration: WebViewConfiguration(
                    websiteDataStore: store, userContentController: controller, processPool: pool),
                transport: transport, clock: clock, trace: trace)
            await view.load(PageRequest(url: url))
            return view
        }
        // The view runs no scripts of pages: the app's stands for the page's.
        let script = UserScript(
            source: "document.cookie = \"\(setUp.cookieText)\"", injectionTime: .atDocumentStart)
        _ = await load(try places.start(setUp), scripts: setUp.way == .script ? [script] : [])
        if setUp.way == .store { _ = await store.httpCookieStore.setCookie(setUp.nativeCookie) }
        let last = await load(try places.route(setUp))
        let documentCookie = await last.readCookies()?.value ?? ""
        let jar = store.httpCookieStore.jar.all()
        return SetUpOutcome(
            requests: site.takeRequests(), documentCookie: documentCookie, jar: Set(jar.map { SetUpOutcome.Entry($0) }))
    }
}
