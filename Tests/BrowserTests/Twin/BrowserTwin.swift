import Twin
import BridgePrimitives
import BrowserDriving
import Cookies

/// Runs set-ups in a real browser, all in one session: each has hosts of its own.
struct BrowserTwin: Sendable {
    let browser: BrowserSession
    let places: TwinPlaces
    let site: TwinSite

    func run(_ setUp: CookieSetUp) async throws -> TwinOutcome {
        _ = site.takeRequests()
        try await browser.navigate(to: places.start(setUp))
        if setUp.way == .store { try await browser.add(BrowserCookie(setUp.nativeCookie, pageHost: setUp.host)) }
        try await browser.navigate(to: places.route(setUp))
        let documentCookie = try await browser.execute("return document.cookie").stringValue ?? ""
        let requests = site.takeRequests()
        // WebKitGTK's driver gives the jar as the document's last request saw it: one that came by a redirect from
        // another site saw no Strict cookies. The page is opened once more, by nobody but the user.
        try await browser.navigate(to: browser.address())
        let jar = try await browser.cookies()
        return TwinOutcome(
            requests: requests, documentCookie: documentCookie, jar: Set(jar.map { TwinOutcome.Entry($0) }))
    }
}

extension CookieSetUp {
    /// The cookie as an app tells it to a store.
    var nativeCookie: NativeCookie {
        let sameSite: SameSite =
            line.contains("SameSite=Strict") ? .strict : line.contains("SameSite=Lax") ? .lax : .unspecified
        return NativeCookie(
            name: "a", value: "1", domain: line.contains("Domain=") ? "." + site : host,
            path: line.contains("Path=") ? "/twin/deep" : "/", isSecure: line.contains("Secure"),
            isHTTPOnly: line.contains("HttpOnly"), sameSite: sameSite, expiry: nil)
    }
}
