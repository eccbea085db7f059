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

/// The sample page in a browser over WebDriver, which takes less than a web view does.
final class DrivenView: RealView {
    private let browser: BrowserSession
    private let world: World
    private let observer: WebAppObserver
    /// The scripts of the view that is open: they run again when it is loaded again.
    private let scripts = Mutex<[WebAppObserver.PageScript]>([])

    init(browser: BrowserSession, world: World, observer: WebAppObserver) {
        (self.browser, self.world, self.observer) = (browser, world, observer)
    }

    func open(_ opening: PageOpening, injecting injection: SessionInjection) async throws -> TwinViewState {
        for (cookie, _) in injection.storeCookies { try await take(cookie) }
        let scripts = injection.scripts.map {
            WebAppObserver.PageScript(source: $0.source, isAtDocumentStart: $0.injectionTime == .atDocumentStart)
        }
        self.scripts.withLock { $0 = scripts }
        _ = observer.takeRequests()
        observer.serve(scripts: scripts)
        try await browser.navigate(to: try world.addresses.web.resolving(injection.path(of: opening)))
        try await settle()
        return try await viewState()
    }

    func reload() async throws -> TwinViewState {
        _ = observer.takeRequests()
        observer.serve(scripts: scripts.withLock { $0 })
        try await browser.reload()
        try await settle()
        return try await viewState()
    }

    /// Scenarios with such steps are told to be incomparable before they begin.
    func take(_ step: PageStep) async throws -> TwinViewState { try await viewState() }

    /// Scenarios with more are told to be incomparable before they begin.
    func follow(_ step: Step) async throws {}

    func picture() async throws -> [UInt8]? { try await browser.screenshot() }

    /// Gives the browser a cookie, as an app does with its cookie store. WebDriver takes cookies for the page's host
    /// only, so a document of the web app that runs nothing is opened first.
    private func take(_ cookie: NativeCookie) async throws(BridgeFailure) {
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

    private func viewState() async throws(BridgeFailure) -> TwinViewState {
        let page = try await browser.execute(
            """
            const data = document.documentElement.dataset;
            return {cookie: document.cookie, route: data.route || null, uid: data.uid || null,
                    address: location.hostname + location.pathname + location.search + location.hash}
            """)
        let host = world.addresses.web.host
        let jar = try await browser.cookies().map { cookie in
            JarCookie(
                name: cookie.name, value: cookie.value,
                domain: String((cookie.domain ?? host).trimmingPrefix(".")), path: cookie.path,
                isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly, isPersistent: cookie.expiry != nil)
        }
        return TwinViewState(
            requests: TwinViewState.lines(of: observer.takeRequests(), masking: world.trace.masking), jar: jar,
            documentCookie: page["cookie"]?.stringValue ?? "",
            route: page["route"]?.stringValue, address: page["address"]?.stringValue ?? "",
            userID: page["uid"]?.stringValue, masking: world.trace.masking)
    }
}
