import BridgePrimitives
import BridgeTrace
import BrowserDriving
import Cookies
import CookieStores
import HTTPLoader
import RouterGuard
import Scenarios
import WebViews
import Worlds

/// A real browser in the place of the web view: opens the sample page, takes cookies, tells what came of it.
final class RealView: Sendable {
    private let browser: BrowserSession
    private let world: World
    private let observer: WebAppObserver
    /// The scripts of the view that is open: they run again when it is loaded again.
    private let scripts = Mutex<[WebAppObserver.PageScript]>([])

    init(browser: BrowserSession, world: World, observer: WebAppObserver) {
        (self.browser, self.world, self.observer) = (browser, world, observer)
    }

    /// Opens a page of the web app in a view with these user scripts.
    func open(path: String, scripts userScripts: [UserScript]) async throws(BridgeFailure) {
        let scripts = userScripts.map {
            WebAppObserver.PageScript(source: $0.source, isAtDocumentStart: $0.injectionTime == .atDocumentStart)
        }
        self.scripts.withLock { $0 = scripts }
        observer.serve(scripts: scripts)
        try await browser.navigate(to: try world.addresses.web.resolving(path))
        try await settle()
    }

    func reload() async throws(BridgeFailure) {
        observer.serve(scripts: scripts.withLock { $0 })
        try await browser.reload()
        try await settle()
    }

    /// Gives the browser a cookie, as an app does with its cookie store. WebDriver takes cookies for the page's host
    /// only, so a document of the web app that runs nothing is opened first.
    func take(_ cookie: NativeCookie) async throws(BridgeFailure) {
        let host = world.addresses.web.host
        try await browser.navigate(to: try world.addresses.web.resolving("/config.json"))
        try await browser.add(BrowserCookie(cookie, pageHost: host))
    }

    /// Until the page's router has entered a route, or there is no router.
    private func settle() async throws(BridgeFailure) {
        try await browser.wait(
            for: """
                return document.documentElement.dataset.route || location.origin !== arguments[0]
                    || document.title === "Could not start"
                """, [.string(world.addresses.web.origin)])
    }

    func viewState(_ requests: [WebAppObserver.PageRequest]) async throws(BridgeFailure) -> TwinViewState {
        let page = try await browser.execute(
            """
            const data = document.documentElement.dataset;
            return {cookie: document.cookie, route: data.route || null, uid: data.uid || null,
                    address: location.hostname + location.pathname + location.search}
            """)
        let host = world.addresses.web.host
        let jar = try await browser.cookies().map { cookie in
            JarCookie(
                name: cookie.name, value: cookie.value,
                domain: String((cookie.domain ?? host).trimmingPrefix(".")), path: cookie.path,
                isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly, isPersistent: cookie.expiry != nil)
        }
        return TwinViewState(
            requests: requests, jar: jar, documentCookie: page["cookie"]?.stringValue ?? "",
            route: page["route"]?.stringValue, address: page["address"]?.stringValue ?? "",
            userID: page["uid"]?.stringValue, masking: world.trace.masking)
    }
}

extension AppBrowser {
    /// The headless view's side of a comparison.
    func viewState(_ requests: [WebAppObserver.PageRequest], masking: Masking) async -> TwinViewState {
        let page = lastPage
        let end = page?.outcome?.route?.fullPath ?? page?.result.url?.target ?? ""
        let host = page?.result.url?.host ?? ""
        let url = page?.result.url.flatMap { try? CookieURL($0.origin + end) }
        let jar = url.map { dataStore.httpCookieStore.jar.requestCookies(for: RequestContext(url: $0)).sent } ?? []
        return TwinViewState(
            requests: requests, jar: jar.map { JarCookie($0) }, documentCookie: await documentCookie ?? "",
            route: page?.outcome?.route?.name, address: host + end, userID: page?.webUserID, masking: masking)
    }
}
